import { submittedIdHash } from '@postrider/mail';
import { eventually } from '@postrider/testkit';
import { createTransport } from 'nodemailer';
import { startRelayFixture, type RelayFixture } from '../test/relay-fixture';
import { keyId, token, type ApiCall, type ApiReply } from '../test/scripted-api';
import { openDialogue, type SmtpDialogue } from '../test/smtp-dialogue';

let fixture: RelayFixture;
beforeEach(async () => {
  fixture = await startRelayFixture();
});
afterEach(() => fixture.close());

const plain = Buffer.from(`\0${keyId}\0${token}`).toString('base64');

async function loggedIn(port = fixture.relay.startTlsPort): Promise<SmtpDialogue> {
  const dialogue = await openDialogue(port);
  expect(await dialogue.nextReply()).toMatch(/^220 relay\.test ESMTP/);
  await dialogue.say('EHLO client.test\r\n');
  expect(await dialogue.say(`AUTH PLAIN ${plain}\r\n`)).toMatch(/^235 /);
  return dialogue;
}

async function readyForData(recipients = ['b@x.test']): Promise<SmtpDialogue> {
  const dialogue = await loggedIn();
  expect(await dialogue.say('MAIL FROM:<a@d.test>\r\n')).toMatch(/^250 /);
  for (const recipient of recipients)
    expect(await dialogue.say(`RCPT TO:<${recipient}>\r\n`)).toMatch(/^250 /);
  expect(await dialogue.say('DATA\r\n')).toMatch(/^354 /);
  return dialogue;
}

const head = 'From: A <a@d.test>\r\nTo: b@x.test\r\nSubject: Hi\r\nMessage-ID: <1@client.test>\r\n\r\n';
const refusal = (status: number, code: string, headers: Record<string, string> = {}): ApiReply => ({
  status,
  headers,
  body: { error: { code, message: 'because' } },
});

