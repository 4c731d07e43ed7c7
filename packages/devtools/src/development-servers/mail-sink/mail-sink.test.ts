import { freePorts } from '@postrider/testkit';
import { createTransport } from 'nodemailer';
import { createKeptMails } from './kept-mails';
import { startMailSink } from './start-mail-sink';

const inboxUrl = 'http://127.0.0.1:4000/console/inbox';
let smtpPort: number;
let base: string;
let sink: Awaited<ReturnType<typeof startMailSink>>;

beforeAll(async () => {
  const [port = 0, apiPort = 0] = await freePorts(2);
  smtpPort = port;
  base = `http://127.0.0.1:${apiPort}`;
  sink = await startMailSink({ smtpPort, apiPort, host: '127.0.0.1', inboxUrl });
});
afterAll(() => sink.close());
beforeEach(() => fetch(`${base}/email/all`, { method: 'DELETE' }));

interface Listed {
  readonly id: string;
  readonly subject: string;
}
const list = async () => (await (await fetch(`${base}/email`)).json()) as Listed[];
const send = (to: string, fields: object = {}, socketTimeout = 60_000) =>
  createTransport({ host: '127.0.0.1', port: smtpPort, socketTimeout, ignoreTLS: true }).sendMail({
    from: 'Shop <shop@acme.test>',
    to,
    subject: 'Grüße',
    text: 'Hello',
    ...fields,
  });

it('lists mails newest last, with the names that MailDev gives their parts', async () => {
  const attachments = [{ filename: 'a.txt', content: 'abc' }];
  await send('Ada <ada@example.test>', { html: '<p>Hello</p>', attachments, bcc: 'hidden@example.test' });
  await send('second@example.test', { subject: 'Second' });
  const [first, second] = await list();
  expect(first).toMatchObject({
    subject: 'Grüße',
    from: [{ address: 'shop@acme.test', name: 'Shop' }],
    to: [{ address: 'ada@example.test', name: 'Ada' }],
    calculatedBcc: [{ address: 'hidden@example.test' }],
    html: expect.stringContaining('<p>Hello</p>'),
    text: expect.stringContaining('Hello'),
    headers: { subject: 'Grüße', from: 'Shop <shop@acme.test>', 'mime-version': '1.0' },
    envelope: {
      from: { address: 'shop@acme.test' },
      to: [{ address: 'ada@example.test' }, { address: 'hidden@example.test' }],
    },
    attachments: [{ fileName: 'a.txt', contentType: 'text/plain', size: 3 }],
  });
  expect(second?.subject).toBe('Second');
  const source = await (await fetch(`${base}/email/${first?.id}/source`)).text();
  expect(source).toMatch(/^From: Shop <shop@acme.test>\r$/m);
});

it.each([
  ['to=ada%40example.test', ['Your code', 'Welcome, Ada']],
  ['to=ADA@', ['Your code', 'Welcome, Ada']],
  ['to=hidden%40example.test', ['Welcome, Ada']],
  ['subject=your+code', ['Your code', 'Your code']],
  ['subject=gr%C3%BC%C3%9Fe', ['Grüße']],
  ['to=bob@example.test&subject=code', ['Your code']],
  ['from=billing@', ['Grüße']],
  ['to=&subject=', ['Your code', 'Welcome, Ada', 'Your code', 'Grüße']],
  ['subject=invoice', []],
])('finds mails by ?%s', async (query, subjects) => {
  await send('Ada <ada@example.test>', { subject: 'Your code' });
  await send('ada@example.test', { subject: 'Welcome, Ada', bcc: 'hidden@example.test' });
  await send('bob@example.test', { subject: 'Your code' });
  await send('carol@example.test', { from: 'billing@acme.test' });
  const found = (await (await fetch(`${base}/email?${query}`)).json()) as Listed[];
  expect(found.map(({ subject }) => subject)).toEqual(subjects);
});

it.each(['recipient=ada@example.test', 'To=ada'])('refuses the unknown filter of ?%s', async (query) => {
  const response = await fetch(`${base}/email?${query}`);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('use to, from or subject');
});

it('the mail sink is empty after DELETE /email/all', async () => {
  await send('ada@example.test');
  expect((await fetch(`${base}/email/all`, { method: 'DELETE' })).status).toBe(200);
  expect(await list()).toEqual([]);
});

it('sends people to the inbox of the console', async () => {
  const response = await fetch(`${base}/`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([302, inboxUrl]);
});

it('reads 2 MB of nested links in seconds', async () => {
  await send('ada@example.test', { html: '<a href="https://x.test">'.repeat(80_000) });
  const before = process.cpuUsage();
  expect(await list()).toHaveLength(1);
  expect(process.cpuUsage(before).user).toBeLessThan(20_000_000);
});

it.each([
  ['refuse@example.test', 550],
  ['refuse+552+order-1@example.test', 552],
  ['refuse+data@example.test', 550],
  ['defer@example.test', 451],
  ['defer+450@example.test', 450],
])('answers mail to %s with %i', async (to, responseCode) => {
  await expect(send(to)).rejects.toMatchObject({ responseCode });
  expect(await list()).toEqual([]);
});

it('accepts greylisted mail at the second try', async () => {
  await expect(send('greylist+1@example.test')).rejects.toMatchObject({ responseCode: 451 });
  await send('greylist+1@example.test');
  expect(await list()).toHaveLength(1);
});

it('never answers hang@, while others are answered', async () => {
  await expect(send('hang@example.test', {}, 1_000)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  await send('ada@example.test');
  expect(await list()).toHaveLength(1);
});

it('keeps the newest mails within its limits', () => {
  const mails = createKeptMails({ mailsMax: 3, octetsMax: 25 });
  const add = (subject: string) =>
    mails.add({
      ...{
        from: '',
        to: [],
        raw: Buffer.from(subject.padEnd(10)),
        receivedAt: new Date(),
        clientAddress: '',
      },
      ...{ clientName: '', accepted: true, refused: false, secure: false, smtpUtf8: false },
    });
  for (const subject of ['1', '2', '3']) add(subject);
  expect(mails.all().map(({ message }) => message.raw.toString().trim())).toEqual(['2', '3']);
});
