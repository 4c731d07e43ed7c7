import { newId } from '@postrider/contracts/ids';
import type { EventReply, FailureClass } from '@postrider/contracts/outcomes';
import type { EmailStatus, MessageEventType, Mode } from '@postrider/contracts/statuses';
import { insertRow, type Queryable } from './insert-row';

export interface MessageFixture {
  id: string;
  organizationId: string;
  domainId: string;
  apiKeyId: string;
  mode: Mode;
  kind: string | null;
  recipient: string;
  createdAt: Date;
}

export interface MessageOverrides {
  organizationId: string;
  domainId?: string;
  apiKeyId?: string;
  /** Default `live`. */
  mode?: Mode;
  /** Default `delivered`. */
  status?: EmailStatus;
  kind?: string | null;
  /** Default `api`. */
  source?: 'api' | 'form';
  /** Default `jane@example.com`. */
  recipient?: string;
  template?: { id: string; slug: string; version: number } | null;
  metadata?: Record<string, string> | null;
  recipientCount?: number;
  /** Default now; the id carries the same time. */
  createdAt?: Date;
  /** Default: `createdAt`. */
  dueAt?: Date;
  /** Default: `createdAt`; null for one that may still be sent. */
  finalAt?: Date | null;
}

/** A message with its content, as if it had been accepted and sent; without recipients and events. */
export async function createMessage(db: Queryable, overrides: MessageOverrides): Promise<MessageFixture> {
  const createdAt = overrides.createdAt ?? new Date();
  const id = idAt(createdAt);
  const { organizationId, mode = 'live', domainId = newId(), apiKeyId = newId(), kind = null } = overrides;
  const { source = 'api', recipient = 'jane@example.com' } = overrides;
  await insertRow(db, 'messages', {
    id,
    organization_id: organizationId,
    api_key_id: apiKeyId,
    domain_id: domainId,
    mode,
    lane: mode === 'test' ? 'test' : 'transactional',
    source,
    kind,
    from_header: 'Shop <shop@mail.example.com>',
    from_address: 'shop@mail.example.com',
    subject: 'Hello',
    to_addresses: [recipient],
    cc_addresses: [],
    bcc_addresses: [],
    template: overrides.template ? JSON.stringify(overrides.template) : null,
    recipient_count: overrides.recipientCount ?? 1,
    status: overrides.status ?? 'delivered',
    created_at: createdAt,
    due_at: overrides.dueAt ?? createdAt,
    message_id_header: `<${id}@mail.example.com>`,
    final_at: overrides.finalAt === undefined ? createdAt : overrides.finalAt,
  });
  await countUsage(db, { ...overrides, createdAt });
  await insertRow(db, 'message_contents', {
    message_id: id,
    organization_id: organizationId,
    html: '<p>Hello</p>',
    text: 'Hello',
    metadata: overrides.metadata ? JSON.stringify(overrides.metadata) : null,
  });
  return { id, organizationId, domainId, apiKeyId, mode, kind, recipient, createdAt };
}

/** Recipients of live mail count for quotas, unless it was canceled. */
export async function countUsage(
  db: Queryable,
  message: Pick<MessageOverrides, 'organizationId' | 'mode' | 'status' | 'recipientCount'> & {
    readonly createdAt: Date;
  },
): Promise<void> {
  const { organizationId, mode = 'live', status, recipientCount = 1, createdAt } = message;
  if (mode === 'test' || status === 'canceled') return;
  await insertRow(db, 'usage_shards', {
    organization_id: organizationId,
    day: createdAt.toISOString().slice(0, 10),
    shard: newId(),
    recipients: recipientCount,
  });
}

export interface EmailEventFixture {
  id: string;
  type: MessageEventType;
  occurredAt: Date;
}

export interface EmailEventOverrides {
  /** Default `delivered`. */
  type?: MessageEventType;
  /** Default: that of the message. */
  recipient?: string;
  /** Default: unique. */
  identity?: string;
  /** When it was recorded, default now; the id carries this time. */
  recordedAt?: Date;
  /** Default `recordedAt`. */
  occurredAt?: Date;
  bounceType?: 'hard' | 'soft' | 'undetermined';
  failureClass?: FailureClass;
  detail?: string;
  nextAttemptAt?: Date;
  reply?: EventReply;
  provider?: string;
  blocked?: boolean;
  machine?: boolean;
  repeated?: boolean;
}

/** The row of an unpublished event. */
export async function createEmailEvent(
  db: Queryable,
  message: MessageFixture,
  overrides: EmailEventOverrides = {},
): Promise<EmailEventFixture> {
  const recordedAt = overrides.recordedAt ?? new Date();
  const { type = 'delivered', occurredAt = recordedAt } = overrides;
  const id = idAt(recordedAt);
  await insertRow(db, 'email_events', {
    message_id: message.id,
    id,
    organization_id: message.organizationId,
    ordinal: 0,
    recipient: overrides.recipient ?? message.recipient,
    type,
    identity: overrides.identity ?? id,
    occurred_at: occurredAt,
    mode: message.mode,
    bounce_type: overrides.bounceType ?? null,
    failure_class: overrides.failureClass ?? null,
    detail: overrides.detail ?? null,
    next_attempt_at: overrides.nextAttemptAt ?? null,
    reply: overrides.reply ?? null,
    provider: overrides.provider ?? null,
    blocked: overrides.blocked ?? false,
    machine: overrides.machine ?? false,
    repeated: overrides.repeated ?? false,
  });
  return { id, type, occurredAt };
}

/** A UUIDv7 of another time. */
function idAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`;
}