describe('session', () => {
  it('offers what the contract names, AUTH only where it is allowed', async () => {
    await fixture.close();
    fixture = await startRelayFixture({ SMTP_INSECURE_AUTH: false });
    const dialogue = await openDialogue(fixture.relay.startTlsPort);
    await dialogue.nextReply();
    const clear = await dialogue.say('EHLO client.test\r\n');
    for (const keyword of [
      'SIZE 26214400',
      '8BITMIME',
      'SMTPUTF8',
      'PIPELINING',
      'ENHANCEDSTATUSCODES',
      'STARTTLS',
    ]) {
      expect(clear).toContain(keyword);
    }
    expect(clear).not.toContain('AUTH');
    expect(await dialogue.say('MAIL FROM:<a@d.test>\r\n')).toMatch(/^530 5\.7\.0 /);
    expect(await dialogue.say(`AUTH PLAIN ${plain}\r\n`)).toMatch(/^530 5\.7\.0 .*STARTTLS/);
    expect(await dialogue.say('STARTTLS\r\n')).toMatch(/^220 /);
    const secure = await dialogue.startTls();
    expect(await secure.say('EHLO client.test\r\n')).toContain('AUTH PLAIN LOGIN');
    expect(await secure.say(`AUTH PLAIN ${plain}\r\n`)).toMatch(/^235 2\.7\.0 /);
    secure.end();
  });

  it('warns once an hour of a key that comes without TLS, and not of others', async () => {
    const clear = await loggedIn();
    (await loggedIn()).end();
    expect(await clear.say('MAIL FROM:<a@d.test>\r\n')).toMatch(/^250 /);
    expect(fixture.logged.map((line) => JSON.parse(line) as object)).toMatchObject([
      {
        level: 'warn',
        key_id: keyId,
        msg: 'a client on loopback has sent its key without TLS: use STARTTLS',
      },
    ]);
    expect(fixture.logged.join()).not.toContain(token);
    const dialogue = await openDialogue(fixture.relay.startTlsPort);
    await dialogue.nextReply();
    await dialogue.say('EHLO client.test\r\n');
    await dialogue.say('STARTTLS\r\n');
    const secure = await dialogue.startTls();
    await secure.say('EHLO client.test\r\n');
    expect(await secure.say(`AUTH PLAIN ${plain}\r\n`)).toMatch(/^235 /);
    expect(fixture.logged).toHaveLength(1);
    clear.end();
    secure.end();
  });

  it('takes mail from a stock client over STARTTLS and over TLS', async () => {
    for (const secure of [false, true]) {
      const port = secure ? fixture.relay.tlsPort : fixture.relay.startTlsPort;
      const transport = createTransport({
        host: '127.0.0.1',
        port,
        secure,
        requireTLS: true,
        auth: { user: keyId, pass: token },
        tls: { rejectUnauthorized: false },
      });
      const sent = await transport.sendMail({
        from: 'A <a@d.test>',
        to: 'b@x.test',
        bcc: 'hidden@x.test',
        subject: 'Grüße',
        text: 'Hallo',
      });
      expect(sent.response).toMatch(/^250 2\.0\.0 queued as id-\d$/);
      transport.close();
    }
    expect(fixture.api.sends).toHaveLength(2);
    expect(fixture.api.sends[0]?.body).toMatchObject({
      from: 'A <a@d.test>',
      to: ['b@x.test'],
      bcc: ['hidden@x.test'],
      subject: 'Grüße',
    });
    expect(fixture.api.sends[0]?.headers.authorization).toBe(`Bearer ${token}`);
  });

  it.each([
    ['a wrong password', `\0${keyId}\0pr_live_wrongwrongwrong`, ''],
    [
      'a user name that is the id of another key',
      `\x00${keyId.slice(0, -4)}ffff\0${token}`,
      '535-5.7.8 The user name is not the id of this API key\r\n',
    ],
    [
      'a user name that is no key id',
      `\0apikey\0${token}`,
      '535-5.7.8 The user name must be the id of the API key, and the password the key itself\r\n',
    ],
    ['a password that is no key at all', `\0${keyId}\0x\r\nX-Evil: 1`, ''],
  ])('refuses %s with 535 5.7.8', async (_name, credentials, explanation) => {
    const dialogue = await openDialogue(fixture.relay.startTlsPort);
    await dialogue.nextReply();
    await dialogue.say('EHLO client.test\r\n');
    const reply = await dialogue.say(`AUTH PLAIN ${Buffer.from(credentials).toString('base64')}\r\n`);
    expect(reply).toBe(`${explanation}535 5.7.8 Authentication credentials invalid`);
    dialogue.end();
  });

  it('answers 535 at AUTH from an address that the key may not be used from, and asks for each address', async () => {
    const cached = await startRelayFixture({}, { loginCacheMs: 60_000 });
    try {
      const isOffice = ({ headers }: ApiCall) => headers['postrider-client-address'] === '127.0.0.1';
      const { onLogin } = cached.api;
      cached.api.onLogin = (call, ordinal) =>
        isOffice(call) ? onLogin(call, ordinal) : refusal(403, 'forbidden_ip');
      const auth = async (localAddress: string): Promise<string> => {
        const dialogue = await openDialogue(cached.relay.startTlsPort, localAddress);
        await dialogue.nextReply();
        await dialogue.say('EHLO client.test\r\n');
        const reply = await dialogue.say(`AUTH PLAIN ${plain}\r\n`);
        dialogue.end();
        return reply;
      };
      expect(await auth('127.0.0.1')).toMatch(/^235 /);
      expect(await auth('127.0.0.2')).toBe(
        '535-5.7.8 because\r\n535 5.7.8 The API key may not be used from this address',
      );
      expect(await auth('127.0.0.1')).toMatch(/^235 /);
    } finally {
      await cached.close();
    }
  });

  it('answers 451 4.4.1 at AUTH while the API is unavailable', async () => {
    fixture.api.onLogin = () => 'drop';
    const dialogue = await openDialogue(fixture.relay.startTlsPort);
    await dialogue.nextReply();
    await dialogue.say('EHLO client.test\r\n');
    expect(await dialogue.say(`AUTH PLAIN ${plain}\r\n`)).toMatch(/^451 4\.4\.1 /);
    dialogue.end();
  });

  it('refuses the 51st recipient with 452 4.5.3 and keeps the others', async () => {
    const recipients = Array.from({ length: 50 }, (_, i) => `r${i}@x.test`);
    const dialogue = await loggedIn();
    await dialogue.say('MAIL FROM:<a@d.test>\r\n');
    for (const recipient of recipients)
      expect(await dialogue.say(`RCPT TO:<${recipient}>\r\n`)).toMatch(/^250 /);
    expect(await dialogue.say('RCPT TO:<one-more@x.test>\r\n')).toMatch(/^452 4\.5\.3 /);
    await dialogue.say('DATA\r\n');
    expect(await dialogue.say(`${head}x\r\n.\r\n`)).toMatch(/^250 /);
    dialogue.end();
  });

  it('refuses a bad recipient address with 501 5.1.3', async () => {
    const dialogue = await loggedIn();
    await dialogue.say('MAIL FROM:<a@d.test>\r\n');
    expect(await dialogue.say('RCPT TO:<no-at-sign>\r\n')).toMatch(/^501 5\.1\.3 /);
    dialogue.end();
  });

  it('refuses what is too large, announced or not, with 552 5.3.4', async () => {
    await fixture.close();
    fixture = await startRelayFixture({ SMTP_MESSAGE_BYTES_MAX: 2_000 });
    const dialogue = await loggedIn();
    expect(await dialogue.say('MAIL FROM:<a@d.test> SIZE=2001\r\n')).toMatch(/^552 5\.3\.4 /);
    expect(await dialogue.say('MAIL FROM:<a@d.test>\r\n')).toMatch(/^250 /);
    await dialogue.say('RCPT TO:<b@x.test>\r\n');
    await dialogue.say('DATA\r\n');
    const lines = `${'x'.repeat(70)}\r\n`.repeat(50);
    expect(await dialogue.say(`${head}${lines}.\r\n`)).toMatch(/^552 5\.3\.4 /);
    expect(fixture.api.sends).toHaveLength(0);
    dialogue.end();
  });

  it('closes connections over the limit with 421 4.7.0', async () => {
    await fixture.close();
    fixture = await startRelayFixture({ SMTP_CONNECTIONS_MAX: 1 });
    const first = await openDialogue(fixture.relay.startTlsPort);
    await first.nextReply();
    const second = await openDialogue(fixture.relay.startTlsPort);
    expect(await second.nextReply()).toMatch(/^421 4\.7\.0 /);
    await second.closed;
    first.end();
  });

  it('asks for AUTH before anything of a message', async () => {
    const dialogue = await openDialogue(fixture.relay.startTlsPort);
    await dialogue.nextReply();
    await dialogue.say('EHLO client.test\r\n');
    expect(await dialogue.say('MAIL FROM:<a@d.test>\r\n')).toMatch(/^530 5\.7\.0 /);
    dialogue.end();
  });

  it('does not wait for ever for a message that trickles, or of which no more comes', async () => {
    await fixture.close();
    fixture = await startRelayFixture({}, { dataMs: 300 });
    const dialogue = await readyForData();
    dialogue.write(head);
    expect(await dialogue.nextReply()).toMatch(/^421 4\.4\.2 /);
    expect(fixture.api.sends).toHaveLength(0);
    dialogue.end();
  });

  it('forgets what was said in clear along with STARTTLS (CVE-2011-0411)', async () => {
    const dialogue = await openDialogue(fixture.relay.startTlsPort);
    await dialogue.nextReply();
    await dialogue.say('EHLO client.test\r\n');
    const injected = `AUTH PLAIN ${plain}\r\nMAIL FROM:<a@d.test>\r\n`;
    expect(await dialogue.say(`STARTTLS\r\n${injected}`)).toMatch(/^220 /);
    const secure = await dialogue.startTls();
    expect(await secure.say('NOOP\r\n')).toMatch(/^250 /);
    expect(await secure.say('EHLO client.test\r\n')).toMatch(/^250-relay\.test/);
    expect(await secure.say('MAIL FROM:<a@d.test>\r\n')).toMatch(/^530 5\.7\.0 /);
    secure.end();
  });

  it('closes an idle connection with 421 4.4.2', async () => {
    await fixture.close();
    fixture = await startRelayFixture({}, { idleMs: 1_000, loginIdleMs: 1_000 });
    const dialogue = await openDialogue(fixture.relay.startTlsPort);
    await dialogue.nextReply();
    expect(await dialogue.nextReply()).toMatch(/^421 4\.4\.2 /);
    await dialogue.closed;
  });

  it('at shutdown lets an open transaction end and tells idle clients 421 4.3.2', async () => {
    const idle = await loggedIn();
    const busy = await readyForData();
    const drained = fixture.close();
    expect(await idle.nextReply()).toMatch(/^421 4\.3\.2 /);
    expect(await busy.say(`${head}x\r\n.\r\n`)).toMatch(/^250 2\.0\.0 queued as id-0$/);
    expect(await busy.say('NOOP\r\n')).toMatch(/^421 4\.3\.2 /);
    await drained;
  });
});

