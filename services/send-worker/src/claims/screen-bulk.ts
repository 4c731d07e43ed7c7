import assert from 'node:assert';
import { createUsageShards, type AdmissionControl } from '@postrider/admission';
import { findIneligible, type IneligibleReason } from '@postrider/audiences';
import { newId } from '@postrider/contracts/ids';
import { isBulkKind } from '@postrider/contracts/statuses';
import {
  anyFormOf,
  deleteUnkeptContent,
  strongestReasonFirst,
  withTransaction,
  type Pool,
} from '@postrider/db';
import { normaliseAddress } from '@postrider/mail';
import { createTtlCache, type Clock, type Logger, type Metrics } from '@postrider/runtime';
import { takeBackRecipients, type TakenBack } from '@postrider/submission';
import type { ClaimedMessage } from './claimed-message';
import { idRange } from './claims.repository';

/** Of claimed messages those that may still be sent; the others are suppressed now, or left to their lease. */
export type ScreenBulk = (claimed: readonly ClaimedMessage[]) => Promise<readonly ClaimedMessage[]>;

interface Options {
  readonly pool: Pool;
  readonly workerId: string;
  readonly admissionControl: Pick<AdmissionControl, 'beginRefund'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

interface Stopped {
  readonly message: ClaimedMessage;
  readonly reason: IneligibleReason;
}

/**
 * Looks again at who gets bulk mail: between acceptance and its turn a message may have waited for hours, for its domain's day or
 * a retry, and its reader may have left meanwhile. One statement for a batch; mail of other kinds pays nothing, and what a day
 * allows is not spent on what is not sent.
 */
export function createScreenBulk(options: Options): ScreenBulk {
  const { pool, log, metrics } = options;
  const suppress = createSuppress(options);
  const findTopics = createFindTopics(options);
  const suppressed = metrics.counter(
    'bulk_suppressed',
    'Accepted bulk messages whose recipient had left when their turn came, by reason.',
    { reason: ['unsubscribed', 'suppressed'] },
  );

  const screen = async (bulk: readonly ClaimedMessage[]): Promise<ReadonlySet<string>> => {
    try {
      const topics = await findTopics(bulk);
      const recipients = bulk.map((message) => recipientOf(message, topics));
      const reasons = await findIneligible(pool, recipients);
      const stopped = bulk.flatMap((message, index): Stopped[] => {
        const reason = reasons[index] ?? null;
        return reason === null ? [] : [{ message, reason }];
      });
      if (stopped.length === 0) return new Set();
      await suppress(stopped);
      for (const { reason } of stopped) suppressed.add(1, { reason });
      log.info({ messages: stopped.length }, 'suppressed: the recipient left after acceptance');
      return new Set(stopped.map(({ message }) => message.id));
    } catch (error) {
      log.error({ err: error, messages: bulk.length }, 'bulk mail could not be screened');
      return new Set(bulk.map(({ id }) => id));
    }
  };

  return async (claimed) => {
    const bulk = claimed.filter(isScreened);
    if (bulk.length === 0) return claimed;
    const stoppedIds = await screen(bulk);
    return claimed.filter(({ id }) => !stoppedIds.has(id));
  };
}

/** What has expired fails as that. Acceptance has made sure that bulk mail has one recipient. */
function isScreened({ kind, isExpired, pending }: ClaimedMessage): boolean {
  return isBulkKind(kind) && !isExpired && pending.length === 1;
}

function recipientOf(
  { organizationId, domainId, kind, topicId, pending }: ClaimedMessage,
  topics: ReadonlyMap<string, BroadcastTopic>,
) {
  const [recipient] = pending;
  assert(recipient !== undefined, 'what is screened has a recipient');
  const topic = topics.get(broadcastIdOf(kind) ?? '');
  return {
    ...{ organizationId, domainId },
    emailKey: normaliseAddress(recipient.address),
    // A kind is the sender's own word: only a broadcast of the same organization has a say.
    topicId: topic?.organizationId === organizationId ? topic.topicId : topicId,
  };
}

function broadcastIdOf(kind: string | null): string | undefined {
  return /^broadcast\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(kind ?? '')?.[1];
}

interface BroadcastTopic {
  readonly organizationId: string;
  readonly topicId: string;
}

type FindTopics = (messages: readonly ClaimedMessage[]) => Promise<ReadonlyMap<string, BroadcastTopic>>;

/** A broadcast keeps its topic once it has messages, so a batch of one that is known costs no further statement. */
function createFindTopics({ pool, clock }: Pick<Options, 'pool' | 'clock'>): FindTopics {
  const known = createTtlCache<string, BroadcastTopic>({ entriesMax: 10_000, ttlMs: 600_000, clock });
  return async (messages) => {
    const ids = [...new Set(messages.flatMap(({ kind }) => broadcastIdOf(kind) ?? []))];
    const unknown = ids.filter((id) => known.get(id) === undefined);
    if (unknown.length > 0) {
      const { rows } = await pool.query<BroadcastTopic & { readonly id: string }>({
        name: 'claims.find-topics',
        text: `SELECT id, organization_id AS "organizationId", topic_id AS "topicId" FROM broadcasts
          WHERE id = ANY($1::uuid[])`,
        values: [unknown],
      });
      for (const { id, ...topic } of rows) known.set(id, topic);
    }
    return new Map(
      ids.flatMap((id) => {
        const topic = known.get(id);
        return topic === undefined ? [] : [[id, topic] as const];
      }),
    );
  };
}

/**
 * $1 ids, $2 their delivery rounds, $3 reasons, $4 ids of the events, $5 and $6 bounds of the ids, $7 worker, $8 shard.
 * Only what is still held by this round of ours; messages are locked in one order.
 */
const suppressSql = `
WITH locked AS MATERIALIZED (
  SELECT m.id, i.reason, i.event_id FROM messages m
  JOIN unnest($1::uuid[], $2::int[], $3::text[], $4::uuid[]) AS i (id, round, reason, event_id) ON i.id = m.id
  WHERE m.id >= $5 AND m.id <= $6 AND m.status = 'sending' AND m.lease_owner = $7 AND m.rounds = i.round
  ORDER BY m.id FOR NO KEY UPDATE OF m
), moved AS (
  UPDATE recipients r SET status = 'suppressed', detail = locked.reason, updated_at = now()
  FROM locked
  WHERE r.message_id = locked.id AND r.message_id >= $5 AND r.message_id <= $6 AND r.status = 'queued'
  RETURNING r.message_id, r.ordinal, r.address, r.address_key
), settled AS (
  UPDATE messages m SET status = 'suppressed', final_at = now(), lease_until = NULL, lease_owner = NULL
  FROM locked WHERE m.id = locked.id AND m.id >= $5 AND m.id <= $6
  RETURNING m.id, m.organization_id, m.domain_id, m.created_at, m.recipient_count, m.mode, locked.reason, locked.event_id
), recorded AS (
  INSERT INTO email_events (id, message_id, organization_id, ordinal, recipient, type, identity, occurred_at, mode, detail,
    suppression)
  SELECT s.event_id, s.id, s.organization_id, moved.ordinal, moved.address, 'suppressed', 'turn', now(), s.mode, s.reason,
    (SELECT jsonb_build_object('id', e.id, 'reason', e.reason) FROM suppressions e
      WHERE e.organization_id = s.organization_id AND e.email = ${anyFormOf('s.organization_id', 'moved.address_key')}
        AND (e.domain_id IS NULL OR e.domain_id = s.domain_id) AND (e.expires_at IS NULL OR e.expires_at > now())
      ORDER BY ${strongestReasonFirst('e.reason')} LIMIT 1)
  FROM settled s JOIN moved ON moved.message_id = s.id
  ON CONFLICT DO NOTHING
), uncounted AS (
  INSERT INTO usage_shards AS known (organization_id, day, shard, recipients)
  SELECT organization_id, (created_at AT TIME ZONE 'UTC')::date, $8::uuid, -sum(recipient_count)
  FROM settled WHERE mode = 'live' GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (organization_id, day, shard) DO UPDATE SET recipients = known.recipients + excluded.recipients
)
SELECT id FROM settled`;

/** As when a message is canceled: its recipients are refunded, and its content goes by the rules of retention. */
function createSuppress({
  pool,
  workerId,
  admissionControl,
}: Options): (stopped: readonly Stopped[]) => Promise<void> {
  const shards = createUsageShards();
  return async (stopped) => {
    const messages = stopped.map(({ message }) => message);
    const ids = messages.map(({ id }) => id);
    const { low, high } = idRange(ids);
    const rounds = messages.map(({ round }) => round);
    const reasons = stopped.map(({ reason }) => reason);
    const values = [ids, rounds, reasons, ids.map(() => newId()), low, high, workerId];
    const refund = await beginRefunds(admissionControl, messages);
    const settled = await shards.run((shard) =>
      withTransaction(pool, async (client) => {
        const { rows } = await client.query<{ id: string }>({
          name: 'claims.suppress',
          text: suppressSql,
          values: [...values, shard],
        });
        const settledIds = new Set(rows.map(({ id }) => id));
        await deleteUnkeptContent(client, [...settledIds]);
        await takeBackRecipients(client, takenBack(stopped, settledIds));
        return settledIds;
      }),
    );
    await refund(settled);
  };
}

/** Those of broadcasts count by the reason. */
function takenBack(stopped: readonly Stopped[], settledIds: ReadonlySet<string>): TakenBack[] {
  return stopped
    .filter(({ message: { id, kind } }) => settledIds.has(id) && broadcastIdOf(kind) !== undefined)
    .map(({ message, reason }) => ({ messageId: message.id, outcome: reason }));
}

/** @returns what refunds those of the messages that were suppressed: one call for an organization and a day */
async function beginRefunds(
  { beginRefund }: Options['admissionControl'],
  messages: readonly ClaimedMessage[],
): Promise<(settledIds: ReadonlySet<string>) => Promise<void>> {
  const live = messages.filter(({ mode }) => mode === 'live');
  const groups = Map.groupBy(
    live,
    ({ organizationId, createdAt }) => `${organizationId} ${createdAt.toISOString().slice(0, 10)}`,
  );
  const refunds = await Promise.all(
    [...groups.values()].map(async (group) => {
      const [first] = group;
      assert(first !== undefined, 'a group has a member');
      const { organizationId: id, plan, createdAt } = first;
      return { group, createdAt, refund: await beginRefund({ id, plan }) };
    }),
  );
  return async (settledIds) => {
    for (const { group, createdAt, refund } of refunds) {
      const recipients = group.filter(({ id }) => settledIds.has(id)).length;
      if (recipients > 0) await refund({ createdAt, recipients });
    }
  };
}
