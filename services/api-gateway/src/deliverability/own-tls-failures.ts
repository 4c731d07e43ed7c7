import type { Finding } from '@postrider/contracts/deliverability';
import type { Pool } from '@postrider/db';
import { beginOf, dayBefore, grouped, percent, type FindingScope } from './finding-source';

/** Attempts of ours that found no TLS as MTA-STS or DANE of the recipients' domain demands, of today and yesterday. */
export interface OwnTls {
  readonly provider: string;
  /** First UTC day of them, `yyyy-mm-dd`. */
  readonly since: string;
  readonly failures: number;
  /** Deliveries, bounces and deferrals. */
  readonly answers: number;
  /** The most frequent reason. */
  readonly reason: string;
}

export const ownTlsLimits = { days: 2, failuresMin: 10, warning: 0.1, error: 0.5 };

const providersMax = 50;

// What servers reply begins with its code; what we found ourselves does not. Mail whose routing fails otherwise has no provider.
const ownTlsSql = `
WITH failed AS (
  SELECT c.day, split_part(c.facet_key, E'\\t', 1) AS provider, split_part(c.facet_key, E'\\t', 3) AS reason,
         c.delayed + c.bounced_hard + c.bounced_soft AS failures
    FROM daily_counters c
   WHERE c.organization_id = $1 AND c.facet = 'reply' AND c.day BETWEEN $2::date AND $3::date
     AND ($4::uuid IS NULL OR c.domain_id = $4) AND split_part(c.facet_key, E'\\t', 2) = 'routing'
     AND split_part(c.facet_key, E'\\t', 3) !~ '^[0-9]{3} '
), summed AS (
  SELECT provider, min(day) AS since, sum(failures)::int8 AS failures FROM failed GROUP BY provider
  HAVING sum(failures) >= ${ownTlsLimits.failuresMin} ORDER BY 3 DESC, 1 LIMIT ${providersMax}
)
SELECT s.provider, to_char(s.since, 'YYYY-MM-DD') AS since, s.failures,
       (SELECT coalesce(sum(c.delivered + c.bounced_hard + c.bounced_soft + c.delayed), 0)::int8 FROM daily_counters c
         WHERE c.organization_id = $1 AND c.facet = 'provider' AND c.facet_key = s.provider
           AND c.day BETWEEN $2::date AND $3::date AND ($4::uuid IS NULL OR c.domain_id = $4)) AS answers,
       (SELECT f.reason FROM failed f WHERE f.provider = s.provider GROUP BY f.reason
         ORDER BY sum(f.failures) DESC, f.reason LIMIT 1) AS reason
  FROM summed s ORDER BY s.failures DESC, s.provider`;

export async function readOwnTls(
  pool: Pool,
  { organizationId, domainId, now }: FindingScope,
): Promise<readonly OwnTls[]> {
  const { rows } = await pool.query<OwnTls>({
    name: 'deliverability.read-own-tls',
    text: ownTlsSql,
    values: [organizationId, dayBefore(now, ownTlsLimits.days - 1), dayBefore(now, 0), domainId],
  });
  return rows;
}

/** Receivers that demand TLS which their own servers do not have: what is sent to them waits. */
export function ownTlsFailures(facts: readonly OwnTls[]): readonly Finding[] {
  const { days, failuresMin, warning, error } = ownTlsLimits;
  return facts.flatMap(({ provider, since, failures, answers, reason }): Finding[] => {
    const attempts = Math.max(failures, answers);
    if (failures < failuresMin || failures < warning * attempts) return [];
    return [
      {
        code: 'tls_failures',
        severity: failures >= error * attempts ? 'error' : 'warning',
        subject: provider,
        since: beginOf(since),
        evidence: [
          `TLS failed in ${grouped(failures)} of ${grouped(attempts)} delivery attempts to ${provider} in ${days} days (${percent(failures, attempts)}).`,
          `Most frequent reason: ${reason}`,
        ],
        advice:
          'The mail servers of the receiver do not have the TLS that their domain demands (MTA-STS or DANE). Email to them waits, and bounces in the end. Only their operator can correct it: tell your recipients another way.',
      },
    ];
  });
}
