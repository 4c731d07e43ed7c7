import assert from 'node:assert';
import { attemptedRecipients } from '@postrider/contracts/metrics';
import { type Queryable, uuidV7Floor } from '@postrider/db';
import { platformNoticeKind } from '@postrider/submission';
import type { AlertRule } from './alert-rule';

/** Outcomes of an organization's recipients. */
interface Outcomes {
  readonly sent: number;
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
}

interface DayRow extends Outcomes {
  readonly organizationId: string;
  /** yyyy-mm-dd */
  readonly day: string;
}

const dayMs = 86_400_000;
/** A rate of this many recent events says as much as one of all of them, and costs a bounded time. */
const eventsMax = 50_000;

const readDaysSql = `
SELECT organization_id AS "organizationId", day::text AS day,
  sum(sign * sent)::int8 AS sent, sum(sign * delivered)::int8 AS delivered,
  sum(sign * (bounced_hard + bounced_soft))::int8 AS bounced, sum(sign * complained)::int8 AS complained
FROM (SELECT *, CASE WHEN facet = 'total' THEN 1 ELSE -1 END AS sign FROM daily_counters
      WHERE organization_id = ANY($1::uuid[]) AND day >= $2::date
        AND (facet = 'total' OR (facet = 'kind' AND facet_key = '${platformNoticeKind}'))) counted
GROUP BY organization_id, day`;

/** Only messages accepted since then, too: a bounce of today may belong to a mail of last week. */
const countOutcomesSql = `
SELECT count(*) FILTER (WHERE e.type = 'sent') AS sent, count(*) FILTER (WHERE e.type = 'delivered') AS delivered,
  count(*) FILTER (WHERE e.type = 'bounced') AS bounced, count(*) FILTER (WHERE e.type = 'complained') AS complained
FROM (SELECT type, message_id FROM email_events
      WHERE organization_id = $1 AND id >= $2 AND message_id >= $2 AND mode = 'live'
      ORDER BY id DESC LIMIT ${eventsMax}) e
JOIN messages m ON m.id = e.message_id AND m.kind IS DISTINCT FROM '${platformNoticeKind}'`;

/**
 * Rates by rule id. The window is whole UTC days, today and as many before it as the rule's minutes make (two days: today and
 * yesterday), from the daily counters. After a pause that an admin has ended, only what was accepted since then counts, from the
 * events: the numbers that led to the pause cannot lead to the next. A rule whose minimum is not reached has none.
 */
export async function measureRates(
  db: Queryable,
  rules: readonly AlertRule[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const rates = new Map<string, number>();
  const fromCounters = rules.filter((rule) => !resumedWithin(rule, now));
  const days = await readDays(db, fromCounters, now);
  for (const rule of fromCounters) {
    const rows = days.filter(
      ({ organizationId, day }) => organizationId === rule.organizationId && day >= firstDay(rule, now),
    );
    noteRate(rates, rule, total(rows));
  }
  const sinceResumed = Map.groupBy(
    rules.filter((rule) => resumedWithin(rule, now)),
    ({ organizationId }) => organizationId,
  );
  for (const [organizationId, [first, ...others]] of sinceResumed) {
    if (!first?.resumedAt) continue;
    const outcomes = await countOutcomes(db, organizationId, first.resumedAt);
    for (const rule of [first, ...others]) noteRate(rates, rule, outcomes);
  }
  return rates;
}

async function readDays(db: Queryable, rules: readonly AlertRule[], now: Date): Promise<readonly DayRow[]> {
  const [earliest] = rules.map((rule) => firstDay(rule, now)).sort();
  if (earliest === undefined) return [];
  const ids = [...new Set(rules.map(({ organizationId }) => organizationId))];
  const { rows } = await db.query<DayRow>({
    name: 'alerts.read-days',
    text: readDaysSql,
    values: [ids, earliest],
  });
  return rows;
}

async function countOutcomes(db: Queryable, organizationId: string, since: Date): Promise<Outcomes> {
  const { rows } = await db.query<Outcomes>({
    name: 'alerts.count-outcomes',
    text: countOutcomesSql,
    values: [organizationId, uuidV7Floor(since)],
  });
  const [outcomes] = rows;
  assert(outcomes !== undefined, 'a sum without GROUP BY is one row');
  return outcomes;
}

function noteRate(rates: Map<string, number>, rule: AlertRule, outcomes: Outcomes): void {
  const attempted = attemptedRecipients(outcomes);
  if (attempted === 0 || attempted < rule.minimum) return;
  rates.set(rule.id, (rule.kind === 'bounce' ? outcomes.bounced : outcomes.complained) / attempted);
}

function resumedWithin(rule: AlertRule, now: Date): boolean {
  return rule.resumedAt !== null && rule.resumedAt.toISOString() > firstDay(rule, now);
}

export function startOfWindow(rule: AlertRule, now: Date): Date {
  return new Date(firstDay(rule, now));
}

/** First UTC day of the rule's window, yyyy-mm-dd. */
function firstDay({ windowMinutes }: AlertRule, now: Date): string {
  const days = Math.max(1, Math.ceil((windowMinutes * 60_000) / dayMs));
  return new Date(now.getTime() - (days - 1) * dayMs).toISOString().slice(0, 10);
}

function total(rows: readonly Outcomes[]): Outcomes {
  const sum = (name: keyof Outcomes): number => rows.reduce((count, row) => count + row[name], 0);
  return {
    sent: sum('sent'),
    delivered: sum('delivered'),
    bounced: sum('bounced'),
    complained: sum('complained'),
  };
}
