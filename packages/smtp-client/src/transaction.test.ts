/** @jest-environment node */
import fc from 'fast-check';
import { eventually } from '@postrider/testkit';
import { connectTo, outlast, message, transaction } from '../test/connect-to';
import { startScriptedServer, type Script, type ScriptedServer } from '../test/scripted-server';
import type { MailSession, Transaction, TransactionResult } from './index';

let server: ScriptedServer;
let session: MailSession;

async function serve(script: Script): Promise<void> {
  server = await startScriptedServer(script);
}

async function open(script: Script = {}): Promise<MailSession> {
  await serve(script);
  session = await connectTo(server.port);
  return session;
}

/** @returns what came of the last */
async function connectAndSend(first: Transaction, ...others: Transaction[]): Promise<TransactionResult> {
  session = await connectTo(server.port);
  let result = await session.send(first);
  for (const other of others) result = await session.send(other);
  return result;
}

async function send(script: Script, overrides: Partial<Transaction> = {}): Promise<TransactionResult> {
  return (await open(script)).send(transaction(overrides));
}

const kinds = ({ recipients }: TransactionResult) => recipients.map(({ kind }) => kind);

afterEach(async () => {
  // No socket stays, however it ended.
  session.quit();
  await eventually(() => server.connections() === 0, { what: 'the connection’s end' });
  await server.close();
});

const flavours: readonly (readonly [string, Script])[] = [
  ['one by one', {}],
  ['pipelined', { extensions: ['PIPELINING'] }],
  ['with BDAT', { extensions: ['PIPELINING', 'CHUNKING', '8BITMIME'] }],
];

