import type { EmailEventMessage } from '@postrider/contracts';
import type { VisitRow } from './visits.repository';

/** A recorded visit as it is published. */
export function presentVisitEvent(row: VisitRow): EmailEventMessage {
  return {
    id: row.id,
    type: `email.${row.type}`,
    organization_id: row.organization_id,
    mode: row.mode,
    occurred_at: row.occurred_at.toISOString(),
    email: {
      id: row.message_id,
      message_id: row.message_id_header,
      from: row.from_header,
      to: row.to_addresses,
      subject: row.subject,
      kind: row.kind,
      tags: row.tags,
      template: row.template,
      metadata: row.metadata,
      key_id: row.api_key_id,
      domain_id: row.domain_id,
    },
    recipient: row.recipient,
    provider: row.provider,
    bounce_type: null,
    detail: row.detail,
    url: row.url,
    blocked: false,
    machine: row.machine,
    repeated: row.repeated,
  };
}
