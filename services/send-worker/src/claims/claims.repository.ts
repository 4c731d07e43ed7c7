import assert from 'node:assert';
import type { EmailSnapshot } from '@postrider/contracts/events';
import type { PlanName } from '@postrider/contracts/organizations';
import type { Lane, Mode } from '@postrider/contracts/statuses';
import { commitsAsynchronouslySql, drainedQueuesSql, dueQueueSql, type Pool } from '@postrider/db';
import { clockToleranceMs } from './find-due.repository';
import type { ClaimedContent, ClaimedMessage } from './claimed-message';

export interface Claim {
  readonly ids: readonly string[];
  readonly workerId: string;
  readonly leaseMs: number;
}

/** Bodies up to this size come with the claim; 100 of them are 6 MB. */
const inlineOctetsMax = 65_536;

/**
 * $1 ids, $2 worker, $3 lease in ms, $4 and $5 the bounds of the ids, $6 octets that come with the claim.
 *
 * The bounds look redundant; they are what lets PostgreSQL leave out the other weeks' partitions
 * when a prepared statement runs (an array parameter does not).
 *
 * Every row must be found by its id, whatever PostgreSQL's statistics were when it planned the statement (in the first minutes of a
 * week the tables count as empty). Ids are joined, because with ANY it may scan the bounds through any index that has the id. The
 * status is compared by IS NOT DISTINCT FROM, because "=" lets it scan the index of everything that is due: a claim of five among
 * 15,000 took 8 ms of processor time. LIMIT prevents a join of the content by its bounds.
 *
 * Expired messages are claimed even while sending is paused or their queue is drained, so that they fail on time and not later.
 */
const claimMessagesSql = `
WITH taken AS (
  UPDATE messages m SET status = 'sending', lease_until = now() + $3 * interval '1 ms', lease_owner = $2::uuid, rounds = m.rounds + 1
  FROM unnest($1::uuid[]) AS asked(id),
    (SELECT id, plan, generate_text, sending_paused_at IS NULL AND under_review_at IS NULL AS may_send FROM organizations) o
  WHERE m.id = asked.id AND m.id >= $4 AND m.id <= $5
    AND o.id = m.organization_id AND m.status IS NOT DISTINCT FROM 'queued'
    AND m.due_at <= now() + interval '${clockToleranceMs} ms'
    AND (o.may_send AND ${dueQueueSql('m')} <> ALL (${drainedQueuesSql}) OR m.expires_at <= now())
  RETURNING m.id, m.organization_id, m.api_key_id, m.domain_id, m.mode, m.lane, m.kind, m.topic_id, m.from_header, m.reply_to,
    m.subject, m.to_addresses, m.cc_addresses, m.hide_recipients,
    coalesce(m.generate_text, o.generate_text) AS generates_text, m.tags, m.template, m.created_at, m.due_at,
    m.expires_at, m.expires_at <= now() AS is_expired, coalesce(m.first_attempt_at, now()) AS first_attempt_at,
    m.rounds, m.message_id_header, m.track_opens, m.track_clicks,
    o.plan, m.mode = 'live' AND m.first_attempt_at IS NULL AND m.reserved_day IS NULL AS has_no_day
)
SELECT t.*, c.message_id IS NOT NULL AS has_content, c.metadata, c.headers,
  size.body + size.attachments AS octets,
  CASE WHEN size.is_inline THEN c.html END AS html, CASE WHEN size.is_inline THEN c.text END AS text,
  pending.ordinals, pending.addresses, d.id IS NOT NULL AS is_capped
FROM taken t
LEFT JOIN domains d ON t.has_no_day AND d.id = t.domain_id
  AND (d.warm_up_started_at IS NOT NULL OR d.daily_cap IS NOT NULL)
LEFT JOIN LATERAL (
  SELECT * FROM message_contents c WHERE c.message_id = t.id AND c.message_id >= $4 AND c.message_id <= $5 LIMIT 1
) c ON true
CROSS JOIN LATERAL (
  SELECT sizes.*, t.mode = 'live' AND body <= $6 AND files = 0 AND c.mime IS NULL AS is_inline
  FROM (
    SELECT coalesce(octet_length(c.html), 0) + coalesce(octet_length(c.text), 0) + coalesce(octet_length(c.mime), 0)
      AS body, coalesce(sum(a.size), 0) AS attachments, count(*) AS files
    FROM message_attachments a
    WHERE a.message_id = t.id AND a.message_id >= $4 AND a.message_id <= $5
  ) sizes
) size
CROSS JOIN LATERAL (
  SELECT array_agg(r.ordinal ORDER BY r.ordinal) AS ordinals, array_agg(r.address ORDER BY r.ordinal) AS addresses
  FROM recipients r
  WHERE r.message_id = t.id AND r.message_id >= $4 AND r.message_id <= $5 AND r.status = 'queued'
) pending
WHERE ${commitsAsynchronouslySql}`;

