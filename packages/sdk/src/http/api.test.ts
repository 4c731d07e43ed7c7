import { refusal, startScriptedServer, type ScriptedServer } from '../../test/scripted-server';
import {
  AbortedError,
  ConnectionError,
  IdempotencyMismatchError,
  NotFoundError,
  Postrider,
  PostriderError,
  QuotaError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
  VersionConflictError,
} from '../index';

let server: ScriptedServer;
let client: Postrider;

beforeAll(async () => {
  server = await startScriptedServer();
  client = new Postrider({ apiKey: 'pr_test_x', baseUrl: server.url });
});
afterAll(() => server.close());
// Full jitter: the shortest waits that there are.
beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

const email = { from: 'ada@example.com', to: 'grace@example.com', subject: 'Hello', text: 'It works.' };
const sent = { status: 200, body: { id: 'em_1' } };
const keys = () => server.requests.map(({ headers }) => headers['idempotency-key']);

async function failureOf(call: Promise<unknown>): Promise<PostriderError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PostriderError)) throw new Error(`expected a PostriderError, got ${String(error)}`);
  return error;
}

describe('a send', () => {
  it.each([
    ['cut'],
    [refusal(500, 'internal_error')],
    [refusal(503, 'service_unavailable')],
    [refusal(408, 'x')],
  ] as const)('is tried again after %j, under the same key', async (fault) => {
    server.answer(fault, fault, sent);
    const { id, response } = await client.emails.send(email);
    expect([id, response.attempts]).toEqual(['em_1', 3]);
    expect(new Set(keys())).toEqual(new Set([response.idempotencyKey]));
    expect(response.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('has another key than the next one, and the one that the caller names', async () => {
    server.answer(sent);
    await client.emails.send(email);
    await client.emails.send(email);
    await client.emails.send(email, { idempotencyKey: 'order-1' });
    await client.emails.send({ ...email, idempotency_key: 'order-2' });
    const [first, second, third, fourth] = keys();
    expect(first).not.toBe(second);
    expect([third, fourth]).toEqual(['order-1', 'order-2']);
  });

  it('fails after the tries that are allowed, and says under which key it can be repeated', async () => {
    server.answer('cut');
    const error = await failureOf(client.emails.send(email, { idempotencyKey: 'k' }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      code: 'connection_failed',
      attempts: 3,
      idempotencyKey: 'k',
      status: undefined,
    });
    expect(error.cause).toMatchObject({ name: 'TypeError' });
    expect(server.requests).toHaveLength(3);
    await failureOf(client.emails.send(email, { maxRetries: 0 }));
    expect(server.requests).toHaveLength(4);
  });

  it.each(['quota_exceeded', 'contact_quota_exceeded', 'organization_quota_exceeded'])(
    'never waits for %s, however short the wait is',
    async (code) => {
      server.answer(refusal(429, code, { 'retry-after': '1' }));
      const error = await failureOf(client.emails.send(email));
      expect(error).toBeInstanceOf(QuotaError);
      expect(error).toMatchObject({
        code,
        status: 429,
        retryAfterMs: 1_000,
        attempts: 1,
        requestId: 'req_1',
      });
    },
  );

  it('waits as long as the API says, up to ten seconds', async () => {
    server.answer(refusal(429, 'rate_limited', { 'retry-after': '1' }), sent);
    const begun = performance.now();
    expect((await client.emails.send(email)).response.attempts).toBe(2);
    expect(performance.now() - begun).toBeGreaterThan(990);
    server.answer(refusal(429, 'rate_limited', { 'retry-after': '11' }));
    const error = await failureOf(client.emails.send(email));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfterMs: 11_000, attempts: 1 });
  });

  it('has the metadata of the response in properties that are not enumerable', async () => {
    const headers = {
      'x-request-id': 'req_2',
      'idempotent-replayed': 'true',
      'ratelimit-limit': '10',
      'ratelimit-remaining': '9',
      'ratelimit-reset': '1',
      'postrider-unknown-fields': 'replyTo=reply_to, colour',
    };
    server.answer({ status: 200, body: { id: 'em_1', suppressed: ['a@b.c'] }, headers });
    const answer = await client.emails.send(email);
    expect(answer).toEqual({ id: 'em_1', suppressed: ['a@b.c'] });
    expect(answer.response).toMatchObject({
      requestId: 'req_2',
      replayed: true,
      mismatched: false,
      rateLimit: { limit: 10, remaining: 9, resetMs: 1_000 },
      unknownFields: ['replyTo=reply_to', 'colour'],
    });
  });
});

describe('an idempotency key that was used for another email', () => {
  const headers = { 'idempotent-replayed': 'true', 'idempotent-mismatch': 'true' };
  beforeEach(() => server.answer({ status: 200, body: { id: 'em_1' }, headers }));

  it('fails the send, with the email that the key belongs to', async () => {
    const error = await failureOf(client.emails.send(email, { idempotencyKey: 'reset-7' }));
    expect(error).toBeInstanceOf(IdempotencyMismatchError);
    expect(error).toMatchObject({
      ...{ code: 'idempotency_mismatch', id: 'em_1', idempotencyKey: 'reset-7', status: 200, attempts: 1 },
    });
    expect(server.requests).toHaveLength(1);
  });

  it('does not if the call or the client allows it', async () => {
    const allowed = { allowIdempotencyMismatch: true };
    const { id, response } = await client.emails.send(email, allowed);
    expect([id, response.replayed, response.mismatched]).toEqual(['em_1', true, true]);
    const lenient = new Postrider({ apiKey: 'pr_test_x', baseUrl: server.url, ...allowed });
    expect((await lenient.emails.send(email)).id).toBe('em_1');
  });

  it('fails its item of a batch', async () => {
    const data = [{ id: 'em_1', idempotent_mismatch: true }, { id: 'em_2' }];
    server.answer({ status: 200, body: { data } });
    const [first, second] = await client.emails.sendBatch([email, email]);
    expect(first).toMatchObject({ ok: false, error: { code: 'idempotency_mismatch' } });
    expect(second).toMatchObject({ ok: true, id: 'em_2' });
    const [allowed] = await client.emails.sendBatch([email, email], { allowIdempotencyMismatch: true });
    expect(allowed).toMatchObject({ ok: true, id: 'em_1', idempotent_mismatch: true });
  });
});

it('an invalid request names its fields', async () => {
  const fields = [{ path: 'to[0]', message: 'not an email address' }];
  const invalid = { code: 'validation_error', message: 'to[0]: not an email address', fields };
  server.answer({ status: 422, body: { error: invalid } });
  expect(await failureOf(client.emails.send(email))).toMatchObject({ fields });
  server.answer(refusal(404, 'not_found'));
  expect((await failureOf(client.emails.send(email))).fields).toEqual([]);
  server.answer({ status: 200, body: { data: [{ error: invalid }] } });
  expect(await client.emails.sendBatch([email])).toMatchObject([{ ok: false, error: { fields } }]);
});

describe('an update of a version', () => {
  const options = { ifMatch: '"v1"' };

  it('names the version that was read, and says who changed the object', async () => {
    server.answer({ status: 200, body: { id: 'tpl_1' }, headers: { etag: '"v1"' } });
    const { response } = await client.templates.get('tpl_1');
    expect(response.etag).toBe('"v1"');
    const changed_by = { type: 'user', id: 'user_1', name: 'Grace' };
    const conflict = {
      code: 'version_conflict',
      message: 'x',
      changed_at: '2027-01-01T00:00:00.000Z',
      changed_by,
    };
    server.answer({ status: 412, body: { error: conflict } });
    const error = await failureOf(client.templates.update('tpl_1', { name: 'x' }, options));
    expect(error).toBeInstanceOf(VersionConflictError);
    expect(error).toMatchObject({ changedAt: conflict.changed_at, changedBy: changed_by });
    expect(server.requests.at(-1)?.headers['if-match']).toBe('"v1"');
  });

  it('is not repeated after a lost answer: it may have been made', async () => {
    server.answer('cut');
    const { attempts } = await failureOf(client.templates.update('tpl_1', { name: 'x' }, options));
    expect(attempts).toBe(1);
  });
});

describe('what cannot be repeated', () => {
  const create = () => client.keys.create({ name: 'shop', permission: 'send' });

  it.each([['cut'], [refusal(500, 'internal_error')], [refusal(503, 'service_unavailable')]] as const)(
    'is not, after %j',
    async (fault) => {
      server.answer(fault);
      expect((await failureOf(create())).attempts).toBe(1);
    },
  );

  it('is when it was refused before it was read', async () => {
    server.answer(refusal(429, 'rate_limited'), { status: 201, body: { id: 'key_1' } });
    expect((await create()).response.attempts).toBe(2);
    const closed = await startScriptedServer();
    await closed.close();
    const lost = new Postrider({ apiKey: 'pr_live_x', baseUrl: closed.url });
    expect(await failureOf(lost.keys.create({ name: 'shop', permission: 'send' }))).toMatchObject({
      code: 'connection_failed',
      attempts: 3,
    });
  });
});

describe('time', () => {
  it('ends a try, and then all of them', async () => {
    server.answer('hang', sent);
    // On a busy machine, the answer to the second may come too late as well.
    const { response } = await client.emails.send(email, { timeoutMs: 100, maxRetries: 100 });
    expect(response.attempts).toBeGreaterThan(1);
    server.answer('hang');
    const error = await failureOf(
      client.emails.send(email, { timeoutMs: 200, totalTimeoutMs: 500, maxRetries: 1_000 }),
    );
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error.code).toBe('timeout');
    expect(error.attempts).toBeLessThanOrEqual(3);
  });

  it('of the caller ends a call in the middle of a try, of a wait, and before it has begun', async () => {
    server.answer('hang');
    const reason = new Error('the user left');
    const controller = new AbortController();
    const call = client.emails.get('em_1', { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 50);
    const error = await failureOf(call);
    expect(error).toBeInstanceOf(AbortedError);
    expect(error.cause).toBe(reason);
    server.answer(refusal(429, 'rate_limited', { 'retry-after': '9' }));
    const waiting = client.emails.get('em_1', { signal: AbortSignal.timeout(100) });
    expect(await failureOf(waiting)).toBeInstanceOf(AbortedError);
    const count = server.requests.length;
    expect(await failureOf(client.emails.get('em_1', { signal: AbortSignal.abort() }))).toBeInstanceOf(
      AbortedError,
    );
    expect(server.requests).toHaveLength(count);
  });
});

describe('refusals', () => {
  it.each([
    [404, 'not_found', NotFoundError],
    [422, 'invalid_from', ValidationError],
    [422, 'a_code_of_next_year', ValidationError],
    [500, 'internal_error', ServerError],
  ])('%i %s has its class', async (status, code, type) => {
    server.answer(refusal(status, code));
    const error = await failureOf(client.emails.get('em_1'));
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({
      code,
      status,
      message: `it is ${code}`,
      requestId: 'req_1',
      name: type.name,
    });
  });

  it('of a proxy on the way have what there is', async () => {
    server.answer({ status: 502, body: 'Bad gateway' });
    expect(await failureOf(client.emails.get('em_1', { maxRetries: 0 }))).toMatchObject({
      status: 502,
      code: 'internal_error',
    });
    server.answer({ status: 302, headers: { location: 'https://elsewhere.example' } });
    expect(await failureOf(client.emails.get('em_1'))).toMatchObject({
      status: 302,
      code: 'unreadable_answer',
    });
    server.answer({ status: 200, body: 'text' });
    expect(await failureOf(client.emails.get('em_1'))).toMatchObject({
      code: 'unreadable_answer',
      attempts: 1,
    });
  });

  it('are results of the safe client, which throws nothing but mistakes of the program', async () => {
    server.answer(refusal(404, 'not_found'));
    const refused = await client.safe.emails.get('em_1');
    expect(refused).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(await client.safe.emails.list().page()).toMatchObject({ ok: false });
    server.answer(sent);
    const taken = await client.safe.emails.send(email);
    expect(taken.ok && taken.data.id).toBe('em_1');
    await expect(client.safe.emails.get('')).rejects.toThrow(TypeError);
  });
});

test.each(['', '.', '..'])('an id that would ask for something else rejects the call: %j', async (id) => {
  await expect(client.emails.get(id)).rejects.toThrow('an id is needed');
  await expect(client.segments.listContacts(id).page()).rejects.toThrow('an id is needed');
});

describe('a raw request', () => {
  it('takes method, path, query and body, and returns the JSON of the response', async () => {
    server.answer({ status: 200, body: { id: 'new_1' } });
    const { id, response } = await client.request<{ id: string }>({
      method: 'PUT',
      path: '/things/1',
      query: { since: new Date(0), limit: undefined },
      body: { name: 'x' },
    });
    expect([id, response.status]).toEqual(['new_1', 200]);
    expect(server.requests[0]).toMatchObject({
      method: 'PUT',
      path: '/api/v1/things/1?since=1970-01-01T00%3A00%3A00.000Z',
      body: '{"name":"x"}',
    });
    server.answer({ status: 204 });
    expect(await client.request({ method: 'DELETE', path: '/things/1' })).toEqual({});
  });

  it('repeats a POST after a lost answer only under a key of the caller', async () => {
    server.answer('cut');
    const post = { method: 'POST', path: '/things', body: {} } as const;
    expect(await failureOf(client.request(post))).toMatchObject({ attempts: 1 });
    expect(await failureOf(client.request(post, { idempotencyKey: 'k' }))).toMatchObject({ attempts: 3 });
    expect(keys()).toEqual([undefined, 'k', 'k', 'k']);
  });

  it.each(['things', '//elsewhere.test/x', 'https://elsewhere.test'])('refuses the path %s', async (path) => {
    await expect(client.request({ method: 'GET', path })).rejects.toThrow('must begin with one slash');
  });
});

describe('the environment', () => {
  it('gives the key and the URL that the options do not', async () => {
    jest.replaceProperty(process, 'env', {
      POSTRIDER_API_KEY: 'pr_test_env',
      POSTRIDER_BASE_URL: server.url,
    });
    server.answer(sent);
    await new Postrider().emails.send(email);
    await new Postrider({ apiKey: 'pr_test_option' }).emails.send(email);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer pr_test_env',
      'Bearer pr_test_option',
    ]);
  });

  it('is named when neither has them', () => {
    expect(() => new Postrider({ baseUrl: server.url })).toThrow('pass apiKey or set POSTRIDER_API_KEY');
    expect(() => new Postrider({ apiKey: 'x' })).toThrow('pass baseUrl or set POSTRIDER_BASE_URL');
  });
});

