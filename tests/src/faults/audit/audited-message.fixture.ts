import { createHmac } from 'node:crypto';
import { newId } from '@postrider/contracts/ids';
import { countUsage, type Queryable, type ReceivedWebhook, type SinkMessage } from '@postrider/testkit';
import type { EventKey } from '../load/webhook-ledger';

const recipient = 'jane@example.test';

export interface AuditedMessage {
  readonly id: string;
  readonly recipients: readonly string[];
  readonly events: readonly EventKey[];
}

/** A message as it is left when all went well: delivered, reported, counted. */
export async function insertDelivered(db: Queryable): Promise<AuditedMessage> {
  const id = newId();
  const organizationId = newId();
  await db.query(
    `INSERT INTO messages (id, organization_id, api_key_id, domain_id, mode, lane, source, from_header, from_address,
       subject, recipient_count, status, created_at, due_at, final_at, message_id_header)
     VALUES ($1, $2, $3, $3, 'live', 'transactional', 'api', 'a@b.test', 'a@b.test', 's', 1, 'delivered', now(), now(),
       now(), '<x@b.test>')`,
    [id, organizationId, newId()],
  );
  await db.query('INSERT INTO message_contents (message_id, organization_id, text) VALUES ($1, $2, $3)', [
    ...[id, organizationId, 'text'],
  ]);
  await db.query(
    `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, updated_at)
     VALUES ($1, 0, $2, $3, $3, 'to', 'delivered', now())`,
    [id, organizationId, recipient],
  );
  await countUsage(db, { organizationId, createdAt: new Date() });
  const occurredAt = new Date();
  for (const type of ['sent', 'delivered']) {
    await db.query(
      `INSERT INTO email_events (message_id, id, organization_id, ordinal, recipient, type, identity, occurred_at, mode)
       VALUES ($1, $2, $3, 0, $4, $5, '1', $6, 'live')`,
      [id, newId(), organizationId, recipient, type, occurredAt],
    );
  }
  await db.query(
    `INSERT INTO daily_counters (organization_id, domain_id, day, facet, facet_key, sent, delivered)
     VALUES ($1, $2, now(), 'total', '', 1, 1)`,
    [organizationId, newId()],
  );
  const createdAt = occurredAt.toISOString();
  const events = ['email.sent', 'email.delivered'].map((type) => ({
    emailId: id,
    type,
    recipient,
    createdAt,
  }));
  return { id, recipients: [recipient], events };
}

export function copyOf({ id }: AuditedMessage, answer: 'accepted' | 'unanswered' = 'accepted'): SinkMessage {
  return {
    from: 'b+x@bounce.b.test',
    to: [recipient],
    raw: Buffer.from(`Subject: s\r\nMessage-ID:\r\n <${id}@b.test>\r\n\r\ntext\r\n`),
    receivedAt: new Date(),
    clientAddress: '127.0.0.1',
    clientName: 'worker.test',
    accepted: answer === 'accepted',
    refused: false,
    secure: false,
    smtpUtf8: false,
  };
}

export function webhookOf(event: EventKey, secret: string, deliveryId = event.type): ReceivedWebhook {
  const { type, createdAt, emailId } = event;
  const rawBody = Buffer.from(
    JSON.stringify({ type, created_at: createdAt, data: { email_id: emailId, recipient: event.recipient } }),
  );
  const seconds = Math.floor(Date.now() / 1_000);
  const mac = createHmac('sha256', secret).update(`${seconds}.`).update(rawBody).digest('hex');
  return {
    method: 'POST',
    path: '/hook',
    headers: { 'postrider-signature': `t=${seconds},v1=${mac}`, 'postrider-delivery-id': deliveryId },
    rawBody,
    receivedAt: new Date(),
  };
}
