import { pauseReportersMin } from '@postrider/contracts/alerts';
import { type Queryable, uuidV7Floor } from '@postrider/db';
import { mailboxProvider, mailboxWithoutTag } from '@postrider/mail';
import { platformNoticeKind } from '@postrider/submission';
import type { AlertRule } from './alert-rule';

/** What a rule may do after its rate was checked for reports that a stranger can cause. */
export interface Verdict {
  /** Share of the organization's own mail, without signup confirmations, by reports that count. */
  readonly rate: number;
  readonly mayPause: boolean;
  /** Signup forms whose signups raise the rate to a pause: they are disabled, and the organization keeps sending. */
  readonly forms: readonly string[];
}

const dayMs = 86_400_000;
/** Reports come days after the mail; older messages are not read. */
const messageAgeMaxMs = 30 * dayMs;
/** Until then, reports of a new subscriber count against the form. */
const newSignupMs = 7 * dayMs;
/** A rate of this many recent events says as much as one of all of them, and costs a bounded time. */
const eventsMax = 50_000;
const reportsMax = 10_000;

/** $1 organization, $2 least event id, $3 least message id. A complaint without proof is `unproven` by its identity. */
const recentSql = `
WITH recent AS MATERIALIZED (
  SELECT e.type, lower(e.recipient) AS address, e.identity, m.id AS message_id, m.source = 'form' AS "isConfirmation"
  FROM (SELECT type, message_id, recipient, identity FROM email_events
        WHERE organization_id = $1 AND id >= $2 AND message_id >= $3 AND mode = 'live'
        ORDER BY id DESC LIMIT ${eventsMax}) e
  JOIN messages m ON m.id = e.message_id AND m.id >= $3 AND m.kind IS DISTINCT FROM '${platformNoticeKind}'
)`;

const countAttemptedSql = `${recentSql}
SELECT "isConfirmation", greatest(count(*) FILTER (WHERE type = 'sent'),
  count(*) FILTER (WHERE type IN ('delivered', 'bounced')))::int AS attempted
FROM recent GROUP BY "isConfirmation"`;

/** $4 event type, $5 least id of a recent signup. A signup that was never confirmed reports the confirmation mail alone. */
const readReportsSql = `${recentSql}
SELECT r.address, r."isConfirmation", signup.form_id AS "formId", coalesce(signup.is_charged, false) AS "isCharged"
FROM (SELECT * FROM recent WHERE type = $4 AND identity <> 'unproven' LIMIT ${reportsMax}) r
LEFT JOIN LATERAL (
  SELECT s.form_id, f.status = 'enabled' AND s.created_at >= f.updated_at AS is_charged
  FROM signup_requests s JOIN signup_forms f ON f.id = s.form_id
  WHERE s.organization_id = $1 AND s.email_key = r.address
    AND (s.message_id = r.message_id OR (s.confirmed_at IS NOT NULL AND s.id >= $5))
  ORDER BY s.message_id = r.message_id DESC, s.id DESC LIMIT 1
) signup ON true`;

interface Report {
  readonly address: string;
  readonly isConfirmation: boolean;
  /** Null: not a new signup. */
  readonly formId: string | null;
  /** False: before an admin last enabled or changed the form, which then starts afresh. */
  readonly isCharged: boolean;
}

/**
 * Checks a rate that warns for what a stranger can cause: signup confirmations do not count, new signups count against their form,
 * and a pause needs a minimum of distinct reporters.
 * @param since start of the rule's window
 */
export async function weighReports(
  db: Queryable,
  rule: AlertRule,
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<Verdict> {
  const { organizationId, kind, pauseRate, minimum, resumedAt } = rule;
  // After a pause only what was accepted since then counts.
  const isResumed = resumedAt !== null && resumedAt > since;
  const start = isResumed ? resumedAt : since;
  const messagesSince = isResumed ? resumedAt : new Date(since.getTime() - messageAgeMaxMs);
  const bounds = [organizationId, uuidV7Floor(start), uuidV7Floor(messagesSince)];
  const attempted = await countAttempted(db, bounds);
  const { rows: reports } = await db.query<Report>({
    name: 'alerts.read-reports',
    text: readReportsSql,
    values: [
      ...bounds,
      kind === 'bounce' ? 'bounced' : 'complained',
      uuidV7Floor(new Date(now.getTime() - newSignupMs)),
    ],
  });
  const own = reports.filter(({ formId, isConfirmation }) => formId === null && !isConfirmation);
  const reaches = (some: readonly Report[], mails: number): boolean =>
    pauseRate !== null &&
    mails >= minimum &&
    some.length >= pauseRate * mails &&
    reportersOf(some).size >= reportersMin(rule);
  const mayPause = reaches(own, attempted.own);
  const rate = attempted.own === 0 ? 0 : own.length / attempted.own;
  if (mayPause || !reaches(reports, attempted.all)) return { rate, mayPause, forms: [] };
  return {
    rate,
    mayPause,
    forms: formsToDisable(
      reports.filter(({ isCharged }) => isCharged),
      reportersMin(rule),
    ),
  };
}

async function countAttempted(
  db: Queryable,
  bounds: readonly string[],
): Promise<{ own: number; all: number }> {
  const { rows } = await db.query<{ isConfirmation: boolean; attempted: number }>({
    name: 'alerts.count-attempted',
    text: countAttemptedSql,
    values: [...bounds],
  });
  const own = rows.find(({ isConfirmation }) => !isConfirmation)?.attempted ?? 0;
  return { own, all: rows.reduce((sum, { attempted }) => sum + attempted, 0) };
}

function reportersMin({ kind }: AlertRule): number {
  return kind === 'bounce' ? pauseReportersMin.bounce : pauseReportersMin.complaint;
}

/**
 * At a public mailbox provider each mailbox is a reporter, without its `+tag`. Any other domain is one reporter in all: its
 * owner can have any number of addresses.
 */
export function reportersOf(reports: readonly Pick<Report, 'address'>[]): ReadonlySet<string> {
  return new Set(
    reports.map(({ address }) => {
      const provider = mailboxProvider(address.slice(address.lastIndexOf('@') + 1));
      return provider.includes('.') ? provider : mailboxWithoutTag(address);
    }),
  );
}

/** Those with the most reporters, until what is left would pause nothing. */
function formsToDisable(reports: readonly Report[], leftMax: number): readonly string[] {
  const byForm = [...Map.groupBy(reports, ({ formId }) => formId)]
    .flatMap(([formId, some]) => (formId === null ? [] : [{ formId, reporters: reportersOf(some).size }]))
    .toSorted((one, other) => other.reporters - one.reporters);
  const forms: string[] = [];
  let left = reportersOf(reports).size;
  for (const { formId, reporters } of byForm) {
    if (left < leftMax) break;
    forms.push(formId);
    left -= reporters;
  }
  return forms;
}
