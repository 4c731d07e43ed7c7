import { waitingFacts } from '@postrider/contracts/emails';
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

const dueAt = new Date('2026-01-01T00:00:00Z');

async function queued(
  overrides: Partial<MessageOverrides> & {
    readonly to?: readonly string[];
    readonly expiresAt?: Date;
    readonly detail?: string;
  } = {},
): Promise<string> {
  const { to = ['jane@x.test'], expiresAt = null, detail = null, ...given } = overrides;
  const message = { organizationId, domainId: domain.id, status: 'queued' as const, ...given };
  const { id } = await createMessage(operator.pool, message);
  await operator.pool.query(
    'UPDATE messages SET due_at = $2, expires_at = $3, final_at = NULL WHERE id = $1',
    [...[id, dueAt, expiresAt]],
  );
  for (const [ordinal, address] of to.entries()) {
    await operator.pool.query(
      `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, detail, updated_at)
       VALUES ($1, $2, $3, $4, $4, 'to', 'queued', $5, now())`,
      [id, ordinal, organizationId, address, detail],
    );
  }
  return id;
}

const stored = async (id: string) => {
  const { rows } = await operator.pool.query<object>(
    `SELECT status, due_at, final_at IS NOT NULL AS final,
       (SELECT array_agg(r.status || ' ' || coalesce(r.detail, '') ORDER BY r.ordinal) FROM recipients r WHERE r.message_id = m.id)
         AS recipients,
       (SELECT array_agg(e.recipient || ' ' || e.type ORDER BY e.ordinal) FROM email_events e WHERE e.message_id = m.id) AS events,
       (SELECT h.operator || ': ' || h.reason FROM message_holds h WHERE h.message_id = m.id) AS hold
     FROM messages m WHERE id = $1`,
    [id],
  );
  return rows[0];
};
const setStatus = (id: string, status: string) =>
  operator.pool.query('UPDATE messages SET status = $2 WHERE id = $1', [id, status]);
const change = (...args: string[]) => operator.json<object[]>('messages', ...args);
const all = (): string[] => ['--organization', slug, '--since', new Date(Date.now() - 600_000).toISOString()];
const row = (result: string, messages = 1, recipients = messages) => ({
  ...{ organization: slug, result, messages, recipients },
});

test('held mail leaves the queue with who and why, and comes back as it was; each change is written down', async () => {
  const id = await queued();
  const expiresAt = new Date(Date.now() + 3_600_000);
  const expiring = await queued({ expiresAt });
  expect(await change('hold', ...all(), '--reason', 'looks like spam', '--dry-run')).toEqual([
    { ...row('held', 2), dry_run: true },
  ]);
  expect(await stored(id)).toMatchObject({ due_at: dueAt, hold: null });

  expect(await change('hold', ...all(), '--reason', 'looks like spam')).toEqual([row('held', 2)]);
  expect(await change('hold', id)).toEqual([row('held already')]);
  expect(await stored(id)).toMatchObject({ status: 'queued', due_at: null, hold: 'olga: looks like spam' });
  // It becomes due when it has expired for certain, so that it fails on time.
  expect(await stored(expiring)).toMatchObject({ due_at: new Date(expiresAt.getTime() + 2_000) });
  expect(await operator.json('messages', 'show', id)).toMatchObject({
    where: `${waitingFacts.operator_hold.advice} (held by olga: looks like spam)`,
    recipients: [{ address: 'jane@x.test', status: 'queued' }],
  });

  expect(await change('release', ...all())).toEqual([row('released', 2)]);
  expect(await change('release', ...all())).toEqual([]);
  const released = (await stored(id)) as { due_at: Date; hold: string | null };
  expect(released.hold).toBeNull();
  expect(Date.now() - released.due_at.getTime()).toBeLessThan(60_000);
  const { rows } = await operator.pool.query<{ action: string; after: { messages: number } }>(
    'SELECT action, after FROM audit_entries WHERE organization_id = $1 ORDER BY id',
    [organizationId],
  );
  expect(rows).toMatchObject([
    {
      action: 'message.hold',
      after: { messages: 2, reason: 'looks like spam', message_ids: [id, expiring] },
    },
    { action: 'message.release', after: { messages: 2 } },
  ]);
});