describe.each(flavours)('a transaction %s', (flavour, base) => {
  const isBdat = flavour === 'with BDAT';

  it('hands over the message byte for byte, and again on the same connection', async () => {
    await open(base);
    for (const time of [1, 2]) {
      const result = await session.send(transaction());
      expect(result.recipients).toEqual([{ kind: 'accepted', reply: { code: 250, text: '2.0.0 taken' } }]);
      expect(session.used()).toBe(time);
      expect(session.isReusable()).toBe(true);
    }
    const onWire = isBdat ? String(message) : String(message).replaceAll('\r\n.', '\r\n..');
    expect(server.messages).toEqual([onWire, onWire]);
    expect(server.commands.filter((line) => line.startsWith('RSET'))).toEqual([]);
  });

  const no = { code: 550, text: '5.1.1 no' };
  const refusals = ['MAIL', 'RCPT', ...(isBdat ? [] : (['DATA'] as const)), 'message'] as const;
  it.each(refusals.flatMap((step) => [450, 550].map((code) => [step, code] as const)))(
    'refused at %s with %s tells which command, and another may follow',
    async (step, code) => {
      const asked = jest.fn(() => Promise.resolve(true));
      const at = { [step]: [{ say: `${code} 5.1.1 no` }, { say: step === 'DATA' ? '354 go' : '250 ok' }] };
      const result = await send({ ...base, at }, { beforeData: asked });
      expect(result.recipients).toEqual([{ kind: 'refused', command: step, reply: { ...no, code } }]);
      expect(asked).toHaveBeenCalledTimes(step === 'MAIL' || step === 'RCPT' ? 0 : 1);
      expect(kinds(await session.send(transaction()))).toEqual(['accepted']);
      expect(server.commands.includes('RSET')).toBe(step !== 'MAIL');
    },
  );

  it.each(refusals)('answered by 421 at %s ends the session', async (step) => {
    const result = await send({ ...base, at: { [step]: { say: '421 4.3.2 closing' } } });
    expect(result.recipients).toMatchObject([{ kind: 'refused', command: step, reply: { code: 421 } }]);
    expect(session.isReusable()).toBe(false);
  });

  const failures = ['silent', 'cut', 'reset', 'eof', 'garbage', 'drip', 'flood'] as const;
  it.each(refusals.flatMap((step) => failures.map((failure) => [step, failure] as const)))(
    'at whose %s the server is %s is broken, and says whether the end of the message had left',
    async (step, failure) => {
      await serve({ ...base, at: { [step]: failure } });
      const recipients = ['a@x.test', 'b@x.test'];
      const result = await outlast(server, () => connectAndSend(transaction({ recipients })));
      const broken = {
        kind: 'broken',
        begun: step === 'DATA' || step === 'message',
        endSent: step === 'message',
        error: { code: expect.stringMatching(/^(ETIMEDOUT|ECLOSED|ECONNRESET|EPIPE|EPROTOCOL)$/) },
      };
      expect(result.recipients).toMatchObject([broken, broken]);
      expect(session.isReusable()).toBe(false);
    },
  );

  it.each([
    ['MAIL', '354 what'],
    ['RCPT', '334 who'],
    ['message', '354 more'],
    ...(isBdat ? [] : ([['DATA', '250 fine']] as const)),
  ] as const)('whose %s is answered by %s is broken: its meaning is unknown', async (step, say) => {
    const result = await send({ ...base, at: { [step]: { say } } });
    expect(result.recipients).toMatchObject([{ kind: 'broken', error: { code: 'EPROTOCOL' } }]);
    expect(session.isReusable()).toBe(false);
  });

  it('goes on with those that the server takes, and asks about them alone', async () => {
    const asked = jest.fn(() => Promise.resolve(true));
    const at = {
      RCPT: [{ say: '250 ok' }, { say: '550 5.1.1 no' }, { say: '452 4.5.3 too many' }, { say: '250 ok' }],
    };
    const recipients = ['a', 'b', 'c', 'd'].map((name) => `${name}@x.test`);
    const result = await send({ ...base, at }, { recipients, beforeData: asked });
    expect(asked).toHaveBeenCalledWith([0, 3]);
    expect(kinds(result)).toEqual(['accepted', 'refused', 'refused', 'accepted']);
    expect(server.messages).toHaveLength(1);
  });

  it('sends nothing without an accepted recipient, and says RSET before the next', async () => {
    const at = { RCPT: [{ say: '550 5.1.1 no' }, { say: '550 5.1.1 no' }, { say: '250 ok' }] };
    await open({ ...base, at });
    expect(kinds(await session.send(transaction({ recipients: ['a@x.test', 'b@x.test'] })))).toEqual([
      'refused',
      'refused',
    ]);
    expect(kinds(await session.send(transaction()))).toEqual(['accepted']);
    expect(server.messages).toHaveLength(1);
    expect(server.commands.filter((line) => line === 'RSET')).toHaveLength(1);
  });

  it('is withdrawn before the message when the caller says so, and the session goes on', async () => {
    await open(base);
    const no = { beforeData: () => Promise.resolve(false) };
    expect((await session.send(transaction(no))).recipients).toEqual([{ kind: 'withdrawn' }]);
    expect(server.commands.some((line) => /^(DATA|BDAT)/.test(line))).toBe(false);
    await expect(
      session.send(transaction({ beforeData: () => Promise.reject(new Error('no database')) })),
    ).rejects.toThrow('no database');
    expect(session.isReusable()).toBe(true);
    expect(kinds(await session.send(transaction()))).toEqual(['accepted']);
    expect(server.messages).toHaveLength(1);
  });

  it('refused at its 100th recipient by 421 is refused to all', async () => {
    const replies = [...Array.from({ length: 99 }, () => ({ say: '250 ok' })), { say: '421 4.7.0 enough' }];
    const recipients = Array.from({ length: 200 }, (_, index) => `r${index}@x.test`);
    const result = await send({ ...base, at: { RCPT: replies } }, { recipients });
    expect(new Set(kinds(result))).toEqual(new Set(['refused']));
    expect(server.messages).toHaveLength(0);
    expect(result.conversation.length).toBeLessThanOrEqual(61);
  });

  it('comes to the same wherever its replies are cut', async () => {
    const say = '250-2.1.5 taken, as we say in ü\n250-2.1.5 two\n250 2.1.5 three';
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(60), { maxLength: 5 }), async (cuts) => {
        const script = { ...base, at: { message: { say }, RCPT: { say } }, cuts: cuts.sort((a, b) => a - b) };
        const other = await startScriptedServer(script);
        const once = await connectTo(other.port);
        const { recipients } = await once.send(transaction());
        expect(recipients).toEqual([
          { kind: 'accepted', reply: { code: 250, text: '2.1.5 taken, as we say in ü two three' } },
        ]);
        once.quit();
        await other.close();
      }),
      { numRuns: 25 },
    );
    await open(base);
  });
});

