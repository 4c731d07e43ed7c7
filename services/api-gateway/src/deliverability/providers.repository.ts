import {
  deliverabilityRepliesMax,
  type DeliverabilityProvider,
  type DeliverabilityReply,
} from '@postrider/contracts/deliverability';
import { attemptedRecipients } from '@postrider/contracts/metrics';
import { diagnose, type FailureClass } from '@postrider/contracts/outcomes';
import type { Pool } from '@postrider/db';
import { readSeconds } from './delivery-seconds';
import { dayBefore, type FindingScope } from './finding-source';

const providersMax = 50;

const inWindow = `c.organization_id = $1 AND c.day BETWEEN $2::date AND $3::date AND ($4::uuid IS NULL OR c.domain_id = $4)`;

// sum(bigint) is numeric, which arrives as text.
const readCountsSql = `
SELECT c.facet_key AS provider, sum(c.sent)::int8 AS sent, sum(c.delivered)::int8 AS delivered,
       sum(c.bounced_hard + c.bounced_soft)::int8 AS bounced, sum(c.complained)::int8 AS complained,
       sum(c.delayed)::int8 AS deferred, sum(c.blocked)::int8 AS blocked
  FROM daily_counters c WHERE c.facet = 'provider' AND ${inWindow}
 GROUP BY 1 ORDER BY greatest(sum(c.sent), sum(c.delivered + c.bounced_hard + c.bounced_soft)) DESC, 1
 LIMIT ${providersMax}`;

/** The key of a row has provider, class and text, separated by tabs. */
const readRepliesSql = `
SELECT provider, class, text, delayed::int8, bounced::int8
  FROM (SELECT r.*, row_number() OVER (PARTITION BY provider ORDER BY delayed + bounced DESC, text) AS place
          FROM (SELECT split_part(c.facet_key, E'\\t', 1) AS provider, split_part(c.facet_key, E'\\t', 2) AS class,
                       split_part(c.facet_key, E'\\t', 3) AS text,
                       sum(c.delayed) AS delayed, sum(c.bounced_hard + c.bounced_soft) AS bounced
                  FROM daily_counters c WHERE c.facet = 'reply' AND ${inWindow}
                 GROUP BY 1, 2, 3) r
         WHERE provider = ANY($5::text[])) placed
 WHERE place <= ${deliverabilityRepliesMax}
 ORDER BY provider, place`;

type CountsRow = Pick<
  DeliverabilityProvider,
  'provider' | 'delivered' | 'bounced' | 'complained' | 'deferred' | 'blocked'
> & { readonly sent: number };

interface ReplyRow {
  readonly provider: string;
  readonly class: FailureClass;
  readonly text: string;
  readonly delayed: number;
  readonly bounced: number;
}

/** The providers with most recipients, first. Reads counters only: its cost does not grow with the number of messages. */
export async function readProviders(
  pool: Pool,
  scope: FindingScope,
  days: number,
): Promise<DeliverabilityProvider[]> {
  const { organizationId, domainId, now } = scope;
  const window = [organizationId, dayBefore(now, days - 1), dayBefore(now, 0), domainId];
  const counts = await pool.query<CountsRow>({
    name: 'deliverability.read-counts',
    text: readCountsSql,
    values: window,
  });
  const replies = await pool.query<ReplyRow>({
    name: 'deliverability.read-replies',
    text: readRepliesSql,
    values: [...window, counts.rows.map(({ provider }) => provider)],
  });
  const repliesOf = Map.groupBy(replies.rows, ({ provider }) => provider);
  const secondsOf = new Map((await readSeconds(pool, scope)).map((each) => [each.provider, each]));
  return counts.rows.map(({ sent, ...row }) => ({
    ...row,
    recipients: attemptedRecipients({ sent, delivered: row.delivered, bounced: row.bounced }),
    seconds_to_delivery: secondsOf.get(row.provider)?.recent?.times ?? null,
    usual_seconds: secondsOf.get(row.provider)?.usual?.times ?? null,
    replies: (repliesOf.get(row.provider) ?? []).map(presentReply),
  }));
}

function presentReply({ class: failureClass, text, delayed, bounced }: ReplyRow): DeliverabilityReply {
  const { advice } = diagnose(failureClass, { isDelayed: bounced === 0 });
  return { text, class: failureClass, advice, count: delayed + bounced };
}
