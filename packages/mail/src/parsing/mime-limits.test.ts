import PostalMime from 'postal-mime';
import { envelope, head, mail, sendOf } from '../incoming/incoming-mail.fixture';
import { parseIncomingMessage } from '../incoming/incoming-message';
import { mimeLimits } from './mime-limits';

const { partsMax, nestingMax, headerLinesMax, headerFieldBytesMax, headerBytesMax, filesMax } = mimeLimits;
const mixed = 'Content-Type: multipart/mixed; boundary=B';

const refusalOf = async (raw: Buffer): Promise<string> => {
  const parsed = await parseIncomingMessage(raw, envelope, () => false);
  return parsed.ok ? 'accepted' : `${parsed.reply.code} ${parsed.reply.enhanced} ${parsed.reply.text}`;
};
const nested = (levels: number): string[] =>
  Array.from({ length: levels }, (_, i) => [
    `Content-Type: multipart/mixed; boundary=B${i}x`,
    '',
    `--B${i}x`,
  ]).flat();
const fields = (count: number, name = 'X-A'): string[] =>
  Array.from({ length: count }, (_, i) => `${name}${i}: x`);

it.each([
  [
    'parts',
    [mixed, '', ...Array.from({ length: partsMax }, () => '--B'), '', 'x'],
    '550 5.6.0 more than 1000 parts',
  ],
  ['nesting', [...nested(nestingMax + 1), '', 'x'], '550 5.6.0 parts nest deeper than 32 levels'],
  ['header lines', [...fields(headerLinesMax), '', 'x'], '550 5.6.0 more than 2000 header lines in one part'],
  [
    'folds',
    ['X-A: x', ...Array.from({ length: headerLinesMax }, () => ' x'), '', 'x'],
    '550 5.6.0 more than 2000 header lines in one part',
  ],
  [
    'a field',
    [`X-A: ${'x'.repeat(headerFieldBytesMax)}`, '', 'x'],
    '552 5.3.4 a header field of more than 65536 bytes',
  ],
  [
    'a folded field',
    ['X-A: x', ...Array.from({ length: 100 }, () => ` ${'x'.repeat(900)}`), '', 'x'],
    '552 5.3.4 a header field of more than 65536 bytes',
  ],
  [
    'headers in all, over several parts',
    [
      mixed,
      '',
      ...Array.from({ length: Math.ceil(headerBytesMax / 60_000) }, () => [
        '--B',
        `X-A: ${'x'.repeat(60_000)}`,
        '',
        'x',
      ]).flat(),
    ],
    '552 5.3.4 more than 262144 bytes of headers',
  ],
  [
    'files',
    [mixed, '', ...Array.from({ length: filesMax + 1 }, () => ['--B', 'Content-Type: a/b', '', 'x']).flat()],
    '550 5.6.0 more than 100 files',
  ],
])('too much of %s is refused with its reason', async (_what, lines, expected) => {
  expect(await refusalOf(mail(...head, ...lines))).toBe(expected);
});

it('takes a message just below the bounds', async () => {
  const parts = Array.from({ length: filesMax }, (_, i) => [
    '--B',
    'Content-Type: application/pdf',
    `X-Part: ${i}`,
    '',
    'x',
  ]).flat();
  const lines = [...head, ...fields(headerLinesMax - 100), mixed, '', ...parts, '--B--'];
  expect((await sendOf(mail(...lines))).attachments).toHaveLength(filesMax);
  expect((await sendOf(mail(...head, ...nested(nestingMax), '', 'deep'))).text).toContain('deep');
});

it('reads no further than the limit: 2,500,000 parts are refused after the first thousand', async () => {
  const processLine = jest.spyOn(
    PostalMime.prototype as unknown as { processLine: () => Promise<void> },
    'processLine',
  );
  const raw = Buffer.concat([mail(...head, mixed, ''), Buffer.alloc(25_000_000, '--B\r\n\r\n--B\r\n')]);
  expect(await refusalOf(raw)).toBe('550 5.6.0 more than 1000 parts');
  expect(processLine.mock.calls.length).toBeLessThan(3 * partsMax);
  processLine.mockRestore();
});

it('lines of dashes that are no boundary cost no more than other lines', async () => {
  const processLine = jest.spyOn(
    PostalMime.prototype as unknown as { processLine: () => Promise<void> },
    'processLine',
  );
  const dashes = '--\r\n---\r\n--a\r\n'.repeat(10_000);
  const send = await sendOf(
    Buffer.concat([mail(...head, mixed, '', '--B', ''), Buffer.from(dashes), mail('--B--')]),
  );
  expect(send.text?.replaceAll('\n', '\r\n').trim()).toBe(dashes.trim());
  expect(processLine.mock.calls.length).toBeLessThan(100);
  processLine.mockRestore();
});

it('a thousand metadata headers are read in one pass', async () => {
  const send = await sendOf(mail(...head, ...fields(1_000, 'X-Postrider-Metadata-key'), '', 'x'));
  expect(Object.keys(send.metadata ?? {})).toHaveLength(1_000);
  const proto = await sendOf(mail(...head, 'X-Postrider-Metadata-__proto__: x', '', 'x'));
  expect(Object.keys(proto.metadata ?? {})).toEqual(['__proto__']);
});
