import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  createApiKey,
  createDomain,
  createOrganization,
  eventually,
  type ApiKeyFixture,
} from '@postrider/testkit';
import { startTestApi, type TestApi } from '../../test/test-api';
import { useApi } from '../../test/use-api';

interface Tenant {
  readonly key: ApiKeyFixture;
  readonly from: string;
}

const budgetBytes = 24_000_000;
let impatient: TestApi;
let attacker: Tenant;
let victim: Tenant;
const sockets: Socket[] = [];

const api = useApi({ limits: { largeBodyBytesMax: budgetBytes } });
beforeAll(async () => {
  impatient = await startTestApi({
    replicaOf: api,
    limits: { largeBodyBytesMax: budgetBytes, bodyPace: { windowMs: 1_000, bytesMin: 1_000 } },
  });
});
// Of its own for each test: a client that went away while it was held back is noticed late.
beforeEach(async () => {
  [attacker, victim] = [await createTenant(), await createTenant()];
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) {
    socket.destroy();
    if (!socket.closed) await once(socket, 'close');
  }
});

async function createTenant(): Promise<Tenant> {
  const { pool } = api;
  const { id: organizationId } = await createOrganization(pool);
  const domain = await createDomain(pool, { organizationId });
  return { key: await createApiKey(pool, { organizationId }), from: `a@${domain.name}` };
}

interface Head {
  readonly path?: string;
  readonly token?: string;
  readonly headers: Readonly<Record<string, string | number>>;
}

/** A client that has sent its head, and reads nothing yet. */
async function open({ url }: TestApi, { path = '/api/v1/emails', token, headers }: Head): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const lines = Object.entries({
    host: 'x',
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return socket;
}

/** All that the server says until it closes; rejects when the connection breaks. */
async function answerOf(socket: Socket): Promise<string> {
  let text = '';
  // A client that still writes when the connection is closed after the answer gets a reset.
  const broken = once(socket, 'error').then(([error]) => {
    if (text === '') throw error as Error;
  });
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  await Promise.race([once(socket, 'end'), broken]);
  return text;
}

/** As `sendall`: returns when the system has taken the last byte. */
async function sendAll(socket: Socket, body: string | Buffer): Promise<void> {
  await new Promise<void>((resolve, reject) =>
    socket.write(body, (error) => (error ? reject(error) : resolve())),
  );
}

/** Less than a window long: a write after the server has closed would throw its answer away. */
function trickle(socket: Socket): void {
  const drops = setInterval(() => socket.write(' '), 20);
  setTimeout(() => clearInterval(drops), 800);
}

const email = ({ from }: Tenant, htmlChars: number) => ({
  from,
  to: 'b@example.com',
  subject: 'Hello',
  html: 'x'.repeat(htmlChars),
});

describe('bodies of one client leave room for the others', () => {
  it('when they were announced and never come', async () => {
    for (let count = 0; count < 6; count += 1) {
      await open(api, { token: attacker.key.token, headers: { 'content-length': 24_000_000 } });
    }
    for (const tenant of [victim, attacker]) {
      expect((await api.post('/emails', tenant.key, email(tenant, 1_500_000))).status).toBe(200);
    }
  });

  it('when each of them is half there', async () => {
    for (let count = 0; count < 6; count += 1) {
      const headers = { 'content-length': 24_000_000 };
      const socket = await open(api, { token: attacker.key.token, headers });
      socket.write(Buffer.alloc(8_000_000, 'x'));
    }
    for (let count = 0; count < 3; count += 1) {
      expect((await api.post('/emails', victim.key, email(victim, 1_500_000))).status).toBe(200);
    }
  });

  it('when they come in chunks: a small one is charged what it has', async () => {
    for (let count = 0; count < 30; count += 1) {
      const headers = { 'transfer-encoding': 'chunked' };
      const socket = await open(api, { token: attacker.key.token, headers });
      socket.write('1\r\n{\r\n');
    }
    expect((await api.post('/emails', attacker.key, email(attacker, 1_500_000))).status).toBe(200);
  });

  it('and many of one client that come together are all received, one after the other', async () => {
    const sends = Array.from({ length: 6 }, () => api.post('/emails', victim.key, email(victim, 1_900_000)));
    expect((await Promise.all(sends)).map(({ status }) => status)).toEqual(sends.map(() => 200));
  });
});

describe('a small body that came with its head', () => {
  /** An organization has room for one byte. */
  let narrow: TestApi;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  beforeAll(async () => {
    // What is half there keeps its room for longer than a body waits for some.
    const bodyPace = { windowMs: 50_000, bytesMin: 1 };
    narrow = await startTestApi({ replicaOf: api, limits: { largeBodyBytesMax: 2, bodyPace } });
  });
  afterAll(async () => {
    agent.destroy();
    await narrow.close();
  });

  async function post({ key, from }: Tenant): Promise<string> {
    const sent = request(`${narrow.url}/api/v1/emails`, {
      ...{ agent, method: 'POST' },
      headers: { authorization: `Bearer ${key.token}`, 'content-type': 'application/json' },
    });
    // In one write with the head.
    sent.end(JSON.stringify(email({ key, from }, 100)));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    await text(answer);
    return `${answer.statusCode} ${sent.reusedSocket ? 'kept' : 'new'}`;
  }

  it('is read at once on a kept connection too, and needs none of the room that its organization has used up', async () => {
    expect(await post(victim)).toBe('200 new');
    const headers = { 'transfer-encoding': 'chunked', expect: '100-continue' };
    const halfThere = await open(narrow, { token: victim.key.token, headers });
    await once(halfThere, 'data');
    await sendAll(halfThere, '1\r\n{\r\n');
    // By the end of a round trip the byte has been read as well.
    await narrow.get('/keys/me', victim.key);
    expect(await post(victim)).toBe('200 kept');
  });
});

describe('a body that', () => {
  it.each([
    ['never comes', (): void => undefined],
    ['trickles', trickle],
  ])('%s ends with 408, and its connection too', async (_what, send) => {
    const socket = await open(impatient, {
      token: attacker.key.token,
      headers: { 'content-length': 1_000_000 },
    });
    send(socket);
    const answer = await answerOf(socket);
    expect(answer).toContain('408 Request Timeout');
    expect(answer).toContain('"code":"request_timeout"');
  });

  it('comes without a key is not kept', async () => {
    const rows = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const socket = await open(api, { headers: { 'content-length': 24_000_000, connection: 'close' } });
        await sendAll(socket, Buffer.alloc(24_000_000, 'x'));
        return answerOf(socket);
      }),
    );
    expect(rows.every((answer) => answer.startsWith('HTTP/1.1 401'))).toBe(true);
    expect((await api.post('/emails', victim.key, email(victim, 1_500_000))).status).toBe(200);
  });
});