test('an id is a part of the path, whatever is in it', async () => {
  server.answer({ status: 200, body: {} });
  await client.contacts.get('a/b?c#d@example.com');
  expect(server.requests[0]?.path).toBe('/api/v1/contacts/a%2Fb%3Fc%23d%40example.com');
});

test('queries hold what was given, times as the API writes them', async () => {
  server.answer({ status: 200, body: { object: 'list', data: [] } });
  await client.emails.list({ since: new Date(0), to: 'a+b@example.com' }).page();
  expect(server.requests[0]?.path).toBe(
    '/api/v1/emails?since=1970-01-01T00%3A00%3A00.000Z&to=a%2Bb%40example.com',
  );
});

describe('what is no JSON', () => {
  it('is sent and read as what it is', async () => {
    server.answer({ status: 202, body: { id: 'imp_1' } });
    await client.contacts.import('email\na@b.c\n', { topics: 'news' });
    expect(server.requests[0]).toMatchObject({
      body: 'email\na@b.c\n',
      path: '/api/v1/contacts/import?topics=news',
    });
    expect(server.requests[0]?.headers['content-type']).toBe('text/csv');
    server.answer({ status: 200, body: 'file', headers: { 'content-type': 'application/octet-stream' } });
    const file = await client.inbound.getAttachment('in_1', 0);
    expect([new TextDecoder().decode(file.content), file.content_type]).toEqual([
      '"file"',
      'application/octet-stream',
    ]);
    const { stream } = await client.contacts.export();
    expect(await new Response(stream).text()).toBe('"file"');
    server.answer({ status: 204 });
    expect((await client.domains.delete('dom_1')).response.status).toBe(204);
  });
});