describe('reply mapping', () => {
  it.each([
    [{ status: 200, body: { id: 'new' } }, '250 2.0.0 queued as new'],
    [
      { status: 200, body: { id: 'old' }, headers: { 'idempotent-replayed': 'true' } },
      '250 2.0.0 queued as old',
    ],
    [refusal(401, 'unauthorized'), '535 5.7.8 Authentication credentials invalid'],
    [refusal(403, 'sending_paused'), '451 4.7.1 sending paused'],
    [refusal(403, 'under_review'), '451 4.7.1 under review'],
    [refusal(403, 'forbidden_domain'), '553 5.7.1 forbidden_domain'],
    [refusal(403, 'forbidden'), '553 5.7.1 forbidden'],
    [refusal(403, 'forbidden_recipient'), '550 5.7.1 forbidden_recipient'],
    [refusal(403, 'template_required'), '550 5.7.1 template_required'],
    [refusal(403, 'test_key_not_allowed'), '553 5.7.1 test_key_not_allowed'],
    [refusal(403, 'a_code_of_tomorrow'), '553 5.7.1 a_code_of_tomorrow'],
    [refusal(422, 'unknown_domain'), '553 5.7.1 unknown_domain'],
    [refusal(422, 'invalid_from'), '553 5.6.0 invalid_from'],
    [refusal(422, 'domain_not_verified'), '553 5.6.0 domain_not_verified'],
    [refusal(413, 'payload_too_large'), '552 5.3.4 payload_too_large'],
    [refusal(422, 'message_too_large'), '552 5.3.4 message_too_large'],
    [refusal(422, 'validation_error'), '550 5.6.0 validation_error'],
    [refusal(422, 'reserved_header'), '550 5.6.0 reserved_header'],
    [refusal(422, 'bulk_single_recipient'), '550 5.6.0 bulk_single_recipient'],
    [refusal(422, 'stream_mismatch'), '550 5.6.0 stream_mismatch'],
    [refusal(422, 'template_not_found'), '550 5.6.0 template_not_found'],
    [refusal(422, 'template_variables'), '550 5.6.0 template_variables'],
    [refusal(422, 'invalid_subject'), '550 5.6.0 invalid_subject'],
    [refusal(422, 'a_code_of_tomorrow'), '550 5.6.0 a_code_of_tomorrow'],
    [refusal(400, 'invalid_json'), '550 5.6.0 invalid_json'],
    [refusal(429, 'quota_exceeded'), '451 4.7.1 quota exceeded'],
    [refusal(429, 'key_quota_exceeded'), '451 4.7.1 daily limit of the key reached'],
    [refusal(500, 'internal_error'), '451 4.4.1 Temporary system problem, try again later'],
    [refusal(503, 'service_unavailable'), '451 4.4.1 Temporary system problem, try again later'],
    [{ status: 200, body: 'not what the API says' }, '451 4.4.1 Temporary system problem, try again later'],
    ['drop' as const, '451 4.4.1 Temporary system problem, try again later'],
  ])('%j is %s', async (answer, expected) => {
    fixture.api.onSend = () => answer;
    const dialogue = await readyForData();
    const lines = (await dialogue.say(`${head}x\r\n.\r\n`)).split('\r\n');
    expect(lines.at(-1)).toBe(expected);
    expect(lines.slice(0, -1)).toEqual(
      /^(250|535|451 4\.4\.1)/.test(expected) ? [] : [expected.replace(/^(\d+) (\S+) .*/, '$1-$2 because')],
    );
    dialogue.end();
  });

  it('no answer in time is 451 4.4.1', async () => {
    await fixture.close();
    fixture = await startRelayFixture({}, { apiMs: 500 });
    fixture.api.onSend = () => 'hang';
    // On a busy machine, the answer to a login may not come in time either.
    const dialogue = await eventually(() => readyForData());
    expect(await dialogue.say(`${head}x\r\n.\r\n`)).toBe(
      '451 4.4.1 Temporary system problem, try again later',
    );
    dialogue.end();
  });

  it('holds a rate-limited message and sends it when the rate allows', async () => {
    fixture.api.onSend = (_call, ordinal) =>
      ordinal === 0
        ? refusal(429, 'rate_limited', { 'retry-after': '1' })
        : { status: 200, body: { id: 'later' } };
    const dialogue = await readyForData();
    expect(await dialogue.say(`${head}x\r\n.\r\n`)).toBe('250 2.0.0 queued as later');
    dialogue.end();
  });

  it('gives up holding after the pacing time with 451 4.7.1', async () => {
    await fixture.close();
    fixture = await startRelayFixture({}, { pacingMs: 100 });
    fixture.api.onSend = () => refusal(429, 'rate_limited', { 'retry-after': '1' });
    const dialogue = await readyForData();
    expect(await dialogue.say(`${head}x\r\n.\r\n`)).toMatch(/^451 4\.7\.1 rate limited, retry later$/m);
    dialogue.end();
  });
});

