import { randomBytes } from 'node:crypto';
import {
  FrameReader,
  relayedMailsPath,
  writeFrames,
  type RelayedAnswerHead,
} from '@postrider/contracts/relay';
import {
  createApiKey,
  createOrganization,
  eventuallyPasses,
  testRelaySecret,
  type ApiKeyFixture,
} from '@postrider/testkit';
import { startTestApi, type TestApi } from '../../test/test-api';
import { useApi } from '../../test/use-api';
import { createStoppedClock } from '../../test/turned-clock';

const perMinuteMax = 5;
let guarded: TestApi;

const api = useApi({ shared: true, domain: { name: 'mail.relayed.test' } });
// Failures are counted in memory: each test has a gateway that has seen none.
beforeEach(async () => {
  guarded = await startTestApi({
    ...{ replicaOf: api, clock: createStoppedClock(), limits: { authFailuresPerMinute: perMinuteMax } },
  });
});
afterEach(() => guarded.close());

const newKey = (): Promise<ApiKeyFixture> => api.createKey();
const wrongToken = (): string => `pr_live_${randomBytes(24).toString('hex')}`;

/** As the relay does it for an SMTP client that has logged in from `address` as `keyId`. */
const login = async (address: string, keyId: string, token: string): Promise<string> => {
  const answer = await guarded.send('/keys/me', {
    method: 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      'postrider-relay-secret': testRelaySecret,
      'postrider-client-address': address,
      'postrider-client-key': keyId,
    },
  });
  return answer.refusal ?? String(answer.status);
};

it('hundreds of failures of one SMTP client hold back that client alone', async () => {
  const key = await newKey();
  const guesses: string[] = [];
  for (let count = 0; count < 200; count += 1) guesses.push(await login('127.0.0.2', key.id, wrongToken()));
  expect(guesses.slice(0, perMinuteMax)).toEqual(
    guesses.slice(0, perMinuteMax).map(() => '401 unauthorized'),
  );
  expect(guesses.slice(perMinuteMax)).toEqual(guesses.slice(perMinuteMax).map(() => '429 rate_limited'));
  // Of the same relay, with a key that no gateway has seen, and the very key that was guessed at.
  expect(await login('127.0.0.1', key.id, key.token)).toBe('200');
  // REST clients behind the address that the relay has.
  const rest = await newKey();
  expect((await guarded.send('/keys/me', { method: 'GET', key: rest })).status).toBe(200);
});

it('guessing at one key from many addresses leaves each of them one attempt', async () => {
  const key = await newKey();
  const addresses = Array.from({ length: perMinuteMax }, (_none, i) => `192.0.2.${i + 1}`);
  for (const address of addresses)
    expect(await login(address, key.id, wrongToken())).toBe('401 unauthorized');
  for (const address of addresses)
    expect(await login(address, key.id, wrongToken())).toBe('429 rate_limited');
  expect(await login('198.51.100.1', key.id, wrongToken())).toBe('401 unauthorized');
  expect(await login('198.51.100.1', key.id, wrongToken())).toBe('429 rate_limited');
  // Its owner, from an address that has not failed, and another key from one that has.
  expect(await login('198.51.100.2', key.id, key.token)).toBe('200');
  const other = await newKey();
  expect(await login('192.0.2.1', other.id, other.token)).toBe('200');
});

it('addresses of one IPv6 network are one client', async () => {
  const key = await newKey();
  for (let count = 1; count <= perMinuteMax; count += 1) {
    expect(await login(`2001:db8::${count}`, key.id, wrongToken())).toBe('401 unauthorized');
  }
  const other = await newKey();
  expect(await login('2001:db8::ffff', other.id, other.token)).toBe('429 rate_limited');
  expect(await login('2001:db8:0:1::1', other.id, other.token)).toBe('200');
});

it('an address counts for nothing without the secret of the relay', async () => {
  const guess = (secret: string | undefined) =>
    guarded.send('/keys/me', {
      method: 'GET',
      headers: {
        authorization: `Bearer ${wrongToken()}`,
        'postrider-client-address': '203.0.113.1',
        ...(secret !== undefined && { 'postrider-relay-secret': secret }),
      },
    });
  for (const secret of ['', 'x', Buffer.alloc(32, 'another secret').toString('base64')]) {
    expect((await guess(secret)).refusal).toBe('503 service_unavailable');
  }
  const refusals: (string | null)[] = [];
  for (let count = 0; count <= perMinuteMax; count += 1) refusals.push((await guess(undefined)).refusal);
  // The peer's own address is what failed.
  expect(refusals.at(-1)).toBe('429 rate_limited');
  const key = await newKey();
  expect(await login('203.0.113.1', key.id, key.token)).toBe('200');
});

