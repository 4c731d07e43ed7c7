import { inboundJobsOf, newId, type InboundJob } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import { createBatcher } from '@postrider/runtime';

/** Publishes one job; never rejects. What is lost on the way is found in Postgres by the worker's sweep. */
export type PublishInboundJob = (job: InboundJob) => Promise<boolean>;

export interface Notification {
  readonly source: 'ses' | 'sendgrid';
  readonly clientAddress: string;
  readonly receivedAt: Date;
  readonly body: Buffer;
}

export interface NotificationSpool {
  /** Resolves when the notification is committed; then a worker is told. @throws what the database throws, and OverloadedError */
  store(notification: Notification): Promise<void>;
  /** Resolves when nothing is on its way to the database. */
  drain(): Promise<void>;
}

type Spooled = Notification & { readonly id: string };

const batchMax = 50;
const batchBytesMax = 4_194_304;
const waitingMax = 1_000;

/** Notifications of providers go where mails of other servers do: what is in the spool is read, whatever happens to queues and workers. */
export function createNotificationSpool({
  pool,
  publishJob,
}: {
  readonly pool: Pool;
  readonly publishJob: PublishInboundJob;
}): NotificationSpool {
  const batcher = createBatcher({
    name: 'provider notifications',
    run: (notifications: readonly Spooled[]) => insertNotifications(pool, notifications),
    batchMax,
    weightOf: ({ body }) => body.length,
    weightMax: batchBytesMax,
    waitingMax,
    inFlightMax: 2,
  });
  return {
    store: async (notification) => {
      const id = newId();
      await batcher.submit({ ...notification, id });
      for (const job of inboundJobsOf([{ id }])) void publishJob(job);
    },
    drain: () => batcher.drain(),
  };
}

/** $1 notifications, $2 their octets one after the other: one binary parameter, where an array of `bytea` would be twice as long. */
const insertNotificationsSql = `
WITH notification AS (
  SELECT * FROM json_to_recordset($1::json) AS n (
    id uuid, source text, client_address text, received_at timestamptz, first_byte integer, bytes integer)
), contents_written AS (
  INSERT INTO inbound_spool_contents (mail_id, raw)
  SELECT id, substr($2::bytea, first_byte, bytes) FROM notification
)
INSERT INTO inbound_spool (
  id, source, mail_from, recipients, client_address, client_name, tls, bytes, received_at)
SELECT id, source, '', '{}', client_address, source, true, bytes, received_at FROM notification`;

async function insertNotifications(pool: Pool, notifications: readonly Spooled[]): Promise<undefined[]> {
  let position = 1;
  const rows = notifications.map(({ id, source, clientAddress, receivedAt, body }) => {
    const first_byte = position;
    position += body.length;
    const row = { id, source, client_address: clientAddress, received_at: receivedAt };
    return { ...row, first_byte, bytes: body.length };
  });
  await pool.query({
    name: 'provider-events.insert-notifications',
    text: insertNotificationsSql,
    values: [JSON.stringify(rows), Buffer.concat(notifications.map(({ body }) => body))],
  });
  return notifications.map(() => undefined);
}