describe('mails that come at the same time', () => {
  /** Sends mails with these subjects in one turn of the event loop. */
  async function sendTogether(subjects: readonly string[]): Promise<Promise<string>[]> {
    const dialogues = await Promise.all(subjects.map(() => readyForData()));
    const replies = dialogues.map((dialogue, index) =>
      dialogue.say(
        `Message-ID: <${index}@x.test>\r\nFrom: a@d.test\r\nSubject: ${subjects[index]}\r\n\r\nx\r\n.\r\n`,
      ),
    );
    void Promise.all(replies).then(() => dialogues.forEach((dialogue) => dialogue.end()));
    return replies;
  }

  it('share a request, where each has its own answer and waits for no other', async () => {
    fixture.api.onSend = ({ body }) =>
      body['subject'] === 'hangs'
        ? 'hang'
        : body['subject'] === 'refused'
          ? refusal(422, 'reserved_header')
          : { status: 200, body: { id: String(body['subject']) } };
    const [hangs, refused, ...taken] = await sendTogether(['hangs', 'refused', 'one', 'two', 'three']);
    let isAnswered = false;
    void hangs?.then(() => (isAnswered = true));
    expect(await Promise.all(taken)).toEqual(
      ['one', 'two', 'three'].map((id) => `250 2.0.0 queued as ${id}`),
    );
    expect(await refused).toMatch(/^550 5\.6\.0 reserved_header$/m);
    expect(isAnswered).toBe(false);
    // Ends the call that hangs.
    await fixture.api.close();
    expect(await hangs).toMatch(/^451 4\.4\.1 /);
    expect(fixture.api.together.length).toBeGreaterThan(0);
    expect(fixture.api.sends).toHaveLength(5);
    expect(new Set(fixture.api.sends.map(({ headers }) => headers['idempotency-key'])).size).toBe(5);
    expect(fixture.api.sends.map(({ headers }) => headers.authorization)).toEqual(
      fixture.api.sends.map(() => `Bearer ${token}`),
    );
  });

  it('do not wait for requests that the gateway is slow with', async () => {
    fixture.api.onSend = ({ body }) =>
      body['subject'] === 'hangs' ? 'hang' : { status: 200, body: { id: String(body['subject']) } };
    const slow: Promise<string>[] = [];
    let isAnswered = false;
    for (const count of [1, 2]) {
      slow.push(...(await sendTogether(['hangs'])));
      await eventually(() => fixture.api.sends.length === count);
    }
    void Promise.race(slow).then(() => (isAnswered = true));
    const [taken] = await sendTogether(['one']);
    expect(await taken).toBe('250 2.0.0 queued as one');
    expect(isAnswered).toBe(false);
    // Ends the calls that hang.
    await fixture.api.close();
    for (const reply of slow) expect(await reply).toMatch(/^451 4\.4\.1 /);
  });

  it('all get a temporary error when the gateway breaks off', async () => {
    fixture.api.onSend = () => 'drop';
    for (const reply of await sendTogether(['one', 'two', 'three']))
      expect(await reply).toMatch(/^451 4\.4\.1 /);
  });

  it('go alone to a gateway that is older', async () => {
    fixture.api.knowsTogether = false;
    const replies = await Promise.all(await sendTogether(['one', 'two', 'three']));
    expect(replies.map((reply) => reply.replace(/\d$/, ''))).toEqual(
      replies.map(() => '250 2.0.0 queued as id-'),
    );
    expect(fixture.api.sends).toHaveLength(3);
  });
});

