import { newId } from '@postrider/contracts/ids';
import { createDomain, createMessage, createOrganization, type MessageOverrides } from '@postrider/testkit';
import { useOperator } from '../../test/run-operator';

const operator = useOperator();
let organizationId: string;
let slug: string;
let domain: { id: string; name: string };

beforeEach(async () => {
  ({ id: organizationId, slug } = await createOrganization(operator.pool));
  domain = await createDomain(operator.pool, { organizationId });
});

interface FailedOverrides extends Partial<MessageOverrides> {
  readonly recipients?: readonly { readonly address: string; readonly status: string }[];
  readonly failedBy?: string;
}

const why = 'the domain has no usable signing key';

/** A message of which recipients failed, with their events. */
async function failedMessage({
  recipients,
  failedBy = 'smtp',
  ...overrides
}: FailedOverrides = {}): Promise<string> {
  const message = { organizationId, domainId: domain.id, status: 'failed' as const, ...overrides };
  const { id } = await createMessage(operator.pool, message);
  for (const [ordinal, { address, status }] of (
    recipients ?? [{ address: `${id.slice(-8)}@x.test`, status: 'failed' }]
  ).entries()) {
    await operator.pool.query(
      `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, detail, updated_at)
       VALUES ($1, $2, $3, $4, $4, 'to', $5, CASE WHEN $5 = 'failed' THEN $6 END, now())`,
      [id, ordinal, organizationId, address, status, why],
    );
    if (status !== 'failed') continue;
    await operator.pool.query(
      `INSERT INTO email_events (id, message_id, organization_id, ordinal, recipient, type, identity, occurred_at, mode, detail)
       VALUES ($1, $2, $3, $4, $5, 'failed', $6, now(), 'live', $7)`,
      [newId(), id, organizationId, ordinal, address, failedBy, why],
    );
  }
  return id;
}

const attempt = (id: string, result: string | null) =>
  operator.pool.query(
    `INSERT INTO delivery_attempts (message_id, ordinal, round, worker_id, destination, started_at, result)
     VALUES ($1, 0, 1, $2, 'mx.test', now(), $3)`,
    [id, newId(), result],
  );

async function stored(id: string) {
  const { rows } = await operator.pool.query<{
    status: string;
    final: boolean;
    due: boolean;
    recipients: string[];
    events: string[];
  }>(
    `SELECT status, final_at IS NOT NULL AS final, due_at <= now() AS due,
       (SELECT array_agg(r.status ORDER BY r.ordinal) FROM recipients r WHERE r.message_id = m.id) AS recipients,
       (SELECT array_agg(e.type || ' ' || e.detail ORDER BY e.id) FROM email_events e WHERE e.message_id = m.id) AS events
     FROM messages m WHERE id = $1`,
    [id],
  );
  return rows[0];
}

const since = (): string[] => ['--since', new Date(Date.now() - 600_000).toISOString()];
const retry = (...args: string[]) => operator.json<object[]>('messages', 'retry', ...args);
const row = (result: string, recipients = 1) => ({
  ...{ organization: slug, failed: why, result },
  ...{ messages: 1, recipients },
});

test('failed recipients are queued again, with an event after the failure, once, and it is written down who did it', async () => {
  const id = await failedMessage({
    recipients: [
      { address: 'a@x.test', status: 'failed' },
      { address: 'b@x.test', status: 'delivered' },
    ],
  });
  expect(await retry('--organization', slug, ...since(), '--dry-run')).toEqual([
    { ...row('queued again'), dry_run: true },
  ]);
  expect(await stored(id)).toMatchObject({ status: 'failed', final: true, events: [`failed ${why}`] });

  expect(await retry('--organization', slug, ...since())).toEqual([row('queued again')]);
  expect(await retry('--organization', slug, ...since())).toEqual([]);
  expect(await stored(id)).toEqual({
    status: 'queued',
    final: false,
    due: true,
    recipients: ['queued', 'delivered'],
    events: [`failed ${why}`, 'delivery_delayed queued again by the operator'],
  });
  const { rows } = await operator.pool.query(
    'SELECT actor_type, actor_name, action, after FROM audit_entries WHERE organization_id = $1',
    [organizationId],
  );
  expect(rows).toEqual([
    {
      actor_type: 'operator',
      actor_name: 'olga',
      action: 'message.retry',
      after: { recipients: 1, message_ids: [id] },
    },
  ]);
});

