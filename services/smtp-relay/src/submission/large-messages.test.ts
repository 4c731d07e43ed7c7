import { setImmediate as nextTurn } from 'node:timers/promises';
import { eventually } from '@postrider/testkit';
import { startRelayFixture, type RelayFixture } from '../../test/relay-fixture';
import { keyId, token } from '../../test/scripted-api';
import { openDialogue, type SmtpDialogue } from '../../test/smtp-dialogue';

let fixture: RelayFixture;
beforeEach(async () => {
  fixture = await startRelayFixture({
    SMTP_MESSAGE_BYTES_MAX: 4_000_000,
    SMTP_MESSAGE_MEMORY_MAX: 16_000_000,
  });
  fixture.api.onLogin = ({ headers }) => ({
    status: 200,
    headers: { 'postrider-organization': String(headers.authorization).slice(-5) },
    body: { object: 'api_key', id: keyId, name: 'k', mode: 'live', permission: 'SEND', domains: [] },
  });
});
afterEach(() => fixture.close());

const attacker = 'pr_live_abcdefghijkattac';
const victim = 'pr_live_abcdefghijkvicti';
const head = 'From: A <a@d.test>\r\nTo: b@x.test\r\nSubject: Hi\r\n';
const lines = (bytes: number): string => `${'x'.repeat(70)}\r\n`.repeat(Math.ceil(bytes / 72));
const file = (bytes: number): string =>
  `${head}Content-Type: application/octet-stream\r\n\r\n${lines(bytes)}\r\n.\r\n`;

const login = (password: string): string => Buffer.from(`\0${keyId}\0${password}`).toString('base64');

async function atData(password = token): Promise<SmtpDialogue> {
  const dialogue = await openDialogue(fixture.relay.startTlsPort);
  await dialogue.nextReply();
  await dialogue.say('EHLO client.test\r\n');
  expect(await dialogue.say(`AUTH PLAIN ${login(password)}\r\n`)).toMatch(/^235 /);
  expect(await dialogue.say('MAIL FROM:<a@d.test>\r\n')).toMatch(/^250 /);
  await dialogue.say('RCPT TO:<b@x.test>\r\n');
  expect(await dialogue.say('DATA\r\n')).toMatch(/^354 /);
  return dialogue;
}

async function tryMailFrom(password: string): Promise<string> {
  const dialogue = await openDialogue(fixture.relay.startTlsPort);
  await dialogue.nextReply();
  await dialogue.say('EHLO client.test\r\n');
  await dialogue.say(`AUTH PLAIN ${login(password)}\r\n`);
  const reply = await dialogue.say('MAIL FROM:<a@d.test> SIZE=1000\r\n');
  dialogue.end();
  return reply;
}

const held = (): Promise<number> => fixture.metric('smtp_relay_message_bytes');

it('messages that find no room at once are held back, and memory stays within the budget', async () => {
  const clients = await Promise.all(Array.from({ length: 20 }, () => atData()));
  let most = 0;
  let isDone = false;
  const replies = Promise.all(clients.map((client) => client.say(file(1_400_000), 60_000)));
  const watch = (async () => {
    while (!isDone) {
      most = Math.max(most, await held());
      await nextTurn();
    }
  })();
  expect((await replies).map((reply) => reply.slice(0, 9))).toEqual(clients.map(() => '250 2.0.0'));
  isDone = true;
  await watch;
  // A quarter of the memory, and one message that went on for all to go on.
  expect(most).toBeGreaterThan(1_400_000);
  expect(most).toBeLessThanOrEqual(4_000_000 + 1_500_000);
  expect(await held()).toBe(0);
  for (const client of clients) client.end();
});

it('an organization that fills its share does not hold back another', async () => {
  const busy = await Promise.all(Array.from({ length: 6 }, () => atData(attacker)));
  for (const client of busy) client.write(`${head}\r\n${lines(900_000)}`);
  await eventually(async () => (await held()) >= 3_500_000);
  const client = await atData(victim);
  expect(await client.say(file(1_000_000), 60_000)).toMatch(/^250 /);
  expect(await held()).toBeGreaterThan(3_000_000);
  client.end();
  for (const each of busy) each.end();
  await eventually(async () => (await held()) === 0);
});

it('one of whom many wait already is refused before DATA with 452 4.3.1', async () => {
  // Three messages that the API does not answer fill the share; the others find no room for a byte.
  fixture.api.onSend = ({ body }) =>
    JSON.stringify(body).length > 1_000_000 ? 'hang' : { status: 200, body: { id: 'sent' } };
  const filling = await Promise.all(Array.from({ length: 3 }, () => atData(attacker)));
  for (const client of filling) client.write(file(1_330_000));
  await eventually(() => fixture.api.sends.length === 3);
  const waiting = await Promise.all(Array.from({ length: 41 }, () => atData(attacker)));
  for (const client of waiting.slice(0, 40)) client.write(file(30_000));
  const late = waiting[40];
  await eventually(async () => {
    const refused = await tryMailFrom(attacker);
    return refused === '452 4.3.1 Too many large messages at once, try again later';
  });
  expect(await late?.say(file(30_000))).toMatch(/^452 4\.3\.1 /);
  const client = await atData(victim);
  expect(await client.say(file(100_000), 60_000)).toMatch(/^250 /);
  for (const each of [client, ...filling, ...waiting]) each.end();
  // Ends the calls that hang.
  await fixture.api.close();
});

it('a large message is read in a thread, and arrives as it was; a small one is not', async () => {
  const client = await atData();
  expect(await client.say(file(2_000_000), 60_000)).toMatch(/^250 /);
  const [sent] = fixture.api.sends;
  const [attachment] = sent?.body['attachments'] as { content: string }[];
  expect(Buffer.from(attachment?.content ?? '', 'base64').toString()).toBe(`${lines(2_000_000)}\r\n`);
  client.end();
  const other = await atData();
  expect(await other.say(file(10_000))).toMatch(/^250 /);
  expect(await fixture.metric('thread_seconds_count')).toBe(1);
  other.end();
});

it.each([
  [
    'html of 3 MB',
    `${head}Content-Type: text/html\r\n\r\n${lines(3_000_000)}\r\n.\r\n`,
    ['552-5.3.4 html: must be at most 2,000,000 bytes', '552 5.3.4 payload_too_large'],
  ],
  ['a bare LF', `${head}\r\n${lines(100_000)}\nx\r\n.\r\n`, [expect.stringMatching(/^550 5\.6\.0 Bare CR/)]],
  [
    '500,000 parts',
    `${head}Content-Type: multipart/mixed; boundary=B\r\n\r\n${'--B\r\n\r\n'.repeat(500_000)}\r\n.\r\n`,
    ['550 5.6.0 more than 1000 parts'],
  ],
])('%s is refused from the thread as from the event loop', async (_what, message, expected) => {
  const client = await atData();
  expect((await client.say(message, 60_000)).split('\r\n')).toEqual(expected);
  expect(fixture.api.sends).toHaveLength(0);
  expect(await held()).toBe(0);
  client.end();
});
