import type { InboundAuthentication } from '@postrider/contracts';
import type { PoolClient } from '@postrider/db';
import type { ReplyMail } from '@postrider/mail';
import type { Thread } from './find-thread';

/** A domain that a mail came to. */
export interface ReplyDomain {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly host: string;
  /** Nothing of the content is kept. */
  readonly keepsNothing: boolean;
}

interface DomainRow {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
  readonly host: string;
  readonly keeps_nothing: boolean;
}

/** The domains of these reply hosts, which cannot be removed before the transaction ends. */
export async function lockReplyDomains(client: PoolClient, hosts: readonly string[]): Promise<ReplyDomain[]> {
  const { rows } = await client.query<DomainRow>({
    name: 'inbound.lock-reply-domains',
    text: `SELECT d.id, d.organization_id, d.name, asked.host, o.body_retention_days = 0 AS keeps_nothing
             FROM unnest($1::text[], $2::text[]) AS asked (host, name)
             JOIN domains d ON d.name = asked.name AND d.failed_reason IS NULL
                           AND d.reply_label || '.' || d.name = asked.host
             JOIN organizations o ON o.id = d.organization_id
            ORDER BY d.id FOR KEY SHARE OF d`,
    values: [hosts, hosts.map((host) => host.slice(host.indexOf('.') + 1))],
  });
  return rows.map((row) => ({
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    host: row.host,
    keepsNothing: row.keeps_nothing,
  }));
}

export interface NewReply {
  readonly id: string;
  readonly domain: ReplyDomain;
  readonly spoolId: string;
  readonly receivedAt: Date;
  readonly from: string;
  readonly fromAddress: string;
  readonly to: readonly string[];
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
             spf, dkim, dmarc, authentication, attachments, received_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
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
      reply.automatic,
      authentication.spf.result,
      authentication.dkim.result,
      authentication.dmarc.result,
      JSON.stringify(authentication),
      JSON.stringify(attachments),
      row.receivedAt,
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
