import type { PoolClient } from '@postrider/db';
import { idRange } from './claims.repository';
import { dayOf, startOfDay, type SendingCap } from './warm-up-steps';

export interface CappedDomain extends SendingCap {
  readonly id: string;
}

/** The caps as they are now; the rows stay locked, so that one worker at a time plans for a domain. */
export async function lockDomains(
  client: PoolClient,
  ids: readonly string[],
): Promise<readonly CappedDomain[]> {
  const { rows } = await client.query<CappedDomain>({
    name: 'send-worker.warm-up-lock',
    text: `SELECT id, warm_up_started_at AS "warmUpStartedAt", daily_cap AS "dailyCap" FROM domains
           WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    values: [ids],
  });
  return rows;
}

/** A statement of its own, after the lock: its snapshot holds what the one who had the lock before has written. */
export async function readDays(
  client: PoolClient,
  domainIds: readonly string[],
  today: number,
): Promise<ReadonlyMap<string, ReadonlyMap<number, number>>> {
  const { rows } = await client.query<{ domainId: string; day: string; recipients: number }>({
    name: 'send-worker.warm-up-days',
    text: `SELECT domain_id AS "domainId", day::text AS day, recipients FROM domain_sending_days
           WHERE domain_id = ANY($1::uuid[]) AND day >= $2::date`,
    values: [domainIds, dateOf(today)],
  });
  const days = new Map<string, Map<number, number>>();
  for (const { domainId, day, recipients } of rows) {
    const known = days.get(domainId) ?? new Map<number, number>();
    days.set(domainId, known.set(dayOf(new Date(day)), recipients));
  }
  return days;
}

export interface DayCount {
  readonly domainId: string;
  readonly day: number;
  readonly recipients: number;
}

export async function addToDays(client: PoolClient, counts: readonly DayCount[]): Promise<void> {
  if (counts.length === 0) return;
  await client.query({
    name: 'send-worker.warm-up-add',
    text: `INSERT INTO domain_sending_days AS known (domain_id, day, recipients)
           SELECT * FROM unnest($1::uuid[], $2::date[], $3::int[])
           ON CONFLICT (domain_id, day) DO UPDATE SET recipients = known.recipients + excluded.recipients`,
    values: [
      counts.map(({ domainId }) => domainId),
      counts.map(({ day }) => dateOf(day)),
      counts.map(({ recipients }) => recipients),
    ],
  });
}

export interface Postponed {
  readonly id: string;
  readonly dueAt: Date;
  /** The day in which it has its place now; null: none has room for it. */
  readonly reservedDay: number | null;
}

/**
 * Puts claimed messages back as if they had never been taken: no event, no round, no attempt from which a back-off
 * would count, since waiting for one's day is no failure.
 */
export async function postpone(
  client: PoolClient,
  { messages, workerId }: { messages: readonly Postponed[]; workerId: string },
): Promise<void> {
  if (messages.length === 0) return;
  const ids = messages.map(({ id }) => id);
  const { low, high } = idRange(ids);
  await client.query({
    name: 'send-worker.warm-up-postpone',
    text: `UPDATE messages m SET status = 'queued', rounds = m.rounds - 1, due_at = i.due_at,
             reserved_day = i.reserved_day, lease_until = NULL, lease_owner = NULL
           FROM unnest($1::uuid[], $2::timestamptz[], $3::date[]) AS i(id, due_at, reserved_day)
           WHERE m.id = i.id AND m.id >= $4 AND m.id <= $5 AND m.status = 'sending' AND m.lease_owner = $6`,
    values: [
      ids,
      messages.map(({ dueAt }) => dueAt),
      messages.map(({ reservedDay }) => (reservedDay === null ? null : dateOf(reservedDay))),
      ...[low, high, workerId],
    ],
  });
}

function dateOf(day: number): string {
  return startOfDay(day).toISOString().slice(0, 10);
}
