import { quotaCounters } from '@postrider/admission';
import { createRedis } from '@postrider/messaging';
import { createLogger } from '@postrider/runtime';
import { createOrganization, createTestContext, type TestContext, eventually } from '@postrider/testkit';
import { createOperator } from '../../test/run-operator';

// Every command is a process of its own, which takes a second or more to start.
jest.setTimeout(120_000);

let context: TestContext;
let operator: ReturnType<typeof createOperator>;

beforeAll(async () => {
  context = await createTestContext();
  operator = createOperator(context);
});
afterAll(() => context.close());

const rowOf = async <T>(text: string, values: unknown[]): Promise<T | undefined> =>
  (await context.pool.query<T & object>(text, values)).rows[0];

it('brings an organization into being, with its first admin key, and writes down who did it', async () => {
  const created = await operator.json<{ id: string; slug: string }>(
    ...[
      'organizations',
      'create',
      '--name',
      'Acme Inc',
      '--slug',
      'acme',
      '--kind',
      'client',
      '--plan',
      'starter',
    ],
  );
  const key = await operator.json<{ id: string; token: string }>('keys', 'create', 'acme');
  expect(key.token).toMatch(/^pr_live_/);
  expect(await operator.json('organizations', 'show', created.id)).toMatchObject({
    slug: 'acme',
    kind: 'client',
    plan: 'starter',
    keys: 1,
  });
  const { rows } = await context.pool.query<{ action: string; actor_name: string }>(
    'SELECT action, actor_name FROM audit_entries WHERE organization_id = $1 ORDER BY id',
    [created.id],
  );
  expect(rows).toEqual([
    { action: 'org.create', actor_name: 'olga' },
    { action: 'api_key.create', actor_name: 'olga' },
  ]);
  const stored = await rowOf<{ dump: string }>(
    `SELECT row_to_json(k)::text || (SELECT string_agg(row_to_json(a)::text, '') FROM audit_entries a) AS dump
       FROM api_keys k WHERE id = $1`,
    [key.id],
  );
  expect(stored?.dump).not.toContain(key.token);
  expect(await rowOf('SELECT count(*) FROM alert_rules WHERE organization_id = $1', [created.id])).toEqual({
    count: '4',
  });
});

it('changes plan and pauses, and tells the gateways', async () => {
  const { id } = await createOrganization(context.pool, { slug: 'paused' });
  await operator.json('organizations', 'set-plan', 'paused', 'scale');
  await operator.json('organizations', 'pause', id, '--reason', 'too many bounces');
  expect(await operator.json('organizations', 'show', 'paused')).toMatchObject({
    plan: 'scale',
    sending_paused_reason: 'too many bounces',
  });
  const resumed = await operator.json('organizations', 'resume', id);
  expect(resumed).toMatchObject({ sending_paused_at: null, sending_paused_reason: null });
  const entry = await rowOf<{ before: object; after: object }>(
    `SELECT before, after FROM audit_entries WHERE organization_id = $1 AND action = 'org.set_plan'`,
    [id],
  );
  expect(entry).toEqual({ before: { plan: 'internal' }, after: { plan: 'scale' } });
});

it('has the quota counted again under the plan that it changes to', async () => {
  const { id } = await createOrganization(context.pool, { slug: 'back-to-free' });
  const log = createLogger({ name: 'operator test', level: 'silent' });
  const redis = createRedis({ url: context.redisUrl, name: 'operator test', log });
  await eventually(() => redis.status === 'ready');
  const { monthKey } = quotaCounters(id, 'free', new Date());
  await redis.set(monthKey, 7);
  await operator.json('organizations', 'set-plan', id, 'free');
  expect(await redis.exists(monthKey)).toBe(0);
  await redis.quit();
});
