import { alertKinds } from '@postrider/contracts/alerts';
import { newId } from '@postrider/contracts/ids';
import { createLogger } from '@postrider/runtime';
import {
  deleteExpiredContent,
  deleteExpiredIdempotencyKeys,
  ensurePartitions,
  listPartitions,
  uuidV7Floor,
} from '@postrider/db';
import { createOrganization, createMessage, useTestContext } from '@postrider/testkit';
import { addMissingAlertRules } from './add-alert-rules';
import { dropOldPartitions, maintenanceJobs } from './maintenance-jobs';

const dayMs = 86_400_000;
const now = new Date();
const clock = { now: () => now };
const stopping = new AbortController().signal;
const daysAgo = (days: number): Date => new Date(now.getTime() - days * dayMs);

const context = useTestContext();
beforeAll(async () => {
  await ensurePartitions(context.servicePool, { from: daysAgo(70) });
});

describe('retention of content', () => {
  async function contentOf(messageId: string): Promise<{ contents: number; attached: string | null }> {
    const { rows } = await context.servicePool.query<{ contents: number; attached: string | null }>(
      `SELECT (SELECT count(*) FROM message_contents WHERE message_id = $1) AS contents,
              (SELECT content FROM message_attachments WHERE message_id = $1) AS attached`,
      [messageId],
    );
    return rows[0] ?? { contents: 0, attached: null };
  }

  async function messageWithAttachment(organizationId: string, days: number, finalAt?: null) {
    const message = await createMessage(context.pool, {
      organizationId,
      createdAt: daysAgo(days),
      ...(finalAt === null ? { finalAt, status: 'queued' as const } : {}),
    });
    await context.pool.query(
      `INSERT INTO message_attachments (message_id, ordinal, filename, content_type, size, content)
       VALUES ($1, 0, 'a.txt', 'text/plain', 1, 'YQ==')`,
      [message.id],
    );
    return message.id;
  }

  it('ends after the days of each organization, and never for mail that may still be sent', async () => {
    const short = await createOrganization(context.pool, { bodyRetentionDays: 7 });
    const long = await createOrganization(context.pool, { bodyRetentionDays: 30 });
    const old = await messageWithAttachment(short.id, 8);
    const young = await messageWithAttachment(short.id, 6);
    const kept = await messageWithAttachment(long.id, 8);
    const waiting = await messageWithAttachment(short.id, 8, null);

    expect((await deleteExpiredContent({ pool: context.servicePool, clock, stopping })).deleted).toBe(1);
    expect(await contentOf(old)).toEqual({ contents: 0, attached: null });
    for (const id of [young, kept, waiting]) {
      expect(await contentOf(id)).toEqual({ contents: 1, attached: 'YQ==' });
    }
    const { rows } = await context.servicePool.query(
      'SELECT filename FROM message_attachments WHERE message_id = $1',
      [old],
    );
    expect(rows).toEqual([{ filename: 'a.txt' }]);
  });
});

describe('idempotency keys', () => {
  it('are deleted once they have expired', async () => {
    const { id } = await createOrganization(context.pool);
    const insert = (key: string, expiresAt: Date) =>
      context.pool.query('INSERT INTO idempotency_keys VALUES ($1, $2, $3, $4, $5, $6)', [
        id,
        'live',
        key,
        newId(),
        daysAgo(2),
        expiresAt,
      ]);
    await insert('old', daysAgo(1));
    await insert('young', daysAgo(-1));
    expect(await deleteExpiredIdempotencyKeys({ pool: context.servicePool, clock, stopping })).toBe(1);
    const { rows } = await context.servicePool.query(
      'SELECT key FROM idempotency_keys WHERE organization_id = $1',
      [id],
    );
    expect(rows).toEqual([{ key: 'young' }]);
  });
});

const retentionDays = {
  api_request_logs: 30,
  api_request_contents: 30,
  contact_events: 30,
  webhook_deliveries: 30,
  webhook_attempts: 30,
  counted_events: 60,
  inbound_spool: 30,
  inbound_spool_contents: 30,
};

