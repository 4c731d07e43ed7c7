import { newId } from '@postrider/contracts/ids';
import { insertRow, type Queryable } from './insert-row';

export interface InboundEmailOverrides {
  organizationId: string;
  id?: string;
  domainId?: string | null;
  emailId?: string | null;
  inReplyToMessageId?: string | null;
  receivedAt?: Date;
  from?: string;
  fromAddress?: string;
  to?: readonly string[];
  /** Default: `to`. */
  receivedFor?: readonly string[];
  rule?: 'replies' | 'addresses' | 'catch_all';
  subject?: string;
  /** Of the mail itself. */
  messageId?: string | null;
  /** Default null. */
  metadata?: Record<string, string> | null;
  /** Default: one of them. False: as after retention. */
  content?: boolean;
  /** By default one that quotes. */
  text?: string;
  headers?: readonly { name: string; value: string }[];
  attachments?: readonly { filename: string; contentType: string; contentId?: string; content: Buffer }[];
}

export interface InboundEmailFixture {
  id: string;
  organizationId: string;
  receivedAt: Date;
}

/** A reply that send-worker has recorded. */
export async function createInboundEmail(
  db: Queryable,
  { organizationId, ...overrides }: InboundEmailOverrides,
): Promise<InboundEmailFixture> {
  const { id = newId(), receivedAt = new Date(), attachments = [] } = overrides;
  const to = overrides.to ?? ['reply@reply.mail.example.com'];
  await insertRow(db, 'inbound_emails', {
    id,
    organization_id: organizationId,
    domain_id: overrides.domainId === undefined ? newId() : overrides.domainId,
    domain_name: 'mail.example.com',
    spool_id: newId(),
    email_id: overrides.emailId ?? null,
    in_reply_to_message_id: overrides.inReplyToMessageId ?? null,
    from_header: overrides.from ?? 'Jane <jane@example.com>',
    from_address: overrides.fromAddress ?? 'jane@example.com',
    to_addresses: to,
    received_for: overrides.receivedFor ?? to,
    rule: overrides.rule ?? 'replies',
    subject: overrides.subject ?? 'Re: Hello',
    message_id_header: overrides.messageId === undefined ? '<1@example.com>' : overrides.messageId,
    automatic: false,
    spf: 'pass',
    dkim: 'none',
    dmarc: 'pass',
    authentication: JSON.stringify({
      spf: { result: 'pass', domain: 'example.com' },
      dkim: { result: 'none', signatures: [] },
      dmarc: { result: 'pass', domain: 'example.com' },
    }),
    attachments: JSON.stringify(
      attachments.map(({ filename, contentType, contentId, content }) => ({
        ...{ filename, content_type: contentType, size: content.length },
        ...(contentId !== undefined && { content_id: contentId }),
      })),
    ),
    received_at: receivedAt,
  });
  if (overrides.content === false) return { id, organizationId, receivedAt };
  await insertRow(db, 'inbound_contents', {
    inbound_id: id,
    organization_id: organizationId,
    html: '<p>Thanks!</p>',
    text: overrides.text ?? 'Thanks!\n\nOn 1/2/24 03:04, Shop wrote:\n> Hello',
    reply_text: 'Thanks!',
    headers: JSON.stringify(overrides.headers ?? [{ name: 'Subject', value: 'Re: Hello' }]),
    metadata: overrides.metadata ? JSON.stringify(overrides.metadata) : null,
  });
  for (const [ordinal, { content }] of attachments.entries()) {
    await insertRow(db, 'inbound_attachments', {
      inbound_id: id,
      ordinal,
      organization_id: organizationId,
      content,
    });
  }
  return { id, organizationId, receivedAt };
}
