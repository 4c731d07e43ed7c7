import { submittedIdHash } from '@postrider/mail';
import { newId } from '@postrider/contracts/ids';
import type { Lane, Mode } from '@postrider/contracts/statuses';
import { createDomain, createOrganization, type DomainFixture, type TestContext } from '@postrider/testkit';

export interface TestSender {
  readonly organizationId: string;
  readonly domain: DomainFixture;
}

export async function createSender(
  context: TestContext,
  overrides: { sendingPausedAt?: Date; bodyRetentionDays?: number } = {},
): Promise<TestSender> {
  const organization = await createOrganization(context.pool, overrides);
  const domain = await createDomain(context.pool, { organizationId: organization.id });
  return { organizationId: organization.id, domain };
}

export interface QueuedOverrides {
  readonly apiKeyId?: string;
  /** The Message-ID that the client's program gave it. */
  readonly submittedId?: string;
  readonly to?: readonly string[];
  readonly cc?: readonly string[];
  readonly bcc?: readonly string[];
  readonly hideRecipients?: boolean;
  readonly generateText?: boolean | null;
  readonly mode?: Mode;
  readonly lane?: Lane;
  readonly subject?: string;
  readonly html?: string | null;
  readonly text?: string | null;
  /** An entity; html and text are then what is shown of it. */
  readonly mime?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly kind?: string;
  readonly topicId?: string;
  readonly track?: { readonly opens?: boolean; readonly clicks?: boolean };
  /** Null: held. */
  readonly dueAt?: Date | null;
  readonly scheduledAt?: Date;
  readonly expiresAt?: Date;
  readonly firstAttemptAt?: Date;
  readonly attachments?: readonly { readonly filename: string; readonly content: Buffer }[];
}

/** A message as acceptance leaves it: committed, queued, not enqueued. @returns its id */
export async function queueMessage(
  context: TestContext,
  sender: TestSender,
  overrides: QueuedOverrides = {},
): Promise<string> {
  const { mode = 'live', to = ['jane@example.test'], cc = [], bcc = [] } = overrides;
  const { scheduledAt = null, dueAt = scheduledAt ?? new Date(), track = {} } = overrides;
  const id = newId();
  const from = `shop@${sender.domain.name}`;
  await context.pool.query(
    `INSERT INTO message_contents (message_id, organization_id, html, text, headers, metadata, mime)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      ...[id, sender.organizationId],
      ...[
        overrides.html === undefined ? '<p>Thanks</p>' : overrides.html,
        overrides.text === undefined ? 'Thanks' : overrides.text,
      ],
      ...[overrides.headers ?? null, overrides.metadata ?? null, overrides.mime?.toString('base64') ?? null],
    ],
  );
  const recipients = [
    ...to.map((address) => ['to', address] as const),
    ...cc.map((address) => ['cc', address] as const),
    ...bcc.map((address) => ['bcc', address] as const),
  ];
  for (const [ordinal, [role, address]] of recipients.entries()) {
    await context.pool.query(
      `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, updated_at)
       VALUES ($1, $2, $3, $4, lower($4), $5, 'queued', now())`,
      [id, ordinal, sender.organizationId, address, role],
    );
  }
  for (const [ordinal, { filename, content }] of (overrides.attachments ?? []).entries()) {
    await context.pool.query(
      `INSERT INTO message_attachments (message_id, ordinal, filename, content_type, size, content)
       VALUES ($1, $2, $3, 'application/octet-stream', $4, $5)`,
      [id, ordinal, filename, content.length, content.toString('base64')],
    );
  }
  // Last: a worker may claim it at once.
  await context.pool.query(
    `INSERT INTO messages (id, organization_id, api_key_id, domain_id, mode, lane, source, from_header, from_address,
       subject, to_addresses, cc_addresses, bcc_addresses, recipient_count, status, created_at, scheduled_at, due_at,
       expires_at, first_attempt_at, kind, track_opens, track_clicks, hide_recipients, submitted_id_hash,
       generate_text, topic_id)
     VALUES ($1, $2, $3, $4, $5, $6, 'api', $7, $8, $9, $10, $11, $12, $13, 'queued', now(), $14, $15,
       $16, $17, $18, $19, $20, $21, $22, $23, $24)`,
    [
      ...[id, sender.organizationId, overrides.apiKeyId ?? newId(), sender.domain.id, mode],
      ...[overrides.lane ?? (mode === 'test' ? 'test' : 'transactional'), `Shop <${from}>`, from],
      ...[overrides.subject ?? 'Your order', to, cc, bcc, to.length + cc.length + bcc.length],
      ...[scheduledAt, dueAt],
      ...[overrides.expiresAt ?? null, overrides.firstAttemptAt ?? null, overrides.kind ?? null],
      ...[track.opens ?? false, track.clicks ?? false, overrides.hideRecipients ?? false],
      submittedIdHash(overrides.submittedId ?? ''),
      ...[overrides.generateText ?? null, overrides.topicId ?? null],
    ],
  );
  return id;
}

export interface StoredMessage {
  readonly status: string;
  readonly rounds: number;
  readonly due_at: Date;
  readonly first_attempt_at: Date | null;
  readonly sent_at: Date | null;
  readonly final_at: Date | null;
  readonly lease_until: Date | null;
  readonly message_id_header: string | null;
  readonly deferral: object | null;
  readonly recipients: readonly { status: string; bounce_type: string | null; detail: string | null }[];
  readonly events: readonly {
    type: string;
    recipient: string;
    ordinal: number;
    bounce_type: string | null;
    detail: string | null;
    failure_class: string | null;
    /** Text: it comes out of JSON. */
    next_attempt_at: string | null;
    occurred_at: string;
    url: string | null;
    blocked: boolean;
  }[];
  readonly attempts: readonly {
    result: string | null;
    reply: string | null;
    round: number;
    ordinal: number;
    conversation: string | null;
    source_address: string | null;
    transport: string | null;
    provider_message_id: string | null;
    phases: (number | null)[];
    destination: string;
  }[];
}

/** Everything that is stored about a message. */
export async function readMessage(context: TestContext, id: string): Promise<StoredMessage> {
  const { rows } = await context.pool.query<StoredMessage>(
    `SELECT m.*,
       (SELECT json_agg(r ORDER BY r.ordinal) FROM recipients r WHERE r.message_id = m.id) AS recipients,
       (SELECT coalesce(json_agg(e ORDER BY e.id), '[]') FROM email_events e WHERE e.message_id = m.id) AS events,
       (SELECT coalesce(json_agg(a ORDER BY a.ordinal, a.round), '[]') FROM delivery_attempts a
          WHERE a.message_id = m.id) AS attempts
     FROM messages m WHERE m.id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new Error(`no message ${id}`);
  return row;
}