it('a relay that only checks whether it is trusted gets 401 every time, without a limit', async () => {
  for (let count = 0; count < 3 * perMinuteMax; count += 1) {
    const answer = await guarded.send('/keys/me', {
      method: 'GET',
      headers: { 'postrider-relay-secret': testRelaySecret },
    });
    expect(answer.refusal).toBe('401 unauthorized');
  }
});

describe('mails that come together', () => {
  const post = (body: Buffer, secret = testRelaySecret) =>
    fetch(guarded.url + relayedMailsPath, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', 'postrider-relay-secret': secret },
      body: new Uint8Array(body),
    });
  const mail = (to: string, token: string, further: { headers?: object; body?: string } = {}) => ({
    head: {
      authorization: `Bearer ${token}`,
      'postrider-client-address': '192.0.2.77',
      'postrider-client-key': 'a key',
      ...further.headers,
    },
    body: further.body ?? JSON.stringify({ from: 'a@mail.relayed.test', to: [to], subject: 's', text: 't' }),
  });
  const answers = async (mails: readonly ReturnType<typeof mail>[]) => {
    const response = await post(writeFrames(mails));
    expect(response.status).toBe(200);
    const frames = new FrameReader().push(Buffer.from(await response.arrayBuffer()));
    const byIndex = frames.map(({ head, body }) => ({
      ...(head as RelayedAnswerHead),
      body: JSON.parse(body.toString('utf8')) as { id?: string; error?: { code: string } },
    }));
    return byIndex.sort((a, b) => a.index - b.index);
  };

  it('are each accepted or refused for themselves', async () => {
    const [key, limited] = await Promise.all([newKey(), api.createKey({ rateLimit: 1 })]);
    const stranger = await createOrganization(api.pool);
    const foreign = await createApiKey(api.pool, { organizationId: stranger.id });
    const repeated = { headers: { 'idempotency-key': `together-${randomBytes(4).toString('hex')}` } };
    const found = await answers([
      mail('one@recipients.test', key.token, repeated),
      mail('two@recipients.test', wrongToken()),
      mail('three@recipients.test', foreign.token),
      mail('four@recipients.test', key.token, { body: '{"from":' }),
      mail('one@recipients.test', key.token, repeated),
      mail('five@recipients.test', limited.token),
      mail('six@recipients.test', limited.token),
    ]);
    expect(found.map(({ status, body }) => [status, body.error?.code])).toEqual([
      [200, undefined],
      [401, 'unauthorized'],
      [422, 'unknown_domain'],
      [400, 'invalid_json'],
      [200, undefined],
      [200, undefined],
      [429, 'rate_limited'],
    ]);
    const [first, , , , again, , over] = found;
    expect(again?.body.id).toBe(first?.body.id);
    expect([first, again].map((each) => each?.headers['idempotent-replayed']).sort()).toEqual([
      'true',
      undefined,
    ]);
    expect(over?.headers['retry-after']).toBe('1');

    const { rows } = await api.pool.query<{ recipients: string[] }>(
      `SELECT array_agg(address ORDER BY address) AS recipients FROM recipients WHERE message_id = ANY($1)`,
      [found.flatMap(({ body }) => body.id ?? [])],
    );
    expect(rows[0]?.recipients).toEqual(['five@recipients.test', 'one@recipients.test']);
    await eventuallyPasses(async () => {
      const logged = await api.pool.query<{ path: string; status: number; request_bytes: number }>(
        `SELECT path, status, request_bytes FROM api_request_logs WHERE api_key_id = ANY($1) ORDER BY status, path`,
        [[key.id, foreign.id, limited.id]],
      );
      expect(logged.rows.map(({ path, status }) => `${status} ${path}`)).toEqual(
        [200, 200, 200, 400, 422, 429].map((status) => `${status} /api/v1/emails`),
      );
      expect(logged.rows.every(({ request_bytes }) => request_bytes > 0)).toBe(true);
    });
  });

  it('are taken from relays alone, and as relays write them', async () => {
    const key = await newKey();
    const bytes = writeFrames([mail('b@recipients.test', key.token)]);
    const without = await fetch(guarded.url + relayedMailsPath, {
      method: 'POST',
      body: new Uint8Array(bytes),
    });
    expect(without.status).toBe(404);
    expect((await post(bytes, Buffer.alloc(32, 'another').toString('base64'))).status).toBe(503);
    expect((await post(bytes.subarray(0, bytes.length - 1))).status).toBe(400);
    expect((await post(Buffer.from('no frames'))).status).toBe(400);
    expect((await post(Buffer.alloc(0))).status).toBe(400);
    expect((await post(Buffer.alloc(1_048_577))).status).toBe(413);
    const tooLong = writeFrames([mail('b@recipients.test', key.token, { body: ' '.repeat(65_537) })]);
    expect((await post(tooLong)).status).toBe(400);
    const tooMany = Array.from({ length: 51 }, () => mail('b@recipients.test', key.token));
    expect((await post(writeFrames(tooMany))).status).toBe(400);
  });
});