describe('partitions', () => {
  it('of logs are dropped once their whole week is older than the retention; those of mail are not', async () => {
    const dropped = await dropOldPartitions({ pool: context.servicePool, clock, retentionDays });
    expect(dropped.some((name) => name.startsWith('api_request_logs_'))).toBe(true);
    const left = await listPartitions(context.servicePool);
    const oldest = (table: string): number =>
      Math.min(...left.filter((partition) => partition.table === table).map(({ to }) => to.getTime()));
    expect(oldest('api_request_logs')).toBeGreaterThan(daysAgo(30).getTime());
    expect(oldest('inbound_spool_contents')).toBeGreaterThan(daysAgo(30).getTime());
    expect(oldest('inbound_emails')).toBeLessThan(daysAgo(60).getTime());
    expect(oldest('counted_events')).toBeGreaterThan(daysAgo(60).getTime());
    expect(oldest('messages')).toBeLessThan(daysAgo(60).getTime());
  });
});

it('gives an organization the alert rules that it lacks, and keeps those that it has changed', async () => {
  const { id } = await createOrganization(context.pool);
  await context.pool.query(
    `INSERT INTO alert_rules (id, organization_id, kind, warn_rate, pause_rate, minimum, window_minutes)
     VALUES ($1, $2, 'bounce', 0.01, 0.02, 50, 60)`,
    [newId(), id],
  );
  await addMissingAlertRules({ pool: context.servicePool });
  expect(await addMissingAlertRules({ pool: context.servicePool })).toBe(0);
  const { rows } = await context.pool.query<{ kind: string; minimum: number }>(
    'SELECT kind, minimum FROM alert_rules WHERE organization_id = $1 ORDER BY kind',
    [id],
  );
  expect(rows.map(({ kind }) => kind)).toEqual([...alertKinds].sort());
  expect(rows.find(({ kind }) => kind === 'bounce')).toMatchObject({ minimum: 50 });
});

describe('weeks of mail', () => {
  async function dropMail(messagesKeptWeeks: number, isKeptByDefault = false): Promise<number> {
    const log = createLogger({ name: 'maintenance test', level: 'silent' });
    const common = { pool: context.servicePool, clock, log, stopping };
    const options = { retentionDays, broadcastRecipientsDays: 90, messagesKeptWeeks, isKeptByDefault };
    await maintenanceJobs({ ...common, ...options })['drop-mail'].handle();
    const weeks = (await listPartitions(context.servicePool)).filter(({ table }) => table === 'messages');
    return (now.getTime() - Math.min(...weeks.map(({ to }) => to.getTime()))) / dayMs;
  }

  it('are kept for as long as the operator has said', async () => {
    await context.pool.query(`UPDATE messages SET status = 'delivered'`);
    expect(await dropMail(0)).toBeGreaterThan(56);
    expect(await dropMail(6)).toBeLessThan(42);
  });

  /** A week of messages alone, so many weeks ago. */
  async function addWeek(weeksAgo: number): Promise<void> {
    const from = new Date(Math.floor(daysAgo(weeksAgo * 7).getTime() / dayMs) * dayMs);
    const bounds = [from, new Date(from.getTime() + 7 * dayMs)].map((date) => `'${uuidV7Floor(date)}'`);
    const name = `messages_p${from.toISOString().slice(0, 10).replaceAll('-', '')}`;
    await context.servicePool.query(
      `CREATE TABLE ${name} PARTITION OF messages FOR VALUES FROM (${bounds[0]}) TO (${bounds[1]})`,
    );
  }

  it('of more than 60 weeks are kept until the operator has said for how long, and dropped at the default otherwise', async () => {
    await addWeek(56);
    expect(await dropMail(52, true)).toBeLessThan(42);
    await addWeek(62);
    expect(await dropMail(52, true)).toBeGreaterThan(60 * 7);
    expect(await dropMail(52)).toBeLessThan(42);
  });
});
