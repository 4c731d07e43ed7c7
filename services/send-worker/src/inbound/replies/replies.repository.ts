import type { InboundAuthentication } from '@postrider/contracts/inbound';
import type { InboundRule } from '@postrider/contracts/statuses';
import type { PoolClient } from '@postrider/db';
import type { ReplyMail } from '@postrider/mail';
import type { Thread } from './find-thread';

/** A host that a mail came to, and what of it. */
export interface ReceivingHost {
  /** A-labels in lower case. */
  readonly host: string;
  /** Else a reply address. */
  readonly isMailbox: boolean;
}

/** A domain that a mail came to. */
export interface ReplyDomain extends ReceivingHost {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly rule: InboundRule;
  /** Nothing of the content is kept. */
  readonly keepsNothing: boolean;
}

interface DomainRow {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly host: string;
  readonly is_mailbox: boolean;
  readonly inbound_rule: InboundRule;
  readonly keeps_nothing: boolean;
}

/**
 * The domains of these hosts, which cannot be removed before the transaction ends. What was accepted for a mailbox is kept
 * although the rule has changed since.
 */
export async function lockReplyDomains(
  client: PoolClient,
  hosts: readonly ReceivingHost[],
): Promise<ReplyDomain[]> {
  const { rows } = await client.query<DomainRow>({
    name: 'inbound.lock-reply-domains',
    text: `SELECT d.id, d.organization_id, d.name, asked.host, asked.is_mailbox, d.inbound_rule,
                  o.body_retention_days = 0 AS keeps_nothing
             FROM unnest($1::text[], $2::text[], $3::boolean[]) AS asked (host, name, is_mailbox)
             JOIN domains d ON d.name = asked.name AND d.failed_reason IS NULL
                           AND CASE WHEN asked.is_mailbox THEN d.status = 'verified'
                                    ELSE d.reply_label || '.' || d.name = asked.host END
             JOIN organizations o ON o.id = d.organization_id
            ORDER BY d.id FOR KEY SHARE OF d`,
    values: [
      hosts.map(({ host }) => host),
      hosts.map(({ host, isMailbox }) => (isMailbox ? host : host.slice(host.indexOf('.') + 1))),
      hosts.map(({ isMailbox }) => isMailbox),
    ],
  });
  return rows.map((row) => ({
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    host: row.host,
    isMailbox: row.is_mailbox,
    rule: ruleOf(row),
    keepsNothing: row.keeps_nothing,
  }));
}

function ruleOf({ is_mailbox, inbound_rule }: DomainRow): InboundRule {
  if (!is_mailbox) return 'replies';
  return inbound_rule === 'addresses' ? 'addresses' : 'catch_all';
}

export interface NewReply {
  readonly id: string;
  readonly domain: ReplyDomain;
  readonly spoolId: string;
  readonly receivedAt: Date;
  readonly from: string;
  readonly fromAddress: string;
  readonly to: readonly string[];
  /** Its envelope recipients. */
  readonly receivedFor: readonly string[];
  readonly automatic: boolean;
  readonly thread: Thread | null;
  readonly reply: ReplyMail;
  readonly authentication: InboundAuthentication;
}

/** The mail; its content only where the organization keeps any. */
export async function insertReply(client: PoolClient, reply: NewReply): Promise<void> {
  await insertEmail(client, reply);
  if (reply.domain.keepsNothing) return;
  await insertContent(client, reply);
  for (const [ordinal, { content }] of reply.reply.attachments.entries()) {
    await client.query({
      name: 'inbound.insert-attachment',
      text: `INSERT INTO inbound_attachments (inbound_id, ordinal, organization_id, content)
             VALUES ($1, $2, $3, $4)`,
      values: [
        reply.id,
        ordinal,
        reply.domain.organizationId,
        Buffer.from(content.buffer, content.byteOffset, content.byteLength),
      ],
    });
  }
}

async function insertEmail(client: PoolClient, { reply, authentication, ...row }: NewReply): Promise<void> {
  const attachments = reply.attachments.map(({ filename, contentType, contentId, content }) => ({
    filename,
    content_type: contentType,
    size: content.byteLength,
    ...(contentId === null ? {} : { content_id: contentId }),
  }));
  await client.query({
    name: 'inbound.insert-email',
    text: `INSERT INTO inbound_emails (id, organization_id, domain_id, domain_name, spool_id, email_id,
             in_reply_to_message_id, from_header, from_address, to_addresses, subject, message_id_header, automatic,
             spf, dkim, dmarc, authentication, attachments, received_at, received_for, rule)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`,
    values: [
      row.id,
      row.domain.organizationId,
      row.domain.id,
      row.domain.name,
      row.spoolId,
      row.thread?.emailId ?? null,
      row.thread?.messageId ?? null,
      row.from,
      row.fromAddress,
      row.to,
      reply.subject,
      reply.messageId,
      row.automatic,
      authentication.spf.result,
      authentication.dkim.result,
      authentication.dmarc.result,
      JSON.stringify(authentication),
      JSON.stringify(attachments),
      row.receivedAt,
      row.receivedFor,
      row.domain.rule,
    ],
  });
}

async function insertContent(client: PoolClient, { id, domain, reply, thread }: NewReply): Promise<void> {
  await client.query({
    name: 'inbound.insert-content',
    text: `INSERT INTO inbound_contents (inbound_id, organization_id, html, text, reply_text, headers, metadata)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      id,
      domain.organizationId,
      reply.html,
      reply.text,
      reply.replyText,
      JSON.stringify(reply.headers),
      thread?.metadata == null ? null : JSON.stringify(thread.metadata),
    ],
  });
}
