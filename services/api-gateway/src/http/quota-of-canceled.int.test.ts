import { plans, type UsageResource } from '@postrider/contracts/organizations';
import type { Mode } from '@postrider/contracts/statuses';
import {
  createApiKey,
  createDomain,
  createOrganization,
  eventually,
  type ApiKeyFixture,
} from '@postrider/testkit';
import type { Answer, TestApi } from '../../test/test-api';
import { useApi } from '../../test/use-api';
import { createTurnedClock } from '../../test/turned-clock';

const dayMs = 86_400_000;
const dailyCap = 100;
const clock = createTurnedClock();
let replica: TestApi;

beforeAll(() => {
  expect(plans.free.dailyCap).toBe(dailyCap);
  clock.toNoon();
});
// Longer than a statement takes on a machine that does much else.
const limits = { rebuildDelayMs: 6_000 };
const api = useApi({ clock, limits });
beforeAll(async () => {
  replica = await api.startReplica({ clock, limits });
});

interface Party {
  readonly organizationId: string;
  readonly send: (recipients: number, further?: object, via?: TestApi) => Promise<Answer<{ id: string }>>;
  readonly cancel: (id: string, via?: TestApi) => Promise<string>;
  readonly used: (via?: TestApi) => Promise<readonly [day: number, month: number]>;
}

async function newParty(mode: Mode = 'live'): Promise<Party> {
  const { pool } = api;
  const { id: organizationId } = await createOrganization(pool, { plan: 'free' });
  const { name } = await createDomain(pool, { organizationId });
  const key = await createApiKey(pool, { organizationId, mode, rateLimit: 0 });
  // As creating an organization does: otherwise Redis seems to have been wiped, and its counters settle first.
  await api.bumpCacheVersion(organizationId);
  return { organizationId, ...calls(key, `a@${name}`) };
}

function calls(key: ApiKeyFixture, from: string): Omit<Party, 'organizationId'> {
  return {
    send: (recipients, further, via = api) => {
      const to = Array.from({ length: recipients }, (_, index) => `r${index}@example.com`);
      return via.post('/emails', key, { from, to, subject: 'Hello', text: 'Hi', ...further });
    },
    cancel: async (id, via = api) => {
      const { refusal, status } = await via.post(`/emails/${id}/cancel`, key);
      return refusal ?? String(status);
    },
    used: async (via = api) => {
      const { daily, monthly } = (await via.get<UsageResource>('/usage', key)).body.emails;
      return [daily.used, monthly.used];
    },
  };
}

const inFiveDays = () => ({ scheduled_at: new Date(clock.now().getTime() + 5 * dayMs).toISOString() });

it('an email that is canceled gives its recipients back, once, also after Redis was wiped', async () => {
  const { send, cancel, used } = await newParty();
  const scheduled = await send(40, inFiveDays());
  const queued = await send(30);
  await send(5);
  expect(await used()).toEqual([75, 75]);
  const { id } = scheduled.body;
  const cancels = await Promise.all(
    Array.from({ length: 8 }, (_, n) => cancel(id, n % 2 === 0 ? api : replica)),
  );
  expect(cancels.sort()).toEqual(['200', ...Array.from({ length: 7 }, () => '409 not_cancelable')]);
  expect(await used()).toEqual([35, 35]);
  expect(await cancel(queued.body.id)).toBe('200');
  expect(await used()).toEqual([5, 5]);
  await api.flushRedis();
  expect(await used(replica)).toEqual([5, 5]);
  expect((await send(50)).status).toBe(200);
  expect((await send(dailyCap - 54)).refusal).toBe('429 quota_exceeded');
  expect((await send(dailyCap - 55)).status).toBe(200);
});

it('recipients that suppression had dropped are not refunded twice', async () => {
  const { organizationId, send, cancel, used } = await newParty();
  await api.pool.query(
    `INSERT INTO suppressions (id, organization_id, email, reason)
     VALUES (gen_random_uuid(), $1, 'r0@example.com', 'manual')`,
    [organizationId],
  );
  const first = await send(10);
  const { body } = await send(3);
  expect(await cancel(body.id)).toBe('200');
  await eventually(async () => (await used())[0] === 9);
  expect(await cancel(first.body.id)).toBe('200');
  expect(await used()).toEqual([0, 0]);
});

it('canceling a test email changes no quota', async () => {
  const { send, cancel, used } = await newParty('test');
  const { body } = await send(40, inFiveDays());
  expect(await cancel(body.id)).toBe('200');
  expect(await used()).toEqual([0, 0]);
});

it('counters and rows agree after sends, cancels and wipes at the same time on two gateways', async () => {
  const { send, cancel, used } = await newParty();
  let accepted = 0;
  let wipes = 0;
  const one = async (via: TestApi): Promise<void> => {
    const { status, body } = await send(3, inFiveDays(), via);
    if (status !== 200) return;
    accepted += 1;
    if (accepted % 25 === 0) {
      wipes += 1;
      await api.flushRedis();
    }
    if (accepted % 2 === 0) expect(await cancel(body.id, via)).toBe('200');
  };
  const turns = Array.from({ length: 60 }, (_, index) => () => one(index % 2 ? api : replica));
  const work = async (): Promise<void> => {
    for (let turn = turns.pop(); turn !== undefined; turn = turns.pop()) await turn();
  };
  await Promise.all(Array.from({ length: 8 }, work));
  expect(wipes).toBeGreaterThan(0);
  // Sends once more, so that counters are there.
  const rest = await send(1);
  const counted = await used();
  await api.flushRedis();
  expect(await used(replica)).toEqual(counted);
  expect([rest.status, counted[0] <= dailyCap]).toEqual([200, true]);
});
