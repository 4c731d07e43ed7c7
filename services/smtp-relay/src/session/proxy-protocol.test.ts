import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { networkList } from '@postrider/runtime';
import { startRelayFixture, type RelayFixture } from '../../test/relay-fixture';
import { keyId, token } from '../../test/scripted-api';
import { openDialogue, type SmtpDialogue } from '../../test/smtp-dialogue';

let fixture: RelayFixture;
afterEach(() => fixture.close());

const balancer = '127.0.0.9';
const start = async (overrides: Parameters<typeof startRelayFixture>[0] = {}): Promise<void> => {
  const balancers = networkList().parse('127.0.0.8/30, 2001:db8::/32');
  fixture = await startRelayFixture({ PROXY_PROTOCOL_FROM: balancers, ...overrides });
};
const header = (client: string): string => `PROXY TCP4 ${client} 10.0.0.1 51000 2587\r\n`;

async function through(client: string): Promise<SmtpDialogue> {
  const dialogue = await openDialogue(fixture.relay.startTlsPort, balancer);
  dialogue.write(header(client));
  return dialogue;
}

test('the client that a balancer names is the one whose login is counted', async () => {
  await start();
  const dialogue = await through('192.0.2.7');
  expect(await dialogue.nextReply()).toMatch(/^220 /);
  await dialogue.say('EHLO client.test\r\n');
  const plain = Buffer.from(`\0${keyId}\0${token}`).toString('base64');
  // The balancer is on loopback, the client is not: it may not log in without TLS.
  expect(await dialogue.say(`AUTH PLAIN ${plain}\r\n`)).toMatch(/^530 /);
  await dialogue.say('STARTTLS\r\n');
  const secure = await dialogue.startTls();
  await secure.say('EHLO client.test\r\n');
  expect(await secure.say(`AUTH PLAIN ${plain}\r\n`)).toMatch(/^235 /);
  expect(fixture.api.logins.map(({ headers }) => headers['postrider-client-address'])).toEqual(['192.0.2.7']);
  secure.end();
});

test('connections are capped by client, not by balancer', async () => {
  await start({ SMTP_CONNECTIONS_PER_CLIENT_MAX: 2 });
  const idle = [await through('192.0.2.7'), await through('192.0.2.7')];
  for (const dialogue of idle) expect(await dialogue.nextReply()).toMatch(/^220 /);
  const third = await through('192.0.2.7');
  expect(await third.nextReply()).toBe('421 4.7.0 Too many connections from your address');
  await third.closed;
  const other = await through('192.0.2.8');
  expect(await other.nextReply()).toMatch(/^220 /);
  for (const dialogue of [...idle, other]) dialogue.end();
});

test('the header of a client that is no balancer is a wrong command', async () => {
  await start();
  const dialogue = await openDialogue(fixture.relay.startTlsPort, '127.0.0.1');
  expect(await dialogue.nextReply()).toMatch(/^220 /);
  expect(await dialogue.say(header('192.0.2.7'))).toMatch(/^50\d /);
  dialogue.end();
});

test('a header that names no address ends the connection', async () => {
  await start();
  const dialogue = await openDialogue(fixture.relay.startTlsPort, balancer);
  dialogue.write('PROXY TCP4 no-address 10.0.0.1 51000 2587\r\n');
  await dialogue.closed;
});

test('it stands before the TLS handshake where TLS is there from the first octet', async () => {
  await start();
  const socket = connect({ port: fixture.relay.tlsPort, host: '127.0.0.1', localAddress: balancer });
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(header('192.0.2.7'));
  const secure = connectTls({ socket, rejectUnauthorized: false });
  const greeting = await new Promise<string>((resolve, reject) => {
    secure.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    secure.once('error', reject);
  });
  expect(greeting).toMatch(/^220 /);
  secure.destroy();
});

test.each(['300.0.0.1', '10.0.0.0/33', '10.0.0.0/x', 'balancer'])(
  'the setting of trusted proxies refuses %s',
  (text) => {
    expect(networkList().safeParse(text).success).toBe(false);
  },
);
