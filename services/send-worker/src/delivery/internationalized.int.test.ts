import { startSmtpSink, type SmtpSink } from '@postrider/testkit';
import { openStage, type Stage } from '../../test/stage';

let stage: Stage;
let modern: SmtpSink;
let asciiOnly: SmtpSink;

beforeAll(async () => {
  [modern, asciiOnly] = await Promise.all([startSmtpSink(), startSmtpSink({ asciiOnly: true })]);
  const routes = `ascii.test=${asciiOnly.url}?final=true, *=${modern.url}?final=true`;
  stage = await openStage({ DELIVERY_ROUTES: routes });
});
afterAll(async () => {
  await stage.close();
  await Promise.all([modern.close(), asciiOnly.close()]);
});
beforeEach(() => {
  modern.clear();
  asciiOnly.clear();
});

it('an internationalized local part travels with SMTPUTF8, in the envelope and as it is in the header', async () => {
  const id = await stage.send({ to: ['пётр@modern.test'] });
  await stage.reaches(id, 'delivered');
  expect(modern.messages).toMatchObject([{ to: ['пётр@modern.test'], smtpUtf8: true }]);
  expect(modern.messages[0]?.raw.toString()).toContain('\r\nTo: пётр@modern.test\r\n');
});

it('SMTPUTF8 is asked for an ASCII recipient too when a header holds such an address, and not after that', async () => {
  const id = await stage.send({ to: ['jane@modern.test', 'пётр@modern.test'] });
  await stage.reaches(id, 'delivered');
  await stage.reaches(await stage.send({ to: ['ada@modern.test'] }), 'delivered');
  const asked = modern.messages.map(({ to, smtpUtf8 }) => [to[0], smtpUtf8]);
  expect(asked.sort()).toEqual([
    ['ada@modern.test', false],
    ['jane@modern.test', true],
    ['пётр@modern.test', true],
  ]);
});

it('an internationalized local part bounces with 5.6.7 where the destination does not take it; others do not', async () => {
  const id = await stage.send({ to: ['пётр@ascii.test'] });
  const { events } = await stage.reaches(id, 'bounced');
  expect(events).toEqual([
    expect.objectContaining({
      type: 'bounced',
      detail: expect.stringMatching(
        /550 5\.6\.7 .* does not take internationalized addresses .*this address/,
      ),
    }),
  ]);
  expect(asciiOnly.messages).toEqual([]);

  await stage.reaches(await stage.send({ to: ['petr@ascii.test'] }), 'delivered');
  expect(asciiOnly.messages).toMatchObject([{ to: ['petr@ascii.test'], smtpUtf8: false }]);
});

it('so does an ASCII recipient, told why, of a message with such an address in its header', async () => {
  const id = await stage.send({ to: ['jane@ascii.test', 'пётр@modern.test'] });
  const { recipients, events } = await stage.reaches(id, 'bounced');
  expect(recipients.map(({ status }) => status)).toEqual(['bounced', 'delivered']);
  expect(events.find(({ type }) => type === 'bounced')).toMatchObject({
    detail: expect.stringContaining('an address in From, To, Cc or Reply-To'),
  });
  expect(asciiOnly.messages).toEqual([]);
});
