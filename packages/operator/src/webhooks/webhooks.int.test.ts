import { newId } from '@postrider/contracts/ids';
import { webhookEndpointsChannel } from '@postrider/contracts/queues';
import { createRedis } from '@postrider/messaging';
import { createLogger } from '@postrider/runtime';
import { createOrganization, createWebhookEndpoint, eventually } from '@postrider/testkit';
import { useOperator } from '../../test/run-operator';

const operator = useOperator();

async function anEndpoint(status: 'enabled' | 'disabled' = 'enabled') {
  const { id: organizationId, slug } = await createOrganization(operator.pool);
  const { id } = await createWebhookEndpoint(operator.pool, {
    organizationId,
    url: 'https://shop.test/hook',
    status,
  });
  return { id, organizationId, slug };
}

const auditOf = (id: string) =>
  operator.rowOf<object>(
    'SELECT action, actor_name, before, after FROM audit_entries WHERE target_id = $1 ORDER BY id DESC LIMIT 1',
    [id],
  );

it('lists endpoints without their secrets, and dead ones alone', async () => {
  const healthy = await anEndpoint();
  const failing = await anEndpoint();
  const disabled = await anEndpoint('disabled');
  await operator.pool.query('UPDATE webhook_endpoints SET failing_since = now() WHERE id = $1', [failing.id]);
  const of = (...options: string[]) => operator.json<{ id: string }[]>('webhooks', 'list', ...options);
  expect((await of()).map(({ id }) => id)).toEqual([disabled.id, failing.id, healthy.id]);
  const dead = await of('--dead');
  expect(dead.map(({ id }) => id)).toEqual([disabled.id, failing.id]);
  expect(JSON.stringify(dead)).not.toContain('secret');
  expect(await of('--organization', healthy.slug)).toMatchObject([{ id: healthy.id, status: 'enabled' }]);
});

it('enables an endpoint with its failures forgotten, and lets the dispatchers know', async () => {
  const { id, organizationId } = await anEndpoint('disabled');
  await operator.pool.query(
    `UPDATE webhook_endpoints SET disabled_reason = 'failing', failing_since = now() WHERE id = $1`,
    [id],
  );
  const log = createLogger({ name: 'operator test', level: 'silent' });
  const redis = createRedis({
    url: operator.context.redisUrl,
    name: 'operator test',
    log,
    commandTimeoutMs: 60_000,
  });
  const published: string[] = [];
  redis.on('message', (_channel: string, message: string) => published.push(message));
  await eventually(() => redis.status === 'ready');
  await redis.subscribe(webhookEndpointsChannel);
  expect(await operator.json('webhooks', 'enable', id)).toEqual({ id, status: 'enabled' });
  await eventually(() => published.includes(organizationId));
  redis.disconnect();
  expect(
    await operator.rowOf(
      'SELECT status, disabled_reason, failing_since FROM webhook_endpoints WHERE id = $1',
      [id],
    ),
  ).toEqual({ status: 'enabled', disabled_reason: null, failing_since: null });
  expect(await auditOf(id)).toMatchObject({
    action: 'webhook.update',
    actor_name: 'olga',
    before: { status: 'disabled', disabled_reason: 'failing' },
    after: { status: 'enabled' },
  });
});

it('disables an endpoint, and lets its organization know', async () => {
  const { id, organizationId } = await anEndpoint();
  await operator.pool.query(`UPDATE organizations SET alert_email = 'ops@shop.test' WHERE id = $1`, [
    organizationId,
  ]);
  const disable = () => operator.json('webhooks', 'disable', id, '--reason', 'answers after five seconds');
  expect(await disable()).toEqual({ id, status: 'disabled' });
  expect(await disable()).toEqual({ id, status: 'disabled' });
  expect(
    await operator.rowOf('SELECT status, disabled_reason FROM webhook_endpoints WHERE id = $1', [id]),
  ).toEqual({ status: 'disabled', disabled_reason: 'operator' });
  expect(await auditOf(id)).toMatchObject({
    action: 'webhook.update',
    actor_name: 'olga',
    before: { status: 'enabled' },
    after: { status: 'disabled', disabled_reason: 'operator', reason: 'answers after five seconds' },
  });
  const { rows } = await operator.pool.query<object>(
    'SELECT kind, recipient, subject, text FROM notices WHERE organization_id = $1',
    [organizationId],
  );
  expect(rows).toEqual([
    {
      ...{ kind: 'webhook_disabled', recipient: 'ops@shop.test' },
      subject: 'Webhook endpoint disabled: shop[.]test',
      text: expect.stringContaining('Reason: answers after five seconds') as string,
    },
  ]);
});

it('starts a replay once, for an enabled endpoint and event types that exist', async () => {
  const { id } = await anEndpoint();
  const stretch = ['--since', '2026-11-01T00:00:00Z', '--until', '2026-11-02T00:00:00Z'];
  const ask = (...more: string[]) =>
    operator.json<{ id: string }>('webhooks', 'replay', id, ...stretch, ...more);
  const replay = await ask('--event', 'email.bounced');
  expect(replay).toMatchObject({ endpoint_id: id, status: 'running', events: ['email.bounced'] });
  expect(await ask('--event', 'email.bounced')).toEqual(replay);
  expect(
    await operator.rowOf(
      'SELECT id, position < $2 AS begins_before FROM webhook_replays WHERE endpoint_id = $1',
      [...[id, newId()]],
    ),
  ).toEqual({ id: replay.id, begins_before: true });
  expect(await auditOf(id)).toMatchObject({
    action: 'webhook.replay',
    actor_name: 'olga',
    after: { replay_id: replay.id, since: '2026-11-01T00:00:00.000Z' },
  });
  expect(await operator.run('webhooks', 'replay', id, ...stretch, '--event', 'email.lost')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('events') as string,
  });
  const disabled = await anEndpoint('disabled');
  expect(await operator.run('webhooks', 'replay', disabled.id, ...stretch)).toMatchObject({
    exitCode: 1,
    stderr: `The endpoint is disabled. Enable it first (webhooks enable ${disabled.id}).\n`,
  });
});
