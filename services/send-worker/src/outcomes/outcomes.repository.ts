import { deleteUnkeptContent, type Pool, selectStatusByRecipients, withTransaction } from '@postrider/db';
import { idRange } from '../claims/claims.repository';
import { finishMessages, finishesMessage } from './finished-messages.repository';
import type { MessageOutcome } from './message-outcome';
import { messageRows, type RecordedEvent } from './outcome-rows';
import { factsSql, factValues, insertEventsSql } from './outcome-facts';

/** The messages are locked in one order: no deadlock between workers. */
const recordSql = `
WITH locked AS MATERIALIZED (
  SELECT id FROM messages WHERE id = ANY($1::uuid[]) AND id >= $2 AND id <= $3 ORDER BY id FOR NO KEY UPDATE
), ${factsSql}
${insertEventsSql}`;

/**
 * Whether the claim that ends is still the one that holds the message. The round belongs to it: after an outage a
 * worker may have claimed again what it still had in hand from before.
 */
const holdsIt = 'i.release AND m.lease_owner = $8 AND m.rounds = i.round';

/**
 * A statement of its own: only a new snapshot sees what the one before, and whoever held the locks, has written.
 * Answers the final messages of organizations that keep no content.
 */
const settleSql = `
WITH settled AS (
  UPDATE messages m SET
    status = CASE WHEN d.status IS NOT NULL THEN d.status
      WHEN ${holdsIt} THEN 'queued' ELSE m.status END,
    due_at = CASE WHEN d.status IS NULL AND ${holdsIt} THEN coalesce(i.due_at, m.due_at)
      ELSE m.due_at END,
    rounds = CASE WHEN i.uncount AND m.lease_owner = $8 AND m.rounds = i.round THEN m.rounds - 1 ELSE m.rounds END,
    lease_until = CASE WHEN d.status IS NOT NULL OR (${holdsIt}) THEN NULL ELSE m.lease_until END,
    lease_owner = CASE WHEN d.status IS NOT NULL OR (${holdsIt}) THEN NULL ELSE m.lease_owner END,
    first_attempt_at = coalesce(m.first_attempt_at, i.first_attempt_at),
    sent_at = coalesce(m.sent_at, i.sent_at),
    message_id_header = coalesce(m.message_id_header, i.message_id_header),
    final_at = CASE WHEN d.status IS NULL THEN m.final_at ELSE coalesce(m.final_at, now()) END
  FROM unnest($1::uuid[], $4::int[], $5::bool[], $6::timestamptz[], $7::bool[], $9::timestamptz[], $10::text[],
      $11::timestamptz[])
    AS i(id, round, release, due_at, uncount, sent_at, message_id_header, first_attempt_at)
  CROSS JOIN LATERAL (${selectStatusByRecipients('r.message_id >= $2 AND r.message_id <= $3')}) d
  WHERE m.id = i.id AND m.id >= $2 AND m.id <= $3
  RETURNING m.id, m.organization_id, m.final_at
)
SELECT settled.id FROM settled
JOIN organizations o ON o.id = settled.organization_id AND o.body_retention_days = 0
WHERE settled.final_at IS NOT NULL`;

/**
 * Records what deliveries have brought: messages of one recipient in one statement, all others in one transaction.
 * @returns the events that were not recorded before, messages of one recipient first
 */
export async function recordOutcomes(
  pool: Pool,
  { outcomes, workerId }: { outcomes: readonly MessageOutcome[]; workerId: string },
): Promise<readonly RecordedEvent[]> {
  const { finishing = [], others = [] } = Object.groupBy(outcomes, (outcome) =>
    finishesMessage(outcome) ? 'finishing' : 'others',
  );
  const { finished, events } = await finishMessages(pool, finishing);
  const left = [...others, ...finishing.filter(({ message }) => !finished.has(message.id))];
  if (left.length === 0) return events;
  return [...events, ...(await recordInTransaction(pool, { outcomes: left, workerId }))];
}

async function recordInTransaction(
  pool: Pool,
  { outcomes, workerId }: { outcomes: readonly MessageOutcome[]; workerId: string },
): Promise<readonly RecordedEvent[]> {
  const messages = messageRows(outcomes);
  const { low, high } = idRange(messages.ids);
  const { events, values } = factValues(outcomes);

  const recorded = await withTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>({
      name: 'send-worker.record',
      text: recordSql,
      values: [messages.ids, low, high, ...values],
    });
    const unkept = await client.query<{ id: string }>({
      name: 'send-worker.settle',
      text: settleSql,
      values: [
        messages.ids,
        low,
        high,
        messages.rounds,
        messages.releases,
        messages.dueTimes,
        messages.uncounts,
        workerId,
        messages.sentTimes,
        messages.headers,
        messages.firstAttemptTimes,
      ],
    });
    await deleteUnkeptContent(
      client,
      unkept.rows.map(({ id }) => id),
    );
    return new Set(rows.map((row) => row.id));
  });
  return events.filter((event) => recorded.has(event.id));
}