describe('idempotency', () => {
  it('derives the same key for the same message and envelope, another for another', async () => {
    const dialogue = await loggedIn();
    const send = async (recipients: string[]): Promise<void> => {
      await dialogue.say('MAIL FROM:<a@d.test>\r\n');
      for (const recipient of recipients) await dialogue.say(`RCPT TO:<${recipient}>\r\n`);
      await dialogue.say('DATA\r\n');
      expect(await dialogue.say(`${head}x\r\n.\r\n`)).toMatch(/^250 /);
    };
    await send(['b@x.test', 'c@x.test']);
    await send(['c@x.test', 'b@x.test']);
    await send(['b@x.test']);
    const keys = fixture.api.sends.map((call) => call.headers['idempotency-key']);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[0]);
    dialogue.end();
  });

  it('leaves the key to the message when it names one', async () => {
    const dialogue = await readyForData();
    await dialogue.say(`X-Postrider-Idempotency-Key: mine\r\n${head}x\r\n.\r\n`);
    expect(fixture.api.sends[0]?.headers['idempotency-key']).toBeUndefined();
    expect(fixture.api.sends[0]?.body).toMatchObject({ idempotency_key: 'mine' });
    dialogue.end();
  });
});

describe('Message-ID', () => {
  it.each([
    ['Message-ID: <1.patch@laptop>\r\n', submittedIdHash('1.patch@laptop')?.toString('base64url')],
    ['', undefined],
  ])('is named to the API by its hash: %p', async (line, hash) => {
    const dialogue = await readyForData();
    await dialogue.say(`From: a@d.test\r\nSubject: s\r\n${line}\r\nx\r\n.\r\n`);
    expect(fixture.api.sends[0]?.headers['postrider-submitted-id']).toBe(hash);
    dialogue.end();
  });
});