describe('a client that sends all before it reads, as Python does, gets its answer', () => {
  const large = { 'content-length': 40_000_000, connection: 'close' };
  it.each<[string, string, () => Head]>([
    ['too large', '413', () => ({ token: victim.key.token, headers: large })],
    ['without a key', '401', () => ({ headers: large })],
    [
      'of another type',
      '415',
      () => ({
        token: victim.key.token,
        headers: { ...large, 'content-type': 'text/plain', 'content-length': 20_000_000 },
      }),
    ],
    ['to nowhere', '404', () => ({ path: '/api/v1/nowhere', token: victim.key.token, headers: large })],
    [
      'to what cannot be posted to',
      '405',
      () => ({ path: '/api/v1/usage', token: victim.key.token, headers: large }),
    ],
    [
      'that keeps its connection',
      '413',
      () => ({ token: victim.key.token, headers: { 'content-length': 40_000_000 } }),
    ],
  ])('%s: %s', async (_what, status, head) => {
    const given = head();
    const socket = await open(api, given);
    await sendAll(socket, Buffer.alloc(Number(given.headers['content-length']), 'x'));
    const answer = await answerOf(socket);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer).toContain('"error":{"code":');
  });

  it('over its rate: 429', async () => {
    const { pool } = api;
    const { id: organizationId } = await createOrganization(pool);
    const key = await createApiKey(pool, { organizationId, rateLimit: 1 });
    const answer = await eventually(async () => {
      // Its one request of this second: a large one takes longer than that on a busy machine.
      await api.get('/keys/me', key);
      const headers = { 'content-length': 20_000_000, connection: 'close' };
      const socket = await open(api, { token: key.token, headers });
      await sendAll(socket, Buffer.alloc(20_000_000, 'x'));
      const text = await answerOf(socket);
      return text.startsWith('HTTP/1.1 429') && text;
    });
    expect(answer).toContain('"code":"rate_limited"');
  });

  it('also in chunks', async () => {
    const socket = await open(api, {
      token: victim.key.token,
      headers: { 'transfer-encoding': 'chunked', connection: 'close' },
    });
    const chunk = `${(1_000_000).toString(16)}\r\n${'x'.repeat(1_000_000)}\r\n`;
    await sendAll(socket, `${chunk.repeat(40)}0\r\n\r\n`);
    expect(await answerOf(socket)).toContain('HTTP/1.1 413 ');
  });
});

describe('a client that waits for 100 Continue', () => {
  const headers = { expect: '100-continue', connection: 'close' };

  it('is asked for a body that is wanted', async () => {
    const body = JSON.stringify(email(victim, 100));
    const socket = await open(api, {
      token: victim.key.token,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    });
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write(body);
    expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 200 /);
  });

  it.each([
    ['401', () => ({ headers: { ...headers, 'content-length': 1_000_000 } })],
    ['413', () => ({ token: victim.key.token, headers: { ...headers, 'content-length': 40_000_000 } })],
  ])('is answered %s at once otherwise', async (status, head) => {
    const socket = await open(api, head());
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*connection: close`));
  });
});
