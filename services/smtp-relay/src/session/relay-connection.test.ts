import { eventually, eventuallyPasses } from '@postrider/testkit';
import { createTransport } from 'nodemailer';
import { startRelayFixture, type RelayFixture } from '../../test/relay-fixture';
import { keyId, token } from '../../test/scripted-api';
import { openDialogue, type SmtpDialogue } from '../../test/smtp-dialogue';

let fixture: RelayFixture;
const start = async (...settings: Parameters<typeof startRelayFixture>): Promise<void> => {
  fixture = await startRelayFixture(...settings);
};
afterEach(() => fixture.close());

const plain = (password: string): string => Buffer.from(`\0${keyId}\0${password}`).toString('base64');
const wrong = 'pr_live_wrongwrongwrong';

async function greeted(from = '127.0.0.1', port = fixture.relay.startTlsPort): Promise<SmtpDialogue> {
  const dialogue = await openDialogue(port, from);
  expect(await dialogue.nextReply()).toMatch(/^220 /);
  await dialogue.say('EHLO client.test\r\n');
  return dialogue;
}

async function loggedIn(from = '127.0.0.1'): Promise<SmtpDialogue> {
  const dialogue = await greeted(from);
  expect(await dialogue.say(`AUTH PLAIN ${plain(token)}\r\n`)).toMatch(/^235 /);
  return dialogue;
}

describe('logins', () => {
  it("tells the API the client's own address and the key it names, with the secret of the relay", async () => {
    await start();
    const dialogue = await loggedIn('127.0.0.2');
    await dialogue.say('MAIL FROM:<a@d.test>\r\n');
    await dialogue.say('RCPT TO:<b@x.test>\r\n');
    await dialogue.say('DATA\r\n');
    expect(await dialogue.say('From: a@d.test\r\n\r\nx\r\n.\r\n')).toMatch(/^250 /);
    for (const { headers } of [...fixture.api.logins, ...fixture.api.sends]) {
      expect(headers).toMatchObject({
        'postrider-client-address': '127.0.0.2',
        'postrider-client-key': keyId,
        'postrider-relay-secret': expect.stringMatching(/^[\w+/]{43}=$/),
      });
    }
    expect([fixture.api.logins, fixture.api.sends].map((calls) => calls.length)).toEqual([1, 1]);
    dialogue.end();
  });

  it('are refused three times on one connection, which is then closed', async () => {
    await start();
    const dialogue = await greeted();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(await dialogue.say(`AUTH PLAIN ${plain(wrong)}\r\n`)).toBe(
        '535 5.7.8 Authentication credentials invalid',
      );
    }
    await dialogue.closed;
  });

  it('that the API holds back for too many failures count as refused', async () => {
    await start();
    fixture.api.onLogin = () => ({
      status: 429,
      body: { error: { code: 'rate_limited', message: 'Too many failed authentications.' } },
    });
    const dialogue = await greeted();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(await dialogue.say(`AUTH PLAIN ${plain(token)}\r\n`)).toMatch(/^451 4\.7\.1 /);
    }
    await dialogue.closed;
  });

  it('twice refused and then right go on', async () => {
    await start();
    const dialogue = await greeted();
    for (let attempt = 1; attempt <= 2; attempt += 1) await dialogue.say(`AUTH PLAIN ${plain(wrong)}\r\n`);
    expect(await dialogue.say(`AUTH PLAIN ${plain(token)}\r\n`)).toMatch(/^235 /);
    expect(await dialogue.say('NOOP\r\n')).toMatch(/^250 /);
    dialogue.end();
  });

  it('are awaited for a shorter time than the next command of a client that is logged in', async () => {
    await start({}, { loginIdleMs: 1_000 });
    const idle = await openDialogue(fixture.relay.startTlsPort);
    const handshake = await openDialogue(fixture.relay.tlsPort);
    // On a busy machine, it may take longer to log in.
    const user = await eventually(() => loggedIn());
    expect(await idle.nextReply()).toMatch(/^220 /);
    expect(await idle.nextReply()).toMatch(/^421 4\.4\.2 /);
    await Promise.all([idle.closed, handshake.closed]);
    expect(await user.say('NOOP\r\n')).toMatch(/^250 /);
    user.end();
  });
});