describe('smuggling', () => {
  // The sequences that ended DATA at one or another server (CVE-2023-51764 and its siblings).
  it.each([
    ['LF . LF', '\n.\n'],
    ['LF . CRLF', '\n.\r\n'],
    ['CRLF . LF', '\r\n.\n'],
    ['CR . CR', '\r.\r'],
    ['CR . CRLF', '\r.\r\n'],
    ['CRLF . CR', '\r\n.\r'],
    ['LF . CR', '\n.\r'],
    ['CR LF CR . CR LF', '\r\n\r.\r\n'],
    ['NUL before the dot', '\r\n\0.\r\n'],
  ])('%s neither ends the message nor passes', async (_name, sequence) => {
    const dialogue = await readyForData();
    const smuggled =
      'MAIL FROM:<evil@d.test>\r\nRCPT TO:<victim@x.test>\r\nDATA\r\nSubject: smuggled\r\n\r\nx';
    const reply = await dialogue.say(`${head}x${sequence}${smuggled}\r\n.\r\n`);
    expect(reply).toMatch(/^550 5\.6\.0 /);
    expect(fixture.api.sends).toHaveLength(0);
    dialogue.end();
  });

  it('a lone dot that arrives in a packet of its own is content, not the end', async () => {
    const dialogue = await readyForData();
    dialogue.write(`${head}..`);
    expect(await dialogue.say('\r\n.\r\n')).toMatch(/^250 /);
    expect(fixture.api.sends[0]?.body).toMatchObject({ text: '.\n' });
    dialogue.end();
  });
});