test('what a worker has in hand, what a review holds, what is over, and test mail is left alone', async () => {
  const sending = await queued();
  await setStatus(sending, 'sending');
  const reviewed = await queued();
  await operator.pool.query(
    "INSERT INTO message_reviews (message_id, organization_id, status) VALUES ($1, $2, 'flagged')",
    [reviewed, organizationId],
  );
  const over = await queued();
  await setStatus(over, 'canceled');
  await queued({ mode: 'test' });
  expect(await change('hold', ...all())).toEqual([row('on the wire'), row('held by its review')]);
  expect(await change('fail', sending)).toEqual([row('on the wire')]);
  expect(await stored(sending)).toMatchObject({ status: 'sending', due_at: dueAt, events: null });
});

test('a hold goes with a message that was canceled meanwhile', async () => {
  const id = await queued();
  await change('hold', id);
  await setStatus(id, 'canceled');
  await change('release', ...all());
  expect(await stored(id)).toMatchObject({ status: 'canceled', due_at: null, hold: null });
});

test('failed mail has its reason, events, and no way back into the queue by a release', async () => {
  const id = await queued();
  await change('hold', id);
  expect(await change('fail', ...all(), '--reason', 'stolen account')).toEqual([row('failed')]);
  expect(await stored(id)).toMatchObject({
    status: 'failed',
    final: true,
    recipients: ['failed failed by the operator: stolen account'],
    events: ['jane@x.test failed'],
    hold: null,
  });
  expect(await change('release', ...all())).toEqual([]);
  expect(await operator.json('messages', 'show', id)).toMatchObject({
    where: 'none: sending is finished',
    events: [{ type: 'failed', failure_class: 'platform' }],
  });
});

test('only what the options choose; of a message, only the recipients that fit fail', async () => {
  const both = await queued({ to: ['a@one.test', 'b@two.test'], detail: 'busy: 421 Try later' });
  const other = await queued({ to: ['c@one.test'] });
  const another = await queued({ to: ['d@sub.one.test'], detail: 'busy' });
  expect(await change('fail', ...all(), '--recipient-domain', 'One.test', '--detail', 'TRY later')).toEqual([
    row('failed'),
  ]);
  expect(await stored(both)).toMatchObject({
    status: 'queued',
    final: false,
    due_at: dueAt,
    events: ['a@one.test failed'],
  });
  for (const id of [other, another])
    expect(await stored(id)).toMatchObject({ status: 'queued', events: null });
  expect(await change('hold', ...all(), '--kind', 'nothing.such')).toEqual([]);
  expect(await change('hold', ...all(), '--domain', domain.name, '--lane', 'bulk')).toEqual([]);
  expect(await operator.run('messages', 'hold', ...all(), '--lane', 'slow')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('Allowed choices are transactional, bulk, test'),
  });
  expect(await operator.run('messages', 'hold')).toMatchObject({
    exitCode: 1,
    stderr: 'Specify message ids, or --since.\n',
  });
});

test('many pages are counted exactly', async () => {
  await operator.pool.query(
    `WITH many AS (
       INSERT INTO messages (id, organization_id, api_key_id, domain_id, mode, lane, source, from_header, from_address, subject,
         to_addresses, cc_addresses, bcc_addresses, recipient_count, status, created_at, due_at)
       SELECT uuidv7_of.id, $1, $2, $3, 'live', 'bulk', 'api', 'a@b.test', 'a@b.test', 's', '{}', '{}', '{}', 1, 'queued', now(), now()
       FROM unnest($4::uuid[]) AS uuidv7_of(id) RETURNING id
     )
     INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, updated_at)
     SELECT id, 0, $1, 'a@x.test', 'a@x.test', 'to', 'queued', now() FROM many`,
    [organizationId, newId(), domain.id, Array.from({ length: 1_234 }, () => newId())],
  );
  expect(await change('hold', ...all())).toEqual([row('held', 1_234)]);
  expect(await change('fail', ...all())).toEqual([row('failed', 1_234)]);
});

