import { randomBytes } from 'node:crypto';
import { newId } from '@postrider/contracts/ids';
import { createEmailEvent, createMessage, type MessageFixture } from '../factories/create-message';
import { insertRow, type Queryable } from '../factories/insert-row';
import { later } from './later';

interface Owner {
  readonly organizationId: string;
  readonly mark: string;
  readonly domainId: string;
  readonly keyId: string;
}

/** A queued message with all that can hang on one. */
export async function insertMail(
  db: Queryable,
  owner: Owner,
): Promise<{
  readonly emailId: string;
  readonly testEmailId: string;
  readonly eventId: string;
  readonly apiLogId: string;
  readonly shareLinkId: string;
}> {
  const { organizationId, mark, domainId, keyId } = owner;
  const message = await createMessage(db, {
    ...{ organizationId, domainId, apiKeyId: keyId, status: 'queued', kind: mark, metadata: { mark } },
    dueAt: later(),
    finalAt: null,
  });
  await insertParts(db, owner, message);
  // The feed of events holds back the latest seconds, and with them whatever it might show wrongly.
  const recordedAt = new Date(Date.now() - 60_000);
  const event = await createEmailEvent(db, message, { type: 'delivery_delayed', recordedAt });
  await insertRow(db, 'counted_events', { event_id: event.id });
  await insertRow(db, 'idempotency_keys', {
    organization_id: organizationId,
    mode: 'live',
    key: mark,
    message_id: message.id,
    created_at: message.createdAt,
    expires_at: new Date(message.createdAt.getTime() + 86_400_000),
  });
  const apiLogId = newId();
  await insertRow(db, 'api_request_logs', {
    id: apiLogId,
    organization_id: organizationId,
    api_key_id: keyId,
    request_id: mark,
    method: 'POST',
    path: '/api/v1/emails',
    status: 200,
    duration_ms: 1,
    request_bytes: 1,
    response_bytes: 1,
    created_at: message.createdAt,
  });
  await insertRow(db, 'api_request_contents', {
    log_id: apiLogId,
    organization_id: organizationId,
    request_headers: JSON.stringify({ 'user-agent': mark }),
    request_body: JSON.stringify({ kind: mark }),
  });
  const shareLinkId = newId();
  await insertRow(db, 'email_share_links', {
    ...{ id: shareLinkId, organization_id: organizationId, message_id: message.id, with_content: true },
    ...{ token_hash: randomBytes(32), created_by: mark, created_at: new Date() },
    expires_at: new Date(Date.now() + 30 * 86_400_000),
  });
  return {
    ...{ emailId: message.id, eventId: event.id, apiLogId, shareLinkId },
    testEmailId: await insertTestEmail(db, owner),
  };
}

/** With a file. */
async function insertTestEmail(
  db: Queryable,
  { organizationId, mark, domainId, keyId }: Owner,
): Promise<string> {
  const { id, recipient, createdAt } = await createMessage(db, {
    ...{ organizationId, domainId, apiKeyId: keyId, mode: 'test', kind: mark, metadata: { mark } },
  });
  await insertRow(db, 'recipients', {
    ...{ message_id: id, ordinal: 0, organization_id: organizationId, address: recipient },
    ...{ address_key: recipient, role: 'to', status: 'delivered', updated_at: createdAt },
  });
  await insertRow(db, 'message_attachments', {
    ...{ message_id: id, ordinal: 0, filename: `${mark}.txt`, content_type: 'text/plain', size: 2 },
    content: 'SGk=',
  });
  return id;
}

async function insertParts(db: Queryable, { mark }: Owner, message: MessageFixture): Promise<void> {
  const { id, organizationId, recipient, createdAt } = message;
  await insertRow(db, 'recipients', {
    message_id: id,
    ordinal: 0,
    organization_id: organizationId,
    address: recipient,
    address_key: recipient,
    role: 'to',
    status: 'queued',
    detail: mark,
    updated_at: createdAt,
  });
  await insertRow(db, 'message_attachments', {
    message_id: id,
    ordinal: 0,
    filename: `${mark}.txt`,
    content_type: 'text/plain',
    size: 2,
    content: 'SGk=',
  });
  for (const table of ['message_terms', 'content_terms']) {
    await insertRow(db, table, { term: 1, message_id: id });
  }
  await insertRow(db, 'delivery_attempts', {
    message_id: id,
    ordinal: 0,
    round: 1,
    worker_id: newId(),
    destination: `mx.${mark}.test`,
    started_at: createdAt,
    finished_at: createdAt,
    result: 'deferred',
    reply_code: 451,
    reply: mark,
  });
  await insertRow(db, 'message_reviews', {
    message_id: id,
    organization_id: organizationId,
    status: 'passed',
    reasons: JSON.stringify([{ code: 'none', detail: mark }]),
  });
  await insertRow(db, 'message_holds', {
    ...{ message_id: id, organization_id: organizationId, reason: mark, operator: 'operator' },
    ...{ held_at: new Date(), due_at: new Date() },
  });
}
