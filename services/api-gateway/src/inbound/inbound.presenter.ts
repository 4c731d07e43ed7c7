import type { InboundResource, InboundSummary } from '@postrider/contracts';
import type { InboundRow, InboundSummaryRow } from './inbound.repository';

/** An item of `GET /inbound`. */
export function presentInboundSummary(row: InboundSummaryRow): InboundSummary {
  return {
    object: 'inbound_email',
    id: row.id,
    domain: row.domain_name,
    email_id: row.email_id,
    from: row.from_header,
    to: row.to_addresses,
    received_for: row.received_for,
    rule: row.rule,
    subject: row.subject,
    automatic: row.automatic,
    spf: row.spf,
    dkim: row.dkim,
    dmarc: row.dmarc,
    received_at: row.received_at.toISOString(),
  };
}

/** `GET /inbound/:id`; without its content it is as after retention. */
export function presentInbound(
  row: InboundRow,
  { withContent }: { readonly withContent: boolean },
): InboundResource {
  return {
    ...presentInboundSummary(row),
    message_id: row.message_id_header,
    in_reply_to_message_id: row.in_reply_to_message_id,
    metadata: row.metadata,
    html: withContent ? row.html : null,
    text: withContent ? row.text : null,
    reply_text: withContent ? row.reply_text : null,
    headers: withContent ? row.headers : null,
    authentication: row.authentication,
    attachments: row.attachments.map((attachment, index) => ({ index, ...attachment })),
  };
}
