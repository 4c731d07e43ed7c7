import type { Queryable } from '@postrider/db';
import { counterColumns, countedColumns, type CountableEvent } from './countable-event';

/** What the events of one message add to its broadcast. */
type MessageAmounts = { readonly message_id: string; readonly organization_id: string } & Partial<
  Record<BroadcastColumn, number>
>;

/** A broadcast also counts outcomes that no day counts: otherwise the rest of its mail would not show. */
const broadcastColumns = [...counterColumns, 'failed'] as const;
type BroadcastColumn = (typeof broadcastColumns)[number];

/**
 * A recipient without a variant got the winner; without an A/B test there is one variant, 0. Rows are locked in the order of
 * their keys, after those of `daily_counters`, by every transaction.
 */
const addToCountersSql = `
  INSERT INTO broadcast_counters AS c (broadcast_id, variant, organization_id, ${broadcastColumns.join(', ')})
  SELECT r.broadcast_id, coalesce(r.variant, b.winner, 0), r.organization_id,
         ${broadcastColumns.map((column) => `coalesce(sum(e.${column}), 0)`).join(', ')}
    FROM json_to_recordset($1) AS e (message_id uuid, organization_id uuid,
                                     ${broadcastColumns.map((column) => `${column} bigint`).join(', ')})
    JOIN broadcast_recipients r ON r.message_id = e.message_id AND r.organization_id = e.organization_id
    JOIN broadcasts b ON b.id = r.broadcast_id
   GROUP BY 1, 2, 3
   ORDER BY 1, 2
  ON CONFLICT (broadcast_id, variant) DO UPDATE
     SET ${broadcastColumns.map((column) => `${column} = c.${column} + excluded.${column}`).join(', ')}`;

/**
 * Adds new events to the counters of their broadcasts, in the transaction that counts them for the day. One statement for a batch,
 * none for one without mail of broadcasts.
 */
export async function countBroadcasts(db: Queryable, events: readonly CountableEvent[]): Promise<void> {
  const amounts = sumByMessage(events.filter(({ kind }) => kind?.startsWith('broadcast.')));
  if (amounts.length === 0) return;
  await db.query({
    name: 'email-counters.add-to-broadcasts',
    text: addToCountersSql,
    values: [JSON.stringify(amounts)],
  });
}

function sumByMessage(events: readonly CountableEvent[]): MessageAmounts[] {
  const sums = new Map<string, MessageAmounts>();
  for (const event of events) {
    const { messageId, organizationId } = event;
    for (const column of columnsOf(event)) {
      const sum = sums.get(messageId) ?? { message_id: messageId, organization_id: organizationId };
      sums.set(messageId, sum);
      sum[column] = (sum[column] ?? 0) + 1;
    }
  }
  return [...sums.values()];
}

function columnsOf(event: CountableEvent): BroadcastColumn[] {
  const isFailure = event.type === 'email.failed' || event.type === 'email.rejected';
  return isFailure ? [...countedColumns(event), 'failed'] : countedColumns(event);
}
