import { newId } from '@postrider/contracts/ids';
import type { EmailStatus, MessageEventType, Mode } from '@postrider/contracts/statuses';
import type { Pool } from '@postrider/db';
import { normaliseAddress } from '@postrider/mail';
import { countUsage } from '@postrider/testkit';

export interface EmailFixture {
  readonly organizationId: string;
  readonly id?: string;
  readonly domainId?: string;
  readonly mode?: Mode;
  readonly status?: EmailStatus;
  readonly kind?: string | null;
  readonly source?: string;
  readonly topicId?: string;
  readonly to?: readonly string[];
  readonly cc?: readonly string[];
  readonly bcc?: readonly string[];
  readonly createdAt?: Date;
  readonly scheduledAt?: Date;
  /** Of one that waits for a retry. */
  readonly firstAttemptAt?: Date;
  readonly dueAt?: Date;
  /** Status of every recipient; by default that of the message. */
  readonly recipientStatus?: string;
}

const anyDomain = newId();
const anyKey = newId();

/** A stored message with its recipients, as acceptance and delivery leave it. @returns its id */
export async function insertEmail(pool: Pool, email: EmailFixture): Promise<string> {
  const { organizationId, id = newId(), status = 'queued', mode = 'live', kind = null } = email;
  const { to = ['ada@example.com'], cc = [], bcc = [], createdAt = new Date() } = email;
  await pool.query(
    `INSERT INTO messages (id, organization_id, api_key_id, domain_id, mode, lane, kind, from_header,
       from_address, subject, to_addresses, cc_addresses, bcc_addresses, recipient_count, status, created_at,
       scheduled_at, due_at, source, topic_id, first_attempt_at)
     VALUES ($1, $2, $3, $4, $5, 'transactional', $6, 'Acme <hi@acme.test>', 'hi@acme.test', 'Hello',
       $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      ...[id, organizationId, anyKey, email.domainId ?? anyDomain, mode, kind, to, cc, bcc],
      ...[to.length + cc.length + bcc.length, status, createdAt, email.scheduledAt ?? null],
      ...[email.dueAt ?? email.scheduledAt ?? createdAt, email.source ?? 'api', email.topicId ?? null],
      email.firstAttemptAt ?? null,
    ],
  );
  await countUsage(pool, { ...email, recipientCount: to.length + cc.length + bcc.length, createdAt });
  await insertRecipients(pool, { ...email, to, cc, bcc, id, status });
  return id;
}

async function insertRecipients(
  pool: Pool,
  email: Required<Pick<EmailFixture, 'id' | 'organizationId' | 'to' | 'cc' | 'bcc' | 'status'>> &
    EmailFixture,
): Promise<void> {
  const recipients = (['to', 'cc', 'bcc'] as const).flatMap((role) =>
    email[role].map((address) => ({ role, address })),
  );
  const status = email.recipientStatus ?? (email.status === 'sending' ? 'queued' : email.status);
  for (const [ordinal, { role, address }] of recipients.entries()) {
    await pool.query(
      `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, now())`,
      [email.id, ordinal, email.organizationId, address, normaliseAddress(address), role, status],
    );
  }
}

export interface EventFixture {
  readonly organizationId: string;
  readonly emailId: string;
  readonly type: MessageEventType;
  readonly at?: Date;
  readonly bounceType?: string;
  readonly detail?: string;
  readonly failureClass?: string;
  readonly nextAttemptAt?: Date;
  readonly url?: string;
  readonly machine?: boolean;
}

export async function insertEvent(pool: Pool, event: EventFixture): Promise<void> {
  const id = newId();
  await pool.query(
    `INSERT INTO email_events (message_id, id, organization_id, ordinal, recipient, type, identity, occurred_at, mode,
       bounce_type, detail, url, failure_class, next_attempt_at, machine)
     VALUES ($1, $2, $3, 0, 'ada@example.com', $4, $5, $6, 'live', $7, $8, $9, $10, $11, $12)`,
    [
      ...[event.emailId, id, event.organizationId, event.type, id, event.at ?? new Date()],
      ...[event.bounceType ?? null, event.detail ?? null, event.url ?? null],
      ...[event.failureClass ?? null, event.nextAttemptAt ?? null, event.machine ?? false],
    ],
  );
}
