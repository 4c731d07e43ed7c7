import type { MessageRow, RecipientRow } from '../prepare/prepared-email';

/*
 * What travels to the accepting statement. Members that are null, empty or what most messages have are left out, and
 * filled in there: they were a third of the text, and Postgres spends more time on reading it than on each table.
 */

export function sparseMessage(message: MessageRow): object {
  return {
    ...message,
    kind: message.kind ?? undefined,
    bulk: message.bulk || undefined,
    reply_to: message.reply_to ?? undefined,
    cc_addresses: filled(message.cc_addresses),
    bcc_addresses: filled(message.bcc_addresses),
    tags: message.tags ?? undefined,
    template: message.template ?? undefined,
    warnings: message.warnings ?? undefined,
    track_opens: message.track_opens || undefined,
    track_clicks: message.track_clicks || undefined,
    scheduled_at: message.scheduled_at ?? undefined,
    expires_at: message.expires_at ?? undefined,
    due_at: message.due_at.getTime() === message.created_at.getTime() ? undefined : message.due_at,
    idempotency_key: message.idempotency_key ?? undefined,
    kept_until: message.idempotency_key === null ? undefined : message.kept_until,
    html: message.html ?? undefined,
    text: message.text ?? undefined,
    headers: message.headers ?? undefined,
    metadata: message.metadata ?? undefined,
  };
}

export function sparseRecipient(recipient: RecipientRow): object {
  const { address, address_key, role } = recipient;
  return {
    ...recipient,
    address_key: address_key === address ? undefined : address_key,
    role: role === 'to' ? undefined : role,
  };
}

function filled(list: readonly string[]): readonly string[] | undefined {
  return list.length === 0 ? undefined : list;
}
