import { startSmtpSink, type SmtpSink } from '@postrider/testkit';
import { startWorkerHarness, type WorkerHarness } from '../../test/worker-harness';

let harness: WorkerHarness;
let modern: SmtpSink;
let asciiOnly: SmtpSink;

beforeAll(async () => {
  [modern, asciiOnly] = await Promise.all([startSmtpSink(), startSmtpSink({ asciiOnly: true })]);
  const routes = `ascii.test=${asciiOnly.url}?final=true, *=${modern.url}?final=true`;
  harness = await startWorkerHarness({ DELIVERY_ROUTES: routes });
});
afterAll(async () => {
  await harness.close();
  await Promise.all([modern.close(), asciiOnly.close()]);
});
beforeEach(() => {
  modern.clear();
  asciiOnly.clear();
});

it('an internationalized local part travels with SMTPUTF8, in the envelope and as it is in the header', async () => {
  const id = await harness.send({ to: ['пётр@modern.test'] });
  await harness.reaches(id, 'delivered');
  expect(modern.messages).toMatchObject([{ to: ['пётр@modern.test'], smtpUtf8: true }]);
  expect(modern.messages[0]?.raw.toString()).toContain('\r\nTo: пётр@modern.test\r\n');
});

it('SMTPUTF8 is asked for an ASCII recipient too when a header holds such an address, and not after that', async () => {
  const id = await harness.send({ to: ['jane@modern.test', 'пётр@modern.test'] });
  await harness.reaches(id, 'delivered');
  await harness.reaches(await harness.send({ to: ['ada@modern.test'] }), 'delivered');
  const asked = modern.messages.map(({ to, smtpUtf8 }) => [to[0], smtpUtf8]);
  expect(asked.sort()).toEqual([
    ['ada@modern.test', false],
    ['jane@modern.test', true],
    ['пётр@modern.test', true],
  ]);
});

it('an internationalized local part bounces with 5.6.7 where the destination does not take it; others do not', async () => {
  const id = await harness.send({ to: ['пётр@ascii.test'] });
  const { events } = await harness.reaches(id, 'bounced');
  expect(events).toEqual([
    expect.objectContaining({
      type: 'bounced',
      detail: expect.stringMatching(
        /550 5\.6\.7 .* does not take internationalized addresses .*this address/,
      ),
    }),
  ]);
  expect(asciiOnly.messages).toEqual([]);

  await harness.reaches(await harness.send({ to: ['petr@ascii.test'] }), 'delivered');
  expect(asciiOnly.messages).toMatchObject([{ to: ['petr@ascii.test'], smtpUtf8: false }]);
});

it('so does an ASCII recipient of a message with such an address in its header, with the reason', async () => {
  const id = await harness.send({ to: ['jane@ascii.test', 'пётр@modern.test'] });
  const { recipients, events } = await harness.reaches(id, 'bounced');
  expect(recipients.map(({ status }) => status)).toEqual(['bounced', 'delivered']);
  expect(events.find(({ type }) => type === 'bounced')).toMatchObject({
    detail: expect.stringContaining('an address in From, To, Cc or Reply-To'),
  });
  expect(asciiOnly.messages).toEqual([]);
});