describe('a session', () => {
  it('writes envelope and message by one write each where the server takes that', async () => {
    await send({ extensions: ['PIPELINING', 'CHUNKING'] }, { recipients: ['a@x.test', 'b@x.test'] });
    expect(server.reads.map((read) => read.split('\r\n')[0])).toEqual([
      'EHLO client.test',
      'MAIL FROM:<b+1@bounce.test>',
      `BDAT ${message.length} LAST`,
    ]);
  });

  it.each([500, 502])(
    'whose BDAT meets %s is broken, and its host is asked by DATA from then on',
    async (code) => {
      const at = { message: [{ say: `${code} 5.5.1 what?` }] };
      const result = await send({ extensions: ['PIPELINING', 'CHUNKING'], at });
      expect(result.recipients).toMatchObject([
        { kind: 'broken', begun: true, endSent: false, error: { code: 'ECHUNKING' } },
      ]);
      expect(session.isReusable()).toBe(false);
      const next = await connectTo(server.port);
      await next.send(transaction());
      expect(server.commands.at(-1)).toBe('DATA');
      next.quit();
    },
  );

  it('says RSET with the next envelope', async () => {
    await open({ extensions: ['PIPELINING'], at: { RCPT: [{ say: '550 no' }, { say: '250 ok' }] } });
    await session.send(transaction());
    await session.send(transaction());
    expect(server.reads[2]).toMatch(/^RSET\r\nMAIL FROM/);
  });

  it.each([{ say: '502 what?' }, { say: '421 closing' }, 'cut', 'silent'] as const)(
    'whose RSET ends in %j sends nothing more',
    async (behaviour) => {
      const at = { RCPT: [{ say: '550 no' }, { say: '250 ok' }], RSET: behaviour };
      await serve({ extensions: ['PIPELINING'], at });
      const asked = jest.fn(() => Promise.resolve(true));
      const result = await outlast(server, () =>
        connectAndSend(transaction(), transaction({ beforeData: asked })),
      );
      expect(kinds(result)).not.toContain('accepted');
      expect(asked).not.toHaveBeenCalled();
      expect(session.isReusable()).toBe(false);
    },
  );

  it.each([
    ['says 421', '421 4.4.2 idle for too long'],
    ['speaks without being asked', '250 hello?'],
  ])('that %s while it is idle is not used again', async (_what, words) => {
    await open({ at: { message: { say: `250 ok\n${words}` } } });
    expect(kinds(await session.send(transaction()))).toEqual(['accepted']);
    await eventually(() => !session.isReusable());
  });

  it('that ends while it is asked whether to send says so, and what was begun', async () => {
    const result = await send(
      { extensions: ['PIPELINING'], at: { RCPT: { say: '250 ok\n421 4.4.2 you think for too long' } } },
      { beforeData: () => new Promise((resolve) => setTimeout(() => resolve(true), 50)) },
    );
    expect(result.recipients).toMatchObject([{ kind: 'refused', reply: { code: 421 } }]);
    expect(server.messages).toHaveLength(0);
  });

  it('that the server closed without a word is broken for the next, with nothing begun', async () => {
    await open({ at: { MAIL: [{ say: '250 ok' }, 'cut'] } });
    await session.send(transaction());
    const result = await session.send(transaction());
    expect(result.recipients).toMatchObject([{ kind: 'broken', begun: false, endSent: false }]);
  });

  it('that ends with the 354 has sent nothing of the message', async () => {
    const garbage = await send({ at: { DATA: { say: '354 go\nand now?' } } });
    expect(garbage.recipients).toMatchObject([{ kind: 'broken', begun: true, endSent: false }]);
    await server.close();
    const closing = await send({ at: { DATA: { say: '354 go\n421 4.3.2 no, stay' } } });
    expect(closing.recipients).toMatchObject([{ kind: 'refused', command: 'message', reply: { code: 421 } }]);
  });

  it('writes large messages as the server takes them, and stops in time when it does not', async () => {
    const large = Buffer.alloc(9_000_000, 'x');
    const result = await send({}, { message: [large] });
    expect(kinds(result)).toEqual(['accepted']);
    expect(server.messages[0]).toHaveLength(large.length + 2);
  });

  it('takes a refusal within a large message for its answer', async () => {
    const result = await send(
      { amidMessage: '552 5.3.4 too large' },
      { message: [Buffer.alloc(20_000_000, 'x')] },
    );
    expect(result.recipients).toMatchObject([{ kind: 'refused', command: 'message', reply: { code: 552 } }]);
    expect(session.isReusable()).toBe(false);
  });

  it('keeps what was said, without the message', async () => {
    const result = await send(
      { extensions: ['PIPELINING', 'SIZE 1000', 'SMTPUTF8', '8BITMIME'] },
      { encoding: '8bit' },
    );
    expect(result.conversation).toEqual([
      `C: MAIL FROM:<b+1@bounce.test> SIZE=${message.length} BODY=8BITMIME`,
      'C: RCPT TO:<a@x.test>',
      'S: 250 2.1.0 ok',
      'S: 250 2.1.5 ok',
      'C: DATA',
      'S: 354 go',
      `C: (${message.length} octets)`,
      'S: 250 2.0.0 taken',
    ]);
  });

  it('bounds what it keeps', async () => {
    const say = `${`250-${'x'.repeat(400)}\n`.repeat(100)}250 ok`;
    const { conversation } = await send({ at: { RCPT: { say } } });
    expect(conversation.length).toBeLessThanOrEqual(61);
    expect(Math.max(...conversation.map((line) => line.length))).toBe(300);
    expect(conversation.at(-1)).toBe('S: 250 2.0.0 taken');
  });
});