describe('what is held after a restored backup', () => {
  const heldRun = async (): Promise<{ id: string; automation: string }> => {
    const [id, automation] = [newId(), newId()];
    await operator.pool.query(
      `INSERT INTO automation_runs (id, organization_id, automation_id, version, contact_id, event_id, one_per_contact, started_at, held_at)
       VALUES ($1, $2, $3, 1, $1, $1, false, now(), now())`,
      [id, organizationId, automation],
    );
    return { id, automation };
  };
  const heldBroadcast = async (): Promise<string> => {
    const id = newId();
    await operator.pool.query(
      `WITH topic AS (
         INSERT INTO topics (id, organization_id, slug, name, default_opt_in) VALUES ($1, $2, $3, 'News', true)
       )
       INSERT INTO broadcasts (id, organization_id, name, segment_id, topic_id, domain_id, api_key_id, from_header, from_address,
         subject, text, status, scheduled_at, held_at, waiting_for)
       VALUES ($1, $2, 'May', $1, $1, $1, $1, 'a@b.test', 'a@b.test', 'Hi', 'News', 'scheduled', now(), now(), 'an operator')`,
      [id, organizationId, `t${id}`],
    );
    return id;
  };
  const rowOf = async (table: string, id: string) =>
    (
      await operator.pool.query<object>(
        `SELECT status, held_at IS NOT NULL AS held, ${table === 'automation_runs' ? 'due_at <= now()' : 'waiting_for IS NULL'} AS goes
         FROM ${table} WHERE id = $1`,
        [id],
      )
    ).rows[0];
  const restored = (...args: string[]) => operator.json<object>('restored', ...args);
  const ofThis = (): string[] => ['--organization', slug];

  it('is counted, and goes on or ends by kind, under its id or of a whole organization; the audit log has it', async () => {
    const [going, ending] = [await heldRun(), await heldRun()];
    const broadcasts = [await heldBroadcast(), await heldBroadcast()] as const;
    const message = await queued();
    const free = await queued();
    await change('hold', message, '--reason', 'restored');
    expect(await restored('held')).toEqual([{ organization: slug, messages: 1, broadcasts: 2, runs: 2 }]);

    expect(await restored('release', 'runs', '--id', going.automation, '--dry-run')).toEqual({
      ...{ runs: 1, dry_run: true },
    });
    expect(await restored('release', 'runs', '--id', going.automation)).toEqual({ runs: 1 });
    expect(await restored('cancel', 'runs', ...ofThis())).toEqual({ runs: 1 });
    expect(await rowOf('automation_runs', going.id)).toEqual({ status: 'running', held: false, goes: true });
    expect(await rowOf('automation_runs', ending.id)).toMatchObject({ status: 'canceled', held: false });
    expect(await restored('cancel', 'broadcasts', '--id', broadcasts[0])).toEqual({ broadcasts: 1 });
    expect(await restored('release', 'broadcasts', ...ofThis())).toEqual({ broadcasts: 1 });
    expect(await rowOf('broadcasts', broadcasts[0])).toMatchObject({ status: 'canceled', held: false });
    expect(await rowOf('broadcasts', broadcasts[1])).toEqual({
      status: 'scheduled',
      held: false,
      goes: true,
    });

    expect(await change('release', ...all(), '--held-as', 'restored')).toEqual([row('released')]);
    expect(await stored(message)).toMatchObject({ hold: null });
    expect(await stored(free)).toMatchObject({ due_at: dueAt });
    expect(await restored('held')).toEqual([]);
    const { rows } = await operator.pool.query<{ action: string }>(
      `SELECT action FROM audit_entries WHERE organization_id = $1 AND target_type <> 'organization' ORDER BY action`,
      [organizationId],
    );
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        ...['automation.cancel_held_runs', 'automation.release_held_runs'],
        ...['broadcast.cancel', 'broadcast.release'],
      ]),
    );
  });

  it('is declared by an operator once, until workers have held everything', async () => {
    await restored('declare');
    const again = await operator.run('restored', 'declare');
    expect([again.exitCode === 0, again.stderr]).toEqual([false, expect.stringContaining('already')]);
    expect(await restored('list')).toMatchObject([{ reason: 'operator', held_at: null, messages: 0 }]);
  });
});
