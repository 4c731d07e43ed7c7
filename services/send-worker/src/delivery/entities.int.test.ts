import { startSmtpSink, type SmtpSink } from '@postrider/testkit';
import { dkimVerify } from 'mailauth/lib/dkim/verify';
import { startWorkerHarness, type WorkerHarness } from '../../test/worker-harness';

let harness: WorkerHarness;
let modern: SmtpSink;
let sevenBit: SmtpSink;

beforeAll(async () => {
  [modern, sevenBit] = await Promise.all([startSmtpSink(), startSmtpSink({ sevenBitOnly: true })]);
  const routes = `old.test=${sevenBit.url}?final=true, *=${modern.url}?final=true`;
  harness = await startWorkerHarness({ DELIVERY_ROUTES: routes });
});
afterAll(async () => {
  await harness.close();
  await Promise.all([modern.close(), sevenBit.close()]);
});
beforeEach(() => {
  modern.clear();
  sevenBit.clear();
});

/** Blanks at ends of lines, dots at their beginnings: what servers and signatures look at. */
const signed = (words: string) =>
  Buffer.from(
    [
      'Content-Type: multipart/signed; micalg=sha-256; boundary=B',
      ...['', 'preamble', '--B', 'Content-Type: text/plain; charset=utf-8', '', words, '.', '..two  ', '\t'],
      ...['--B', 'Content-Type: application/pkcs7-signature', '', 'x', '--B--', ''],
    ].join('\r\n'),
  );

it.each(['7bit words', 'Größe in 8bit'])(
  'an entity arrives octet for octet, signed by its domain: %s',
  async (words) => {
    const mime = signed(words);
    const shown = { html: '<p>only shown</p>', text: null };
    await harness.reaches(
      await harness.send({ to: ['a@modern.test', 'b@modern.test'], mime, ...shown }),
      'delivered',
    );
    expect(modern.messages).toHaveLength(2);
    for (const { raw } of modern.messages) {
      expect(raw.subarray(raw.indexOf('Content-Type:')).equals(mime)).toBe(true);
      expect(raw.toString()).toMatch(/^MIME-Version: 1\.0\r$/m);
      const { record } = harness.sender.domain.dkim;
      const resolver = (name: string) =>
        name === record.name ? Promise.resolve([[record.value]]) : Promise.reject(new Error('ENOTFOUND'));
      const { results } = await dkimVerify(raw, { resolver });
      expect(results.map(({ status }) => status.result)).toEqual(['pass']);
    }
  },
);

it('nothing is shown and nothing kept: it is sent all the same', async () => {
  const id = await harness.send({ mime: signed('words'), html: null, text: null });
  await harness.reaches(id, 'delivered');
  expect(modern.messages[0]?.raw.toString()).toContain('words');
});

it('8bit bounces with 5.6.1 where the destination takes 7bit alone, since encoding would break a signature', async () => {
  const { events } = await harness.reaches(
    await harness.send({ to: ['jane@old.test'], mime: signed('Größe') }),
    'bounced',
  );
  expect(events).toEqual([
    expect.objectContaining({
      type: 'bounced',
      detail: expect.stringMatching(/550 5\.6\.1 .* does not take 8bit messages/),
    }),
  ]);
  expect(sevenBit.messages).toEqual([]);

  await harness.reaches(await harness.send({ to: ['jane@old.test'], mime: signed('7bit') }), 'delivered');
  await harness.reaches(await harness.send({ to: ['jane@old.test'], text: 'Größe' }), 'delivered');
  expect(sevenBit.messages).toHaveLength(2);
});