describe('what the server does not offer is refused without asking it', () => {
  const cases: readonly { what: string; script: Script; asked: Partial<Transaction>; expected: string }[] = [
    {
      what: 'a message larger than it takes',
      script: { extensions: ['SIZE 10'] },
      asked: {},
      expected: '552 5.3.4',
    },
    { what: 'an internationalized header', script: {}, asked: { smtpUtf8: true }, expected: '550 5.6.7' },
    {
      what: 'an internationalized address',
      script: {},
      asked: { recipients: ['ü@x.test'] },
      expected: '550 5.6.7',
    },
    { what: '8bit lines', script: {}, asked: { encoding: '8bit' }, expected: '550 5.6.1' },
    {
      what: 'binary octets',
      script: { extensions: ['BINARYMIME', '8BITMIME'] },
      asked: { encoding: 'binary' },
      expected: '550 5.6.1',
    },
    {
      what: 'TLS all the way, in clear',
      script: { extensions: ['REQUIRETLS'] },
      asked: { requireTls: true },
      expected: '550 5.7.10',
    },
    {
      what: 'a return path that is a command',
      script: {},
      asked: { from: 'a@x.test>\r\nRCPT TO:<eve@x.test' },
      expected: '501 5.1.7',
    },
    {
      what: 'a recipient that is a parameter',
      script: {},
      asked: { recipients: ['a@x.test> SIZE=1'] },
      expected: '501 5.1.3',
    },
  ];
  it.each(cases)('$what', async ({ script, asked, expected }) => {
    const result = await send(script, asked);
    const [code, enhanced] = expected.split(' ');
    expect(result.recipients).toMatchObject([
      { kind: 'refused', reply: { code: Number(code), text: expect.stringMatching(`^${enhanced} `) } },
    ]);
    expect(server.commands).toEqual(['EHLO client.test']);
    expect(session.isReusable()).toBe(true);
  });

  it('but what it offers is asked for', async () => {
    const extensions = ['SIZE', 'SMTPUTF8', 'BINARYMIME', 'CHUNKING'];
    const octets = Buffer.from('Subject: x\r\n\r\n.\n\0\r');
    await send({ extensions }, { smtpUtf8: true, encoding: 'binary', message: [octets] });
    expect(server.commands[1]).toBe(
      `MAIL FROM:<b+1@bounce.test> SIZE=${octets.length} BODY=BINARYMIME SMTPUTF8`,
    );
    expect(server.messages).toEqual([octets.toString('latin1')]);
  });
});

it('gives a message a time to be taken', async () => {
  await serve({ amidMessage: '' });
  const large = transaction({ message: [Buffer.alloc(30_000_000, 'x')] });
  const result = await outlast(server, () => connectAndSend(large));
  expect(result.recipients).toMatchObject([
    { kind: 'broken', begun: true, endSent: false, error: { code: 'ETIMEDOUT' } },
  ]);
});
