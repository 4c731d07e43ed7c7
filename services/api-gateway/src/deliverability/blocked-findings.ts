import type { Finding } from '@postrider/contracts/deliverability';
import { diagnose } from '@postrider/contracts/outcomes';
import type { Pool } from '@postrider/db';
import { beginOf, dayBefore, findingDays, grouped, percent, type FindingScope } from './finding-source';

export interface BlockDay {
  /** UTC, `yyyy-mm-dd`. */
  readonly day: string;
  /** Replies that block us. */
  readonly blocks: number;
  /** Deliveries, bounces and deferrals. */
  readonly answers: number;
}

/** A provider that blocked mail. */
export interface ProviderBlocks {
  readonly provider: string;
  /** The most frequent reply that blocked. */
  readonly reply: string;
  /** Oldest first. */
  readonly days: readonly BlockDay[];
}

const providersMax = 50;

// `reply` rows have provider, class and text in their key, separated by tabs.
const readBlocksSql = `
WITH replies AS (
  SELECT c.day, split_part(c.facet_key, E'\\t', 1) AS provider, split_part(c.facet_key, E'\\t', 3) AS text,
         c.delayed + c.bounced_hard + c.bounced_soft AS blocks
    FROM daily_counters c
   WHERE c.organization_id = $1 AND c.facet = 'reply' AND c.day BETWEEN $2::date AND $3::date
     AND ($4::uuid IS NULL OR c.domain_id = $4) AND split_part(c.facet_key, E'\\t', 2) = 'block'
), blocked AS (
  SELECT provider, sum(blocks) AS blocks FROM replies GROUP BY provider ORDER BY 2 DESC, 1 LIMIT ${providersMax}
), answered AS (
  SELECT c.facet_key AS provider, c.day, sum(c.delivered + c.bounced_hard + c.bounced_soft + c.delayed) AS answers
    FROM daily_counters c
   WHERE c.organization_id = $1 AND c.facet = 'provider' AND c.day BETWEEN $2::date AND $3::date
     AND ($4::uuid IS NULL OR c.domain_id = $4) AND c.facet_key IN (SELECT provider FROM blocked)
   GROUP BY 1, 2
)
SELECT b.provider,
       (SELECT r.text FROM replies r WHERE r.provider = b.provider GROUP BY r.text ORDER BY sum(r.blocks) DESC, r.text LIMIT 1) AS reply,
       (SELECT json_agg(json_build_object('day', a.day, 'answers', a.answers, 'blocks',
                 coalesce((SELECT sum(r.blocks) FROM replies r WHERE r.provider = b.provider AND r.day = a.day), 0)) ORDER BY a.day)
          FROM answered a WHERE a.provider = b.provider) AS days
  FROM blocked b WHERE EXISTS (SELECT FROM answered a WHERE a.provider = b.provider)
 ORDER BY b.blocks DESC, b.provider`;

export async function readBlocks(
  pool: Pool,
  { organizationId, domainId, now }: FindingScope,
): Promise<readonly ProviderBlocks[]> {
  const { rows } = await pool.query<ProviderBlocks>({
    name: 'deliverability.read-blocks',
    text: readBlocksSql,
    values: [organizationId, dayBefore(now, findingDays - 1), dayBefore(now, 0), domainId],
  });
  return rows;
}

/**
 * Of today and yesterday: a block that is over is history. Twenty replies are what the alert rule `provider_block` counts; below a tenth of
 * the answers, retries get the mail through.
 */
export const blockLimits = { days: 2, blocksMin: 20, warning: 0.1, error: 0.5 };

export function blockedByProvider(facts: readonly ProviderBlocks[], now: Date): readonly Finding[] {
  const { days: daysLooked, blocksMin, warning, error } = blockLimits;
  return facts.flatMap(({ provider, reply, days }): Finding[] => {
    const recent = days.filter(({ day }) => day > dayBefore(now, daysLooked));
    const blocks = recent.reduce((sum, day) => sum + day.blocks, 0);
    const answers = recent.reduce((sum, day) => sum + day.answers, 0);
    if (blocks < blocksMin || blocks < warning * answers) return [];
    return [
      {
        code: 'blocked_by_provider',
        severity: blocks >= error * answers ? 'error' : 'warning',
        subject: provider,
        since: sinceOf(days),
        evidence: [
          `${provider} blocked ${grouped(blocks)} of ${grouped(answers)} delivery attempts in ${daysLooked} days (${percent(Math.min(blocks, answers), answers)}).`,
          `Most frequent reply: ${reply}`,
        ],
        advice: diagnose('block', { isDelayed: false }).advice,
      },
    ];
  });
}

/** The first of the days without a pause until now; days without mail say nothing. */
function sinceOf(days: readonly BlockDay[]): string | null {
  const lastFree = days.findLastIndex(({ blocks, answers }) => blocks === 0 && answers > 0);
  const first = days[lastFree + 1];
  return first === undefined ? null : beginOf(first.day);
}
