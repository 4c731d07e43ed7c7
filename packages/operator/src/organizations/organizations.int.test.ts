import { quotaCounters } from '@postrider/admission';
import { createRedis } from '@postrider/messaging';
import { createLogger } from '@postrider/runtime';
import { createOrganization, eventually } from '@postrider/testkit';
import { useOperator } from '../../test/run-operator';

const operator = useOperator();

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
  const { rows } = await operator.pool.query<{ action: string; actor_name: string }>(
    'SELECT action, actor_name FROM audit_entries WHERE organization_id = $1 ORDER BY id',
    [created.id],
  );
  expect(rows).toEqual([
    { action: 'org.create', actor_name: 'olga' },
    { action: 'api_key.create', actor_name: 'olga' },
  ]);
  const stored = await operator.rowOf<{ dump: string }>(
    `SELECT row_to_json(k)::text || (SELECT string_agg(row_to_json(a)::text, '') FROM audit_entries a) AS dump
       FROM api_keys k WHERE id = $1`,
    [key.id],
  );
  expect(stored?.dump).not.toContain(key.token);
  expect(
    await operator.rowOf('SELECT count(*) FROM alert_rules WHERE organization_id = $1', [created.id]),
  ).toEqual({
    count: '4',
  });
});

it('changes plan and pauses, and tells the gateways', async () => {
  const { id } = await createOrganization(operator.pool, { slug: 'paused' });
  await operator.json('organizations', 'set-plan', 'paused', 'scale');
  await operator.json('organizations', 'pause', id, '--reason', 'too many bounces');
  expect(await operator.json('organizations', 'show', 'paused')).toMatchObject({
    plan: 'scale',
    sending_paused_reason: 'too many bounces',
  });
  const resumed = await operator.json('organizations', 'resume', id);
  expect(resumed).toMatchObject({ sending_paused_at: null, sending_paused_reason: null });
  const entry = await operator.rowOf<{ before: object; after: object }>(
    `SELECT before, after FROM audit_entries WHERE organization_id = $1 AND action = 'org.set_plan'`,
    [id],
  );
  expect(entry).toEqual({ before: { plan: 'internal' }, after: { plan: 'scale' } });
});

it('renames an organization, and refuses an empty name', async () => {
  const { id } = await createOrganization(operator.pool, { slug: 'old-name' });
  expect(await operator.json('organizations', 'rename', 'old-name', ' New Name ')).toMatchObject({
    id,
    slug: 'old-name',
    name: 'New Name',
  });
  expect(await operator.run('organizations', 'rename', id, ' ')).toMatchObject({
    exitCode: 1,
    stderr: 'name: required\n',
  });
});

it('an organization has its quota counted again under the plan that it changes to', async () => {
  const { id } = await createOrganization(operator.pool, { slug: 'back-to-free' });
  const log = createLogger({ name: 'operator test', level: 'silent' });
  const redis = createRedis({
    url: operator.context.redisUrl,
    name: 'operator test',
    log,
    commandTimeoutMs: 60_000,
  });
  await eventually(() => redis.status === 'ready');
  const { monthKey } = quotaCounters(id, 'free', new Date());
  await redis.set(monthKey, 7);
  await operator.json('organizations', 'set-plan', id, 'free');
  expect(await redis.exists(monthKey)).toBe(0);
  await redis.quit();
});
