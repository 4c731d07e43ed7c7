import { withTransaction, type Pool, type PoolClient } from '@postrider/db';
import type { Clock, Logger } from '@postrider/runtime';
import type { ClaimedMessage } from './claimed-message';
import { idRange } from './claims.repository';
import {
  capKindOn,
  dayOf,
  planDays,
  startOfDay,
  type PlannedMessage,
  type SendingCap,
  type WarmUpSteps,
} from './plan-days';

/** Of claimed messages those that may go out now; the others are queued again for their day, or left to their lease. */
export type ReserveDays = (claimed: readonly ClaimedMessage[]) => Promise<readonly ClaimedMessage[]>;

interface Options {
  readonly pool: Pool;
  readonly workerId: string;
  readonly steps: WarmUpSteps;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Keeps domains within what a day allows, however many workers send for them. It costs nothing where no message is of
 * a capped domain; otherwise one transaction for all of them. Postgres alone knows what is used, so a wiped Redis changes nothing.
 */
export function createReserveDays(options: Options): ReserveDays {
  return async (claimed) => {
    const capped = claimed.filter(({ isCapped }) => isCapped);
    if (capped.length === 0) return claimed;
    const postponedIds = await reserve(options, capped);
    return claimed.filter(({ id }) => !postponedIds.has(id));
  };
}

/** @returns the ids that must not be sent now. What cannot be reserved is not sent: its lease ends, and it is tried again. */
async function reserve(options: Options, capped: readonly ClaimedMessage[]): Promise<ReadonlySet<string>> {
  const { pool, workerId, log } = options;
  try {
    return await withTransaction(pool, async (client) => {
      const today = dayOf(options.clock.now());
      const ids = [...new Set(capped.map(({ domainId }) => domainId))];
      const domains = await lockDomains(client, ids, today);
      const days = await readDays(
        client,
        domains.map(({ id }) => id),
        today,
      );
      const plans = domains.map((domain) =>
        planDomain(options, { domain, capped, today, used: days.get(domain.id) }),
      );
      await addToDays(
        client,
        plans.flatMap(({ counts }) => counts),
      );
      const messages = plans.flatMap((plan) =>
        plan.messages.flatMap(({ id, dueAt, reservedDay }) =>
          dueAt ? [{ id, dueAt, reservedDay, cause: plan.cause }] : [],
        ),
      );
      await postpone(client, { messages, workerId });
      if (messages.length > 0)
        log.info({ messages: messages.length }, 'postponed: the day of their domain is full');
      return new Set(messages.map(({ id }) => id));
    });
  } catch (error) {
    log.error({ err: error, messages: capped.length }, 'no day could be reserved');
    return new Set(capped.map(({ id }) => id));
  }
}

function planDomain(
  { steps }: Options,
  options: {
    readonly domain: CappedDomain;
    readonly capped: readonly ClaimedMessage[];
    readonly today: number;
    readonly used: ReadonlyMap<number, number> | undefined;
  },
): {
  messages: readonly PlannedMessage[];
  counts: readonly DayCount[];
  cause: ReturnType<typeof capKindOn>;
} {
  const { domain, capped, today, used = new Map<number, number>() } = options;
  const applicants = capped
    .filter(({ domainId }) => domainId === domain.id)
    .toSorted(byAge)
    .map(({ id, pending, expiresAt }) => ({ id, recipients: pending.length, expiresAt }));
  const isNewDay = !used.has(today);
  const usedNow = isNewDay ? new Map([...used, [today, domain.sentToday]]) : used;
  const { messages, added } = planDays({ applicants, cap: domain, used: usedNow, today, steps });
  return {
    messages,
    cause: capKindOn(domain, today, steps),
    // What was sent before the domain had a cap counts, too: the first reservation of a day begins with it.
    counts: [...added].map(([day, recipients]) => ({
      ...{ domainId: domain.id, day },
      recipients: recipients + (isNewDay && day === today ? domain.sentToday : 0),
    })),
  };
}

function byAge(a: ClaimedMessage, b: ClaimedMessage): number {
  return a.dueAt.getTime() - b.dueAt.getTime() || (a.id < b.id ? -1 : 1);
}

interface CappedDomain extends SendingCap {
  readonly id: string;
  /** Recipients that were sent to today, as far as events are counted. */
  readonly sentToday: number;
}

/** The caps as they are now; the rows stay locked, so that one worker at a time plans for a domain. */
async function lockDomains(
  client: PoolClient,
  ids: readonly string[],
  today: number,
): Promise<readonly CappedDomain[]> {
  const { rows } = await client.query<CappedDomain>({
    name: 'claims.lock-domains',
    text: `SELECT id, warm_up_started_at AS "warmUpStartedAt", daily_cap AS "dailyCap",
                  coalesce((SELECT sent::int FROM daily_counters c
                             WHERE c.organization_id = d.organization_id AND c.facet = 'total' AND c.facet_key = ''
                               AND c.day = $2::date AND c.domain_id = d.id), 0) AS "sentToday"
             FROM domains d WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    values: [ids, dateOf(today)],
  });
  return rows;
}

/** A statement of its own, after the lock: its snapshot holds what the one who had the lock before has written. */
async function readDays(
  client: PoolClient,
  domainIds: readonly string[],
  today: number,
): Promise<ReadonlyMap<string, ReadonlyMap<number, number>>> {
  const { rows } = await client.query<{ domainId: string; day: string; recipients: number }>({
    name: 'claims.read-days',
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

interface DayCount {
  readonly domainId: string;
  readonly day: number;
  readonly recipients: number;
}

async function addToDays(client: PoolClient, counts: readonly DayCount[]): Promise<void> {
  if (counts.length === 0) return;
  await client.query({
    name: 'claims.add-to-days',
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

interface Postponed {
  readonly id: string;
  readonly dueAt: Date;
  /** Null: none has room for it. */
  readonly reservedDay: number | null;
  readonly cause: ReturnType<typeof capKindOn>;
}

/**
 * Requeues claimed messages as if they had never been taken: no event, no delivery round, no attempt from which a back-off
 * would count, since waiting for one's day is no failure.
 */
async function postpone(
  client: PoolClient,
  { messages, workerId }: { messages: readonly Postponed[]; workerId: string },
): Promise<void> {
  if (messages.length === 0) return;
  const ids = messages.map(({ id }) => id);
  const { low, high } = idRange(ids);
  await client.query({
    name: 'claims.postpone',
    text: `UPDATE messages m SET status = 'queued', rounds = m.rounds - 1, due_at = i.due_at,
             reserved_day = i.reserved_day, lease_until = NULL, lease_owner = NULL,
             deferral = jsonb_build_object('cause', i.cause, 'since', now())
           FROM unnest($1::uuid[], $2::timestamptz[], $3::date[], $7::text[]) AS i(id, due_at, reserved_day, cause)
           WHERE m.id = i.id AND m.id >= $4 AND m.id <= $5 AND m.status = 'sending' AND m.lease_owner = $6`,
    values: [
      ids,
      messages.map(({ dueAt }) => dueAt),
      messages.map(({ reservedDay }) => (reservedDay === null ? null : dateOf(reservedDay))),
      ...[low, high, workerId],
      messages.map(({ cause }) => cause),
    ],
  });
}

function dateOf(day: number): string {
  return startOfDay(day).toISOString().slice(0, 10);
}