/** A row of the claiming statement. */
interface ClaimRow {
  readonly id: string;
  readonly organization_id: string;
  readonly api_key_id: string;
  readonly domain_id: string;
  readonly mode: Mode;
  readonly lane: Lane;
  readonly kind: string | null;
  readonly topic_id: string | null;
  readonly from_header: string;
  readonly reply_to: string | null;
  readonly subject: string;
  readonly to_addresses: string[];
  readonly cc_addresses: string[];
  readonly hide_recipients: boolean;
  readonly generates_text: boolean;
  readonly tags: EmailSnapshot['tags'];
  readonly template: EmailSnapshot['template'];
  readonly created_at: Date;
  readonly due_at: Date;
  readonly message_id_header: string | null;
  readonly expires_at: Date | null;
  readonly first_attempt_at: Date;
  readonly rounds: number;
  readonly is_expired: boolean | null;
  readonly track_opens: boolean;
  readonly track_clicks: boolean;
  readonly has_content: boolean;
  readonly metadata: EmailSnapshot['metadata'];
  readonly headers: Record<string, string> | null;
  readonly octets: number;
  readonly html: string | null;
  readonly text: string | null;
  readonly ordinals: number[] | null;
  readonly addresses: string[] | null;
  readonly is_capped: boolean;
  readonly plan: PlanName;
}

/**
 * Claims every message of the list that is queued, due and may be sent; one statement, and others see the claim when it returns.
 *
 * The claim need not be on disk before the attempt that follows, whose commit brings it there. Should a crash of PostgreSQL undo it,
 * the attempt finds the message unclaimed and does not begin.
 *
 * @param claim.ids in ascending order, so that two workers that claim the same messages wait for each other in one direction only
 */
export async function claimMessages(pool: Pool, claim: Claim): Promise<ClaimedMessage[]> {
  const { low, high } = idRange(claim.ids);
  const { rows } = await pool.query<ClaimRow>({
    name: 'claims.claim-messages',
    text: claimMessagesSql,
    values: [claim.ids, claim.workerId, claim.leaseMs, low, high, inlineOctetsMax],
  });
  const claimedAtMs = performance.now();
  return rows.map((row) => toClaimedMessage(row, claimedAtMs));
}

function toClaimedMessage(row: ClaimRow, claimedAtMs: number): ClaimedMessage {
  return {
    id: row.id,
    organizationId: row.organization_id,
    apiKeyId: row.api_key_id,
    domainId: row.domain_id,
    mode: row.mode,
    lane: row.lane,
    kind: row.kind,
    topicId: row.topic_id,
    fromHeader: row.from_header,
    replyTo: row.reply_to,
    subject: row.subject,
    to: row.to_addresses,
    cc: row.cc_addresses,
    hideRecipients: row.hide_recipients,
    generatesText: row.generates_text,
    tags: row.tags,
    template: row.template,
    createdAt: row.created_at,
    dueAt: row.due_at,
    messageIdHeader: row.message_id_header,
    expiresAt: row.expires_at,
    firstAttemptAt: row.first_attempt_at,
    claimedAtMs,
    round: row.rounds,
    isExpired: row.is_expired ?? false,
    isCapped: row.is_capped && row.is_expired !== true,
    plan: row.plan,
    track: { opens: row.track_opens, clicks: row.track_clicks },
    metadata: row.metadata,
    content: toContent(row),
    pending: pendingRecipients(row),
  };
}

function pendingRecipients({ ordinals, addresses }: ClaimRow): ClaimedMessage['pending'] {
  return (ordinals ?? []).map((ordinal, index) => {
    const address = addresses?.[index];
    assert(address !== undefined, 'a recipient has an address');
    return { ordinal, address };
  });
}

function toContent(row: ClaimRow): ClaimedContent {
  if (!row.has_content) return { kind: 'gone' };
  if (row.html === null && row.text === null) return { kind: 'heavy', octets: Number(row.octets) };
  return { kind: 'inline', body: { html: row.html, text: row.text, headers: row.headers ?? {} } };
}

const renewLeasesSql = `
UPDATE messages m SET lease_until = now() + $3 * interval '1 ms'
FROM unnest($1::uuid[]) AS held(id)
WHERE m.id = held.id AND m.id >= $4 AND m.id <= $5 AND m.status IS NOT DISTINCT FROM 'sending' AND m.lease_owner = $2
RETURNING m.id`;

/** Renews the leases of messages in hand; returns the ids that are still ours. */
export async function renewLeases(pool: Pool, claim: Claim): Promise<ReadonlySet<string>> {
  const { low, high } = idRange(claim.ids);
  const { rows } = await pool.query<{ id: string }>({
    name: 'claims.renew-leases',
    text: renewLeasesSql,
    values: [claim.ids, claim.workerId, claim.leaseMs, low, high],
  });
  return new Set(rows.map((row) => row.id));
}

/** The smallest and the largest id. */
export function idRange(ids: readonly string[]): { low: string; high: string } {
  let [low] = ids;
  assert(low !== undefined, 'there are ids');
  let high = low;
  for (const id of ids) {
    if (id < low) low = id;
    if (id > high) high = id;
  }
  return { low, high };
}
