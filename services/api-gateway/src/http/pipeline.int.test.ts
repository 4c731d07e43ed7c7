import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import {
  createApiKey,
  createDomain,
  createOrganization,
  eventually,
  type ApiKeyFixture,
} from '@postrider/testkit';
import { startCutProxy, type CutProxy } from '../../test/cut-proxy';
import { useApi } from '../../test/use-api';

let proxy: CutProxy;
let key: ApiKeyFixture;
let from: string;

const api = useApi({
  databaseUrl: async ({ databaseUrl }) => {
    proxy = await startCutProxy(databaseUrl);
    return proxy.url;
  },
});
beforeAll(async () => {
  const { pool } = api;
  const { id: organizationId } = await createOrganization(pool);
  from = `a@${(await createDomain(pool, { organizationId })).name}`;
  key = await createApiKey(pool, { organizationId });
});
afterAll(async () => {
  await proxy.close();
});

const email = (further: object = {}) => ({
  from,
  to: 'b@example.com',
  subject: 'Hello',
  text: 'Hi',
  ...further,
});
const post = (body: unknown, headers: Record<string, string> = {}) =>
  api.send('/emails', { method: 'POST', key, body, headers });
/** Past the check against the document, which knows no such requests. */
const raw = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${api.url}${path}`, init);
  return { response, body: (await response.json()) as { error: { code: string; message: string } } };
};

describe('a query', () => {
  it.each(['%ff', '%C0%80', '%E4%BD', '%', '%zz'])('with %s, which is no text, is refused', async (value) => {
    const { body } = await raw(`/api/v1/emails?limit=1&kind=a${value}`, {
      headers: { authorization: `Bearer ${key.token}` },
    });
    expect(body.error).toEqual({
      code: 'validation_error',
      message: 'kind: must be percent-encoded UTF-8',
      fields: [{ path: 'kind', message: 'must be percent-encoded UTF-8' }],
    });
  });

  it('names a parameter that cannot be read itself as it came', async () => {
    const { refusal, text } = await api.get('/emails?%ff=1', key);
    expect(refusal).toBe('422 validation_error');
    expect(text).toContain('%ff: must be percent-encoded UTF-8');
  });

  it.each(['%E4%BD%A0', '%F0%9F%93%A8', 'a+b', '%EF%BF%BD'])('with %s is read', async (value) => {
    expect((await api.get(`/emails?kind=${value}`, key)).status).toBe(200);
  });
});

describe('a body', () => {
  it.each([
    ['that breaks off', '{"from":'],
    ['that is empty', ''],
    ['that nests too deep', `${'['.repeat(100)}${']'.repeat(100)}`],
    ['that nests a million levels', '['.repeat(1_000_000)],
    ['with a byte order mark and nothing else', '\ufeff'],
  ])('%s is invalid_json', async (_what, text) => {
    expect((await post(text)).refusal).toBe('400 invalid_json');
  });

  it('that is not UTF-8 is invalid_json', async () => {
    const { response, body } = await raw('/api/v1/emails', {
      method: 'POST',
      headers: { authorization: `Bearer ${key.token}`, 'content-type': 'application/json' },
      body: Buffer.from([0x22, 0xff, 0xfe, 0x22]),
    });
    expect([response.status, body.error.code]).toEqual([400, 'invalid_json']);
  });

  it('larger than the endpoint can need is refused, whether it says its size or not', async () => {
    const large = JSON.stringify(email({ html: 'x'.repeat(25_000_000) }));
    expect((await post(large)).refusal).toBe('413 payload_too_large');
    const chunked = await raw('/api/v1/emails', {
      method: 'POST',
      headers: { authorization: `Bearer ${key.token}`, 'content-type': 'application/json' },
      body: new Blob([large]).stream(),
      duplex: 'half',
    });
    expect([chunked.response.status, chunked.body.error.code]).toEqual([413, 'payload_too_large']);
  });

  it('of another type, or compressed, is refused', async () => {
    const text = JSON.stringify(email());
    const refusals = [
      await post(text, { 'content-type': 'text/plain' }),
      await post(text, { 'content-type': 'application/jsonx' }),
      await post(text, { 'content-encoding': 'gzip' }),
    ];
    expect(refusals.map(({ refusal }) => refusal)).toEqual(refusals.map(() => '415 unsupported_media_type'));
    const { response } = await raw('/api/v1/emails', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key.token}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body: gzipSync(text),
    });
    expect(response.status).toBe(415);
    expect((await post(text, { 'content-type': 'Application/JSON; charset=utf-8' })).status).toBe(200);
  });

  it('may have fields that we do not know', async () => {
    expect((await post(email({ priority: 'high', __proto__: { x: 1 } }))).status).toBe(200);
  });
});

describe('an answer', () => {
  it('names its request, by the id that the client gave if it is one', async () => {
    const given = await post(email(), { 'x-request-id': 'trace-0123456789' });
    expect(given.headers.get('x-request-id')).toBe('trace-0123456789');
    const odd = await post(email(), { 'x-request-id': '"><script>' });
    expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect((await raw('/nowhere')).response.headers.get('x-request-id')).toBeTruthy();
  });

  it.each([
    ['GET /api/v1/nowhere', '404 not_found'],
    ['GET /', '404 not_found'],
    ['GET /api/v1/emails/%ZZ', '404 not_found'],
    ['PUT /api/v1/emails', '405 method_not_allowed'],
    ['DELETE /api/v1/emails/batch', '405 method_not_allowed'],
    ['GET /api/v1/emails/batch', '405 method_not_allowed'],
  ])('to %s is %s with an error body', async (request, refusal) => {
    const [method = '', path = ''] = request.split(' ');
    const { response, body } = await raw(path, { method });
    expect(`${response.status} ${body.error.code}`).toBe(refusal);
    if (response.status === 405) expect(response.headers.get('allow')).toContain('POST');
  });

  it('is the same on the way past Express and through it', async () => {
    const [hot, routed] = [
      await post(email()),
      await api.send('/emails?x=1', { method: 'POST', key, body: email() }),
    ];
    expect([hot.status, routed.status]).toEqual([200, 200]);
    expect([...hot.headers.keys()]).toEqual([...routed.headers.keys()]);
  });

  it('to what is no HTTP has an error body too', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(api.url).port), '127.0.0.1', () =>
        socket.write('NONSENSE\r\n\r\n'),
      );
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.on('close', () => resolve(text));
    });
    expect(answer).toContain('400 Bad Request');
    expect(answer).toContain('"error":{"code":');
  });
});

it('a client that goes away in the middle of its body leaves nothing behind', async () => {
  const { port } = new URL(api.url);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        `POST /api/v1/emails HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key.token}\r\n` +
          'content-type: application/json\r\ncontent-length: 500\r\n\r\n{"from":',
      );
      setImmediate(() => socket.destroy());
    });
    socket.on('close', () => resolve());
  });
  expect((await post(email())).status).toBe(200);
});

it('while PostgreSQL is unavailable sends answer 503 and nothing is half-written', async () => {
  const stored = async (): Promise<number[]> => {
    const tables = ['messages', 'message_contents', 'recipients', 'email_events', 'idempotency_keys'];
    return Promise.all(
      tables.map(async (table) => {
        const { rows } = await api.pool.query<{ count: string }>(`SELECT count(*) FROM ${table}`);
        return Number(rows[0]?.count);
      }),
    );
  };
  expect((await post(email())).status).toBe(200);
  const before = await stored();
  proxy.cut();
  const [one, batch] = await Promise.all([
    post(email({ idempotency_key: 'during' })),
    api.post('/emails/batch', key, [email(), email()]),
  ]);
  expect([one.refusal, batch.refusal]).toEqual(['503 service_unavailable', '503 service_unavailable']);
  expect(one.headers.get('retry-after')).toBe('5');
  expect(await stored()).toEqual(before);
  proxy.mend();
  const again = await eventually(async () => {
    const answer = await post(email({ idempotency_key: 'during' }));
    return answer.status === 200 ? answer : null;
  });
  expect(again?.headers.get('idempotent-replayed')).toBeNull();
});
