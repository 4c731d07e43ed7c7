import fc from 'fast-check';
import { checkInput, validationMessage } from '../errors/validation-message';
import { decodedLength } from './attachments';
import { sendEmailRequest } from './send-email';
import { sendLimits } from './send-limits';

const valid = { from: 'a@b.test', to: 'c@d.test', subject: 'Hi', text: 'Hello' };

function problems(body: unknown): string {
  const read = checkInput(sendEmailRequest, body);
  return read.ok ? '' : validationMessage(read.problems);
}

describe('send request', () => {
  it('takes one address or a list', () => {
    expect(sendEmailRequest.parse(valid).to).toEqual(['c@d.test']);
    expect(sendEmailRequest.parse({ ...valid, to: ['x@y.test', 'z@y.test'] }).to).toHaveLength(2);
  });

  it.each([
    ['from missing', { ...valid, from: undefined }, 'from'],
    ['to empty', { ...valid, to: [] }, 'to: needs at least one address'],
    ['to not text', { ...valid, to: [1] }, 'to'],
    ['no subject', { ...valid, subject: undefined }, 'subject: required'],
    ['subject empty', { ...valid, subject: '' }, 'subject: required'],
    [
      'subject with line break',
      { ...valid, subject: 'a\r\nBcc: x@y.test' },
      'subject: must not contain line breaks',
    ],
    ['subject too long', { ...valid, subject: 'x'.repeat(999) }, 'subject'],
    ['no body', { ...valid, text: undefined }, 'html: html or text is required'],
    ['NUL', { ...valid, text: 'a\0b' }, 'text: must not contain a NUL character'],
    ['html too big', { ...valid, html: 'é'.repeat(1_000_001) }, 'html: must be at most 2,000,000 bytes'],
    ['metadata key', { ...valid, metadata: { 'bad key': 'x' } }, 'metadata.bad key'],
    ['metadata value', { ...valid, metadata: { a: 'x'.repeat(501) } }, 'metadata.a'],
    ['header value', { ...valid, headers: { 'X-A': 'x'.repeat(1001) } }, 'headers.X-A'],
    [
      'header injection',
      { ...valid, headers: { 'X-A': 'x\nBcc: y' } },
      'headers.X-A: must not contain line breaks',
    ],
    ['header name', { ...valid, headers: { 'X A': 'x' } }, 'headers.X A'],
    ['tag name', { ...valid, tags: [{ name: 'x'.repeat(65), value: '' }] }, 'tags[0].name'],
    ['kind', { ...valid, kind: 'x'.repeat(65) }, 'kind'],
    ['scheduled_at without offset', { ...valid, scheduled_at: '2026-01-01T00:00:00' }, 'scheduled_at'],
    [
      'template with subject',
      { ...valid, template: { slug: 'a' } },
      'subject: cannot be combined with template',
    ],
    [
      'attachment',
      { ...valid, attachments: [{ filename: 'a', content: '%%%%' }] },
      'attachments[0].content: must be base64',
    ],
  ])('names the field: %s', (_name, body, expected) => {
    expect(problems(body)).toContain(expected);
  });

  it.each([
    [{}, 'from: required; to: required; subject: required; html: html or text is required'],
    [{ ...valid, from: 5, subject: undefined }, 'from: must be a string; subject: required'],
    [{ ...valid, subject: 5, html: 6, text: undefined, template: 'x' }, 'template: must be an object'],
    [{ ...valid, to: Array.from({ length: 51 }, () => 'u@d.test') }, 'to: must have at most 50 addresses'],
    [[], 'body: must be an object'],
    [null, 'body: must be an object'],
  ])('names every bad field at once: %j', (body, expected) => {
    expect(problems(body)).toContain(expected);
  });

  it('names no field twice', () => {
    const paths = problems({ to: [], subject: '', html: 5, text: 'x' })
      .split('; ')
      .map((each) => each.split(':')[0]);
    expect(paths).toEqual([...new Set(paths)]);
  });

  it('counts to, cc and bcc together', () => {
    const many = (n: number): string[] => Array.from({ length: n }, (_, i) => `u${i}@d.test`);
    expect(problems({ ...valid, to: many(25), cc: many(25) })).toBe('');
    expect(problems({ ...valid, to: many(25), cc: many(25), bcc: many(1) })).toContain('at most 50');
  });

  it('accepts every limit exactly', () => {
    const metadata = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`k${i}`, 'x'.repeat(500)]));
    const tags = Array.from({ length: 20 }, () => ({ name: 'n'.repeat(64), value: 'v'.repeat(256) }));
    const html = 'x'.repeat(sendLimits.bodyBytesMax);
    expect(problems({ ...valid, subject: 's'.repeat(998), html, metadata, tags, kind: 'k'.repeat(64) })).toBe(
      '',
    );
  });

  it('limits attachments by decoded size', () => {
    const content = Buffer.alloc(sendLimits.attachmentBytesMax).toString('base64');
    expect(problems({ ...valid, attachments: [{ filename: 'a.bin', content }] })).toBe('');
    const two = [
      { filename: 'a.bin', content },
      { filename: 'b.bin', content: 'AA==' },
    ];
    expect(problems({ ...valid, attachments: two })).toContain('attachments: must be at most');
  });

  it('ignores unknown fields', () => {
    expect(sendEmailRequest.parse({ ...valid, colour: 'red' })).not.toHaveProperty('colour');
  });

  it('replaces lone surrogates, which neither UTF-8 nor jsonb can carry', () => {
    expect(sendEmailRequest.parse({ ...valid, text: 'a\ud800b' }).text).toBe('a\ufffdb');
    expect(sendEmailRequest.parse({ ...valid, metadata: { a: '\udc00' } }).metadata).toEqual({ a: '\ufffd' });
  });

  it('never throws, whatever the body', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true }), (body) => {
        sendEmailRequest.safeParse(body);
      }),
    );
  });
});

describe('decodedLength', () => {
  it('equals the length of the decoded bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(decodedLength(Buffer.from(bytes).toString('base64'))).toBe(bytes.length);
      }),
    );
  });
});
