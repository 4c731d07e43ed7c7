/** @jest-environment node */
import { createServer, type AddressInfo } from 'node:net';
import { closedPort, eventually } from '@postrider/testkit';
import { connectTo, outlast, transaction, tryToConnect } from '../test/connect-to';
import { startScriptedServer, type Script, type ScriptedServer } from '../test/scripted-server';

let server: ScriptedServer;
const start = async (script: Script = {}): Promise<ScriptedServer> =>
  (server = await startScriptedServer(script));

afterEach(async () => {
  await eventually(() => server.connections() === 0, { what: 'the connection’s end' });
  await server.close();
});

describe('a connection', () => {
  it('knows what the server offers, however it writes it', async () => {
    await start({
      extensions: ['pipelining', '8bitMIME', 'SIZE  1000 ', 'AUTH=LOGIN PLAIN', 'X-UNKNOWN a b'],
    });
    const session = await connectTo(server.port);
    expect(session.extensions).toEqual({
      pipelining: true,
      chunking: false,
      binaryMime: false,
      eightBitMime: true,
      smtpUtf8: false,
      requireTls: false,
      enhancedStatusCodes: false,
      sizeMax: 1_000,
      auth: ['LOGIN', 'PLAIN'],
    });
    expect(session).toMatchObject({
      peer: `mx.test [127.0.0.1]:${server.port}`,
      localAddress: '127.0.0.1',
      tls: null,
    });
    session.quit();
    await eventually(() => server.commands.at(-1) === 'QUIT');
  });

  it.each([
    [['SIZE'], Infinity],
    [['SIZE 0'], Infinity],
    [[], null],
  ])('with %j knows the limit %s', async (extensions, sizeMax) => {
    await start({ extensions });
    const session = await connectTo(server.port);
    expect(session.extensions.sizeMax).toBe(sizeMax);
    session.destroy();
  });

  it('speaks as servers of 1982 do to a server that does not know EHLO', async () => {
    await start({ at: { EHLO: { say: '502 5.5.1 what?' } } });
    const session = await connectTo(server.port);
    expect(server.commands).toEqual(['EHLO client.test', 'HELO client.test']);
    expect((await session.send(transaction())).recipients).toMatchObject([{ kind: 'accepted' }]);
    session.quit();
  });

  it.each([
    ['greeting', 'greeting', '554 5.7.1 not you'],
    ['greeting', 'greeting', '421 4.7.0 too many connections'],
    ['EHLO', 'EHLO', '421 4.3.2 closing'],
    ['EHLO', 'EHLO', '450 4.7.1 who are you?'],
  ] as const)('refused at %s tells the words', async (at, step, say) => {
    await start({ at: { [at]: { say } } });
    const result = await tryToConnect(server.port);
    const code = Number(say.slice(0, 3));
    expect(result).toMatchObject({ kind: 'refused', step, reply: { code, text: say.slice(4) } });
    expect(result).toMatchObject({ conversation: expect.arrayContaining([`S: ${say}`]) });
  });

  it('refused at EHLO and at HELO tells the words', async () => {
    await start({ at: { EHLO: { say: '550 no' }, HELO: { say: '550 5.7.1 still no' } } });
    const result = await tryToConnect(server.port);
    expect(result).toMatchObject({
      kind: 'refused',
      step: 'EHLO',
      reply: { code: 550, text: '5.7.1 still no' },
    });
  });

  const failures = ['silent', 'cut', 'reset', 'eof', 'garbage', 'drip', 'flood', { say: '354 go' }] as const;
  it.each(
    (['greeting', 'EHLO', 'HELO'] as const).flatMap((step) =>
      failures.map((failure) => [step, failure] as const),
    ),
  )('at whose %s the server is %j fails in time', async (step, failure) => {
    await start({ at: { [step]: failure, ...(step === 'HELO' ? { EHLO: { say: '500 what?' } } : {}) } });
    const result = await outlast(server, () => tryToConnect(server.port));
    expect(result).toMatchObject({
      kind: 'failed',
      // A reset may be here before the connection is known to be open.
      step: expect.stringMatching(step === 'greeting' ? /^(greeting|connect)$/ : /^EHLO$/),
      error: { code: expect.stringMatching(/^(ETIMEDOUT|ECLOSED|ECONNRESET|EPIPE|EPROTOCOL)$/) },
      tlsFailure: null,
    });
  });

  it('to a closed port fails at once', async () => {
    await start();
    const result = await tryToConnect(closedPort);
    expect(result).toMatchObject({ kind: 'failed', step: 'connect', error: { code: 'ECONNREFUSED' } });
  });

  it('finds the address of a name, whichever of several answers', async () => {
    await start();
    const session = await connectTo(server.port, { address: 'localhost' });
    expect((await session.send(transaction())).recipients).toMatchObject([{ kind: 'accepted' }]);
    session.quit();
    const nowhere = await tryToConnect(server.port, { address: 'nowhere.invalid' });
    expect(nowhere).toMatchObject({ kind: 'failed', step: 'connect' });
  });

  it('leaves from the given address', async () => {
    await start();
    const session = await connectTo(server.port, { localAddress: '127.0.0.2' });
    expect(session.localAddress).toBe('127.0.0.2');
    session.quit();
    const nowhere = await tryToConnect(server.port, { localAddress: '192.0.2.77' });
    expect(nowhere).toMatchObject({ kind: 'failed', step: 'connect', error: { code: 'EADDRNOTAVAIL' } });
  });

  it('is closed by us when the server does not', async () => {
    await start();
    const stubborn = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('data', () => socket.write('250 x\r\n')).write('220 x\r\n');
      socket.on('error', () => undefined).on('close', () => (isGone = true));
      // It would learn of the end of a half-closed connection by what it says alone.
      socket.on('end', () => {
        const talk = setInterval(() => socket.write('250 still here\r\n'), 100);
        socket.on('close', () => clearInterval(talk));
      });
    }).listen(0, '127.0.0.1');
    let isGone = false;
    await new Promise((resolve) => stubborn.once('listening', resolve));
    const session = await connectTo((stubborn.address() as AddressInfo).port);
    session.quit();
    await eventually(() => isGone);
    stubborn.close();
  });
});