test('a second failure is a fact of its own', async () => {
  const id = await failedMessage();
  await retry(id);
  // What a worker would record.
  await operator.pool.query(
    `WITH moved AS (UPDATE recipients SET status = 'failed', detail = 'again' WHERE message_id = $1)
     INSERT INTO email_events (id, message_id, organization_id, ordinal, recipient, type, identity, occurred_at, mode, detail)
     SELECT $2, $1, organization_id, 0, recipient, 'failed', 'smtp', now(), 'live', 'again'
       FROM email_events WHERE message_id = $1 AND type = 'failed'`,
    [id, newId()],
  );
  await operator.pool.query("UPDATE messages SET status = 'failed', final_at = now() WHERE id = $1", [id]);
  await retry(id);
  expect((await stored(id))?.events.map((event) => event.split(' ')[0])).toEqual([
    ...['failed', 'delivery_delayed', 'failed', 'delivery_delayed'],
  ]);
});

test('what may have left, was rejected, expired, has no content or domain, or must not be written to, is left as it is', async () => {
  const { pool } = operator;
  const left: [string, string][] = [];
  const leave = async (result: string, change: (id: string) => Promise<unknown>, given?: FailedOverrides) => {
    const id = await failedMessage(given);
    await change(id);
    left.push([result, id]);
  };
  await leave('may have left', (id) => attempt(id, null));
  await leave('may have left', (id) => attempt(id, 'unconfirmed'));
  await leave('expired', (id) =>
    pool.query("UPDATE messages SET expires_at = now() - interval '1 s' WHERE id = $1", [id]),
  );
  await leave(
    'rejected in review',
    (id) =>
      pool.query(
        "INSERT INTO message_reviews (message_id, organization_id, status) VALUES ($1, $2, 'rejected')",
        [id, organizationId],
      ),
    { failedBy: 'review' },
  );
  await leave('content deleted', (id) =>
    pool.query('DELETE FROM message_contents WHERE message_id = $1', [id]),
  );
  await leave('domain deleted', () => Promise.resolve(), { domainId: newId() });
  const suppress = (reason: string) => (id: string) =>
    pool.query(
      `INSERT INTO suppressions (id, organization_id, email, reason, created_at)
       SELECT $2, organization_id, address_key, $3, now() FROM recipients WHERE message_id = $1`,
      [id, newId(), reason],
    );
  await leave('suppressed since', suppress('complaint'));
  await leave('suppressed since', suppress('unsubscribe'), { kind: 'Bulk.news' });
  // These may go: a refusal is no doubt, and an unsubscription stops no order confirmation.
  const refused = await failedMessage();
  await attempt(refused, 'deferred');
  const transactional = await failedMessage();
  await suppress('unsubscribe')(transactional);

  const results = (await retry('--domain', domain.name, ...since())) as {
    result: string;
    recipients: number;
  }[];
  const all = [...results, ...((await retry(left[5]?.[1] ?? '')) as typeof results)];
  expect(Object.fromEntries(all.map(({ result, recipients }) => [result, recipients]))).toEqual({
    'may have left': 2,
    expired: 1,
    'rejected in review': 1,
    'content deleted': 1,
    'domain deleted': 1,
    'suppressed since': 2,
    'queued again': 2,
  });
  for (const [, id] of left)
    expect(await stored(id)).toMatchObject({ status: 'failed', recipients: ['failed'] });
  for (const id of [refused, transactional]) expect((await stored(id))?.status).toBe('queued');
});

test('only what the options choose: live mail, of that time, that failed with that text', async () => {
  const early = await failedMessage({ createdAt: new Date(Date.now() - 3_600_000) });
  const tested = await failedMessage({ mode: 'test' });
  const other = await failedMessage();
  await operator.pool.query("UPDATE recipients SET detail = 'something else' WHERE message_id = $1", [other]);
  const chosen = await failedMessage();
  expect(await retry('--organization', slug, ...since(), '--detail', 'SIGNING key')).toEqual([
    row('queued again'),
  ]);
  for (const id of [early, tested, other]) expect((await stored(id))?.status).toBe('failed');
  expect((await stored(chosen))?.status).toBe('queued');
});

test('messages retry names the missing argument, or the unknown domain', async () => {
  expect(await operator.run('messages', 'retry')).toMatchObject({
    exitCode: 1,
    stderr: 'Specify message ids, or --since.\n',
  });
  expect(await operator.run('messages', 'retry', ...since(), '--domain', 'unknown.test')).toMatchObject({
    exitCode: 1,
    stderr: 'There is no domain unknown.test.\n',
  });
});