describe('connections of one client', () => {
  it('are capped over both listeners, while another client comes in', async () => {
    await start({ SMTP_CONNECTIONS_PER_CLIENT_MAX: 3, SMTP_CONNECTIONS_MAX: 4 });
    const { startTlsPort, tlsPort } = fixture.relay;
    const idle = [
      await greeted('127.0.0.2'),
      await openDialogue(tlsPort, '127.0.0.2'),
      await greeted('127.0.0.2'),
    ];
    const tooMany = await openDialogue(startTlsPort, '127.0.0.2');
    expect(await tooMany.nextReply()).toBe('421 4.7.0 Too many connections from your address');
    await tooMany.closed;
    const tooManyTls = await openDialogue(tlsPort, '127.0.0.2');
    await tooManyTls.closed;
    const victim = await loggedIn('127.0.0.1');
    victim.end();
    idle[0]?.end();
    await eventuallyPasses(async () => {
      const next = await openDialogue(startTlsPort, '127.0.0.2');
      expect(await next.nextReply()).toMatch(/^220 /);
      next.end();
    });
    for (const dialogue of idle) dialogue.end();
  });

  it('no longer count when they are gone, whichever way they became secure', async () => {
    await start({ SMTP_CONNECTIONS_PER_CLIENT_MAX: 1 });
    const visit = async (secure: boolean): Promise<void> => {
      const client = createTransport({
        host: '127.0.0.1',
        port: secure ? fixture.relay.tlsPort : fixture.relay.startTlsPort,
        secure,
        requireTLS: true,
        auth: { user: keyId, pass: token },
        tls: { rejectUnauthorized: false },
      });
      expect(await client.verify()).toBe(true);
      client.close();
    };
    for (const secure of [false, true, false, true]) await eventuallyPasses(() => visit(secure));
  });
});

describe('commands', () => {
  beforeEach(() => start());

  it.each([
    ['RCPT TO:<b@x.test>\r', '501 5.1.3'],
    ['RCPT TO:<b@x.test>\rX', '501 5.1.3'],
    ['RCPT TO:\r<b@x.test>', '501 5.1.3'],
    ['RCPT TO:<b@x.test\0>', '501 5.1.3'],
    ['NOOP\r', '500 5.5.2'],
    ['RCPT TO:<b@[127.0.0.1]>', '501 5.1.3'],
    ['RCPT TO:<b@[IPv6:::1]>', '501 5.1.3'],
    ['RCPT TO:<postmaster>', '550 5.1.1'],
    ['RCPT TO:<b@x.test> NOTIFY=SUCCESS', '555 5.5.4'],
    ['RCPT TO:<b@x.test> ORCPT=rfc822;b@x.test', '555 5.5.4'],
    ['RCPT TO:<postmaster@x.test>', '250 2.1.5'],
  ])('%j is answered %s', async (command, expected) => {
    const dialogue = await loggedIn();
    await dialogue.say('MAIL FROM:<a@d.test>\r\n');
    expect(await dialogue.say(`${command}\r\n`)).toContain(expected);
    dialogue.end();
  });

  it.each([
    ['RET=FULL', '555 5.5.4'],
    ['ENVID=1', '555 5.5.4'],
    ['MT-PRIORITY=3', '555 5.5.4'],
    ['X', '555 5.5.4'],
    ['SIZE=1000 BODY=8BITMIME SMTPUTF8 AUTH=<>', '250 2.1.0'],
  ])('MAIL FROM with %s is answered %s', async (parameters, expected) => {
    const dialogue = await loggedIn();
    expect(await dialogue.say(`MAIL FROM:<a@d.test> ${parameters}\r\n`)).toContain(expected);
    dialogue.end();
  });
});

describe('refusal texts', () => {
  const refused = async (message: string): Promise<string[]> => {
    await start();
    fixture.api.onSend = () => ({ status: 422, body: { error: { code: 'validation_error', message } } });
    const dialogue = await loggedIn();
    await dialogue.say('MAIL FROM:<a@d.test>\r\n');
    await dialogue.say('RCPT TO:<b@x.test>\r\n');
    await dialogue.say('DATA\r\n');
    const reply = await dialogue.say('From: a@d.test\r\n\r\nx\r\n.\r\n');
    dialogue.end();
    return reply.split('\r\n');
  };

  it('say what the API said on a line before the mapped one', async () => {
    expect(await refused('attachments: at most 10 files')).toEqual([
      '550-5.6.0 attachments: at most 10 files',
      '550 5.6.0 validation_error',
    ]);
  });

  it.each([
    ['a line break', 'to: x\r\n250 2.0.0 queued', '550-5.6.0 to: x 250 2.0.0 queued'],
    ['other characters', 'tags: \u0000é\u2028\u{1f600}', '550-5.6.0 tags: ?? ??'],
    ['more than a line', 'x'.repeat(2_000), `550-5.6.0 ${'x'.repeat(497)}...`],
  ])('are one line of at most 512 octets: %s', async (_what, message, expected) => {
    const lines = await refused(message);
    expect(lines).toEqual([expected, '550 5.6.0 validation_error']);
    expect(Buffer.byteLength(`${lines[0]}\r\n`)).toBeLessThanOrEqual(512);
  });
});
