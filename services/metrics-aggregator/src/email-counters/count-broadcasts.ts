import type { Queryable } from '@postrider/db';
import { countBroadcastLinks } from './count-broadcast-links';
import { counterColumns, countedColumns, type CountableEvent } from './countable-event';

/** A broadcast also counts outcomes that no day counts: otherwise the rest of its mail would not show. */
const broadcastColumns = [...counterColumns, 'failed'] as const;
type BroadcastColumn = (typeof broadcastColumns)[number];

/** The series shows no deferrals. */
const hourColumns = broadcastColumns.filter((column) => column !== 'delayed' && column !== 'blocked');

/** What the events of one message in one hour add to its broadcast. */
type MessageAmounts = {
  readonly message_id: string;
  readonly organization_id: string;
  readonly hour: string;
} & Partial<Record<BroadcastColumn, number>>;

const sums = (columns: readonly BroadcastColumn[]): string =>
  columns.map((column) => `coalesce(sum(e.${column}), 0)`).join(', ');
const additions = (columns: readonly BroadcastColumn[]): string =>
  columns.map((column) => `${column} = c.${column} + excluded.${column}`).join(', ');

const amountsSql = `json_to_recordset($1) AS e (message_id uuid, organization_id uuid, hour timestamptz,
                                     ${broadcastColumns.map((column) => `${column} bigint`).join(', ')})
    JOIN broadcast_recipients r ON r.message_id = e.message_id AND r.organization_id = e.organization_id`;

/**
 * A recipient without a variant got the winner; without an A/B test there is one variant, 0. Rows are locked in the order of
 * their keys, after those of `daily_counters`, by every transaction.
 */
const addToCountersSql = `
  INSERT INTO broadcast_counters AS c (broadcast_id, variant, organization_id, ${broadcastColumns.join(', ')})
  SELECT r.broadcast_id, coalesce(r.variant, b.winner, 0), r.organization_id, ${sums(broadcastColumns)}
    FROM ${amountsSql}
    JOIN broadcasts b ON b.id = r.broadcast_id
   GROUP BY 1, 2, 3
   ORDER BY 1, 2
  ON CONFLICT (broadcast_id, variant) DO UPDATE SET ${additions(broadcastColumns)}`;

const addToHoursSql = `
  INSERT INTO broadcast_hours AS c (broadcast_id, hour, organization_id, ${hourColumns.join(', ')})
  SELECT r.broadcast_id, e.hour, r.organization_id, ${sums(hourColumns)}
    FROM ${amountsSql}
   GROUP BY 1, 2, 3
   ORDER BY 1, 2
  ON CONFLICT (broadcast_id, hour) DO UPDATE SET ${additions(hourColumns)}`;

/**
 * Adds new events to the counters of their broadcasts, in the transaction that counts them for the day. Two statements for a
 * batch and one more for clicks, none for a batch without mail of broadcasts.
 */
export async function countBroadcasts(db: Queryable, events: readonly CountableEvent[]): Promise<void> {
  const ofBroadcasts = events.filter(({ kind }) => kind?.startsWith('broadcast.'));
  const amounts = JSON.stringify(sumByMessage(ofBroadcasts));
  if (amounts !== '[]') {
    await db.query({
      name: 'email-counters.add-to-broadcasts',
      text: addToCountersSql,
      values: [amounts],
    });
    await db.query({ name: 'email-counters.add-to-broadcast-hours', text: addToHoursSql, values: [amounts] });
  }
  await countBroadcastLinks(db, ofBroadcasts);
}

function sumByMessage(events: readonly CountableEvent[]): MessageAmounts[] {
  const sums = new Map<string, MessageAmounts>();
  for (const event of events) {
    const { messageId, organizationId, hour } = event;
    const key = `${messageId} ${hour}`;
    for (const column of columnsOf(event)) {
      const sum = sums.get(key) ?? { message_id: messageId, organization_id: organizationId, hour };
      sums.set(key, sum);
      sum[column] = (sum[column] ?? 0) + 1;
    }
  }
  return [...sums.values()];
}

function columnsOf(event: CountableEvent): BroadcastColumn[] {
  const isFailure = event.type === 'email.failed' || event.type === 'email.rejected';
  return isFailure ? [...countedColumns(event), 'failed'] : countedColumns(event);
}
