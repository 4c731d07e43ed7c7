import type { Finding } from '@postrider/contracts/deliverability';
import { attemptedRecipients } from '@postrider/contracts/metrics';
import type { Pool } from '@postrider/db';
import { beginOf, dayBefore, findingDays, grouped, percent, type FindingScope } from './finding-source';

export interface OutcomeDay {
  /** UTC, `yyyy-mm-dd`. */
  readonly day: string;
  readonly sent: number;
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
}

/** Outcomes of a domain's mail, at one provider or at all. */
export interface DomainOutcomes {
  readonly domain: string;
  /** Null: all providers together. */
  readonly provider: string | null;
  /** Oldest first. */
  readonly days: readonly OutcomeDay[];
}

const groupsMax = 500;
/** Groups with fewer recipients cannot break a rule. */
const attemptedMin = 200;

const readOutcomesSql = `
SELECT d.name AS domain, nullif(c.facet_key, '') AS provider,
       json_agg(json_build_object('day', c.day, 'sent', c.sent, 'delivered', c.delivered,
         'bounced', c.bounced_hard + c.bounced_soft, 'complained', c.complained) ORDER BY c.day) AS days
  FROM daily_counters c JOIN domains d ON d.id = c.domain_id
 WHERE c.organization_id = $1 AND c.facet IN ('total', 'provider') AND c.day BETWEEN $2::date AND $3::date
   AND ($4::uuid IS NULL OR c.domain_id = $4)
 GROUP BY d.name, c.facet, c.facet_key
HAVING sum(greatest(c.sent, c.delivered + c.bounced_hard + c.bounced_soft)) >= ${attemptedMin}
 ORDER BY c.facet = 'total' DESC, sum(c.sent) DESC LIMIT ${groupsMax}`;

export async function readOutcomes(
  pool: Pool,
  { organizationId, domainId, now }: FindingScope,
): Promise<readonly DomainOutcomes[]> {
  const { rows } = await pool.query<DomainOutcomes>({
    name: 'deliverability.read-outcomes',
    text: readOutcomesSql,
    values: [organizationId, dayBefore(now, findingDays - 1), dayBefore(now, 0), domainId],
  });
  return rows;
}

/**
 * Google and Yahoo ask senders to stay below 0.1 % and never to reach 0.3 %. Fewer than five reports, or of fewer than a thousand
 * deliveries, are chance.
 */
export const complaintLimits = { warning: 0.001, error: 0.003, deliveredMin: 1_000, complaintsMin: 5 };

export const complaintAdvice =
  'Send only to recipients who asked for it, write in each email why they get it, and make unsubscribing easy. Stop sending to those who have not opened anything for months.';

/** The worst of a domain: Google reports no complaints, so those of others would be diluted in the total. */
export function complaintsHigh(outcomes: readonly DomainOutcomes[]): readonly Finding[] {
  const { warning, error, deliveredMin, complaintsMin } = complaintLimits;
  const high = outcomes
    .map((group) => ({ group, delivered: sum(group, 'delivered'), complained: sum(group, 'complained') }))
    .filter(
      ({ delivered, complained }) =>
        delivered >= deliveredMin &&
        complained >= complaintsMin &&
        isClearlyAbove(warning, { count: complained, of: delivered }),
    );
  return worstOfEachDomain(high, ({ complained, delivered }) => complained / delivered).map(
    ({ group, delivered, complained }): Finding => ({
      code: 'complaints_high',
      severity: complained >= error * delivered ? 'error' : 'warning',
      subject: group.domain,
      since: firstDay(group, (day) => day.complained > 0 && day.complained >= warning * day.delivered),
      evidence: [
        `${grouped(complained)} of ${grouped(delivered)} recipients${at(group)} reported spam in ${findingDays} days (${percent(complained, delivered)}).`,
        `Mailbox providers expect less than ${percent(warning, 1)}.`,
      ],
      advice: complaintAdvice,
    }),
  );
}

/** Amazon SES reviews senders at 5 %, and asks to stay below 2 %. */
export const bounceLimits = { warning: 0.02, error: 0.05, attemptedMin, bouncesMin: 10 };

export function bouncesHigh(outcomes: readonly DomainOutcomes[]): readonly Finding[] {
  const { warning, error, bouncesMin } = bounceLimits;
  return outcomes.flatMap((group): Finding[] => {
    const bounced = sum(group, 'bounced');
    const attempted = attemptedOf(group.days);
    if (group.provider !== null || attempted < attemptedMin || bounced < bouncesMin) return [];
    if (!isClearlyAbove(warning, { count: bounced, of: attempted })) return [];
    return [
      {
        code: 'bounces_high',
        severity: bounced >= error * attempted ? 'error' : 'warning',
        subject: group.domain,
        since: firstDay(group, (day) => day.bounced > 0 && day.bounced >= warning * attemptedOf([day])),
        evidence: [
          `${grouped(bounced)} of ${grouped(attempted)} emails bounced in ${findingDays} days (${percent(bounced, attempted)}).`,
          `Mailbox providers expect less than ${percent(warning, 1)}.`,
        ],
        advice:
          'Remove addresses that bounce, confirm new ones with double opt-in, and do not send to old or bought lists.',
      },
    ];
  });
}

/** Quantile of the normal distribution: one in twenty is above by chance. */
const chance = 1.645;

/**
 * Not by chance: a sender with four complaints in ten thousand has weeks with ten. Rare events are spread by the square root of their number
 * (Poisson).
 */
function isClearlyAbove(
  limit: number,
  { count, of }: { readonly count: number; readonly of: number },
): boolean {
  return count - chance * Math.sqrt(count) >= limit * of;
}

function worstOfEachDomain<Group extends { readonly group: DomainOutcomes }>(
  groups: readonly Group[],
  badness: (group: Group) => number,
): readonly Group[] {
  const worstFirst = groups.toSorted((a, b) => badness(b) - badness(a));
  return worstFirst.filter(
    ({ group }, index) => worstFirst.findIndex((other) => other.group.domain === group.domain) === index,
  );
}

function sum({ days }: DomainOutcomes, name: 'delivered' | 'bounced' | 'complained'): number {
  return days.reduce((total, day) => total + day[name], 0);
}

function attemptedOf(days: readonly OutcomeDay[]): number {
  const total = (name: 'sent' | 'delivered' | 'bounced') => days.reduce((count, day) => count + day[name], 0);
  return attemptedRecipients({
    sent: total('sent'),
    delivered: total('delivered'),
    bounced: total('bounced'),
  });
}

/** What is true of a sum of days is true of one of them. */
function firstDay({ days }: DomainOutcomes, isHigh: (day: OutcomeDay) => boolean): string | null {
  const day = days.find(isHigh);
  return day === undefined ? null : beginOf(day.day);
}

const at = ({ provider }: DomainOutcomes): string => (provider === null ? '' : ` at ${provider}`);
