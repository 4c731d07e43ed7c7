import { randomBytes } from 'node:crypto';
import type { ApiKeyFixture } from '@postrider/testkit';
import { startTestApi, type TestApi } from '../../test/test-api';
import { useApi } from '../../test/use-api';
import { createTurnedClock } from '../../test/turned-clock';

const clock = createTurnedClock();
let replica: TestApi;

const api = useApi({ clock, shared: true });
beforeAll(async () => {
  replica = await api.startReplica({ clock });
  await api.createDomain({ name: 'mail.acme.test' });
});

const newKey = (further: object = {}): Promise<ApiKeyFixture> => api.createKey({ ...further });
const me = (key: Pick<ApiKeyFixture, 'token'>, via: TestApi = api) =>
  via.send('/keys/me', { method: 'GET', key });
const change = async (sql: string, id: string): Promise<void> => {
  await api.pool.query(sql, [id]);
  expect(await api.bumpCacheVersion(api.organizationId)).toBe(true);
};

describe('unauthorized', () => {
  it('is one and the same answer for every reason', async () => {
    const [revoked, expired] = await Promise.all([
      newKey({ revokedAt: new Date() }),
      newKey({ expiresAt: new Date(Date.now() - 1_000) }),
    ]);
    const authorizations = [
      undefined,
      '',
      'Bearer',
      'Bearer nonsense',
      `Basic ${revoked.token}`,
      `Bearer pr_live_${'0'.repeat(48)}`,
      `Bearer pr_live_${'0'.repeat(5_000)}`,
      `Bearer ${revoked.token}`,
      `Bearer ${expired.token}`,
    ];
    const answers = await Promise.all(
      authorizations.map((authorization) =>
        api.send('/keys/me', {
          method: 'GET',
          ...(authorization !== undefined && { headers: { authorization } }),
        }),
      ),
    );
    expect(answers.map(({ refusal }) => refusal)).toEqual(answers.map(() => '401 unauthorized'));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  it('comes before anything else that is wrong', async () => {
    const answer = await api.send('/emails', {
      method: 'POST',
      body: 'not json',
      headers: { 'content-type': 'text/x' },
    });
    expect(answer.refusal).toBe('401 unauthorized');
  });

  it('follows on the very next request after a key was revoked, on every gateway', async () => {
    const key = await newKey();
    expect([(await me(key)).status, (await me(key, replica)).status]).toEqual([200, 200]);
    await change('UPDATE api_keys SET revoked_at = now() WHERE id = $1', key.id);
    expect([(await me(key)).status, (await me(key, replica)).status]).toEqual([401, 401]);
  });

  it('follows also when Redis was wiped between the revocation and the request', async () => {
    const key = await newKey();
    expect((await me(key)).status).toBe(200);
    await change('UPDATE api_keys SET revoked_at = now() WHERE id = $1', key.id);
    await api.flushRedis();
    expect((await me(key)).status).toBe(401);
  });

  it('follows when a key expires, and a day after it was rotated', async () => {
    const [expiring, rotated] = await Promise.all([
      newKey({ expiresAt: new Date(clock.now().getTime() + 60_000) }),
      newKey(),
    ]);
    await api.pool.query('UPDATE api_keys SET rotated_at = $2 WHERE id = $1', [rotated.id, clock.now()]);
    const both = async (): Promise<number[]> => [(await me(expiring)).status, (await me(rotated)).status];
    expect(await both()).toEqual([200, 200]);
    clock.forward(61_000);
    expect(await both()).toEqual([401, 200]);
    clock.forward(24 * 3_600_000);
    expect(await both()).toEqual([401, 401]);
  });
});

it('a change of domains is seen by the very next request', async () => {
  const key = await newKey();
  const send = () =>
    api.post('/emails', key, { from: 'a@late.acme.test', to: 'b@example.com', subject: 's', text: 't' });
  expect((await send()).refusal).toBe('422 unknown_domain');
  await api.createDomain({ name: 'late.acme.test' });
  await api.bumpCacheVersion(api.organizationId);
  expect((await send()).status).toBe(200);
});

it('an error for a key with too little permission names the required one', async () => {
  const key = await newKey({ permission: 'SEND' });
  const answer = await api.get<{ error: { message: string } }>('/webhooks', key);
  expect(answer.refusal).toBe('403 forbidden');
  expect(answer.body.error.message).toContain('ADMIN');
});

it('too many failures from one address are held back, while keys in use go on', async () => {
  const guarded = await startTestApi({ replicaOf: api, clock, limits: { authFailuresPerMinute: 5 } });
  // All of it is within a minute.
  clock.stop();
  const [key, revoked] = [await newKey(), await newKey()];
  for (const each of [key, revoked]) expect((await me(each, guarded)).status).toBe(200);
  clock.forward(40_000);
  const guess = async (): Promise<string | null> =>
    (await me({ token: `pr_live_${randomBytes(24).toString('hex')}` }, guarded)).refusal;
  const guesses: (string | null)[] = [];
  for (let count = 0; count < 7; count += 1) guesses.push(await guess());
  expect(guesses.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => '401 unauthorized'));
  expect(guesses.slice(5)).toEqual(['429 rate_limited', '429 rate_limited']);
  // What was known of it is out of date by now, and is looked up again.
  clock.forward(30_000);
  expect((await me(key, guarded)).status).toBe(200);
  await change('UPDATE api_keys SET revoked_at = now() WHERE id = $1', revoked.id);
  const ofRevoked = [await me(revoked, guarded), await me(revoked, guarded)].map(({ refusal }) => refusal);
  expect(ofRevoked).toEqual(['401 unauthorized', '429 rate_limited']);
  clock.go();
  await guarded.close();
});