describe('a login', () => {
  const credentials = { user: 'ü', password: 'secret' };
  const inClear = { credentials, tls: { mode: 'off' } } as const;
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  it.each([
    [['AUTH LOGIN PLAIN'], { say: '235 in' }, [`AUTH PLAIN ${base64('\0ü\0secret')}`]],
    [
      ['AUTH LOGIN'],
      [{ say: '334 VXNlcm5hbWU6' }, { say: '334 UGFzc3dvcmQ6' }, { say: '235 in' }],
      ['AUTH LOGIN', base64('ü'), base64('secret')],
    ],
    [
      ['AUTH CRAM-MD5'],
      [{ say: '334 PDE4OTYuNjk3MTcwOTUyQHBvc3RvZmZpY2UucmVzdG9uLm1jaS5uZXQ+' }, { say: '235 in' }],
      ['AUTH CRAM-MD5', expect.stringMatching(/^[\w+/=]+$/)],
    ],
  ])('by %j', async (extensions, AUTH, said) => {
    await start({ extensions, at: { AUTH } });
    const session = await connectTo(server.port, inClear);
    expect(server.commands.slice(1)).toEqual(said);
    session.quit();
  });

  it('waits to be asked for a password that is too long for a command line', async () => {
    await start({ extensions: ['AUTH PLAIN'], at: { AUTH: [{ say: '334 ' }, { say: '235 in' }] } });
    const password = 'x'.repeat(2_000);
    const session = await connectTo(server.port, { ...inClear, credentials: { user: 'u', password } });
    expect(server.commands.slice(1)).toEqual(['AUTH PLAIN', base64(`\0u\0${password}`)]);
    session.quit();
  });

  it('refused tells the words, and never the password', async () => {
    await start({
      extensions: ['AUTH LOGIN'],
      at: { AUTH: [{ say: '334 u' }, { say: '334 p' }, { say: '535 5.7.8 no' }] },
    });
    const result = await tryToConnect(server.port, inClear);
    expect(result).toMatchObject({ kind: 'refused', step: 'AUTH', reply: { code: 535 } });
    expect(result).toMatchObject({
      conversation: expect.arrayContaining(['C: AUTH LOGIN', 'C: ***', 'S: 535 5.7.8 no']),
    });
    expect(JSON.stringify(result)).not.toContain(base64('secret'));
  });

  it.each(['silent', 'cut', 'garbage', { say: '250 hm' }] as const)(
    'answered by %j fails or is in',
    async (AUTH) => {
      await start({ extensions: ['AUTH PLAIN'], at: { AUTH } });
      const result = await outlast(server, () => tryToConnect(server.port, inClear));
      expect(result.kind).toBe(typeof AUTH === 'object' ? 'open' : 'failed');
      if (result.kind === 'open') result.session.quit();
    },
  );

  it('needs a way that we know', async () => {
    await start({ extensions: ['AUTH GSSAPI'] });
    const result = await tryToConnect(server.port, inClear);
    expect(result).toMatchObject({ kind: 'failed', step: 'AUTH', error: { code: 'EAUTH' } });
  });

  it('sends no password in clear, unless the option allows it', async () => {
    await start({ extensions: ['AUTH PLAIN'] });
    const result = await tryToConnect(server.port, { credentials });
    expect(result).toMatchObject({ kind: 'failed', step: 'TLS', tlsFailure: 'starttls-not-supported' });
    expect(server.commands.some((line) => line.startsWith('AUTH'))).toBe(false);
  });
});
