import { randomBytes } from 'node:crypto';
import { newId } from '@postrider/contracts/ids';
import { insertRow, type Queryable } from '../factories/insert-row';
import type { Tenant } from './tenant';

interface Owner {
  readonly organizationId: string;
  readonly mark: string;
  readonly domainId: string;
}

type Audience = Pick<
  Tenant,
  | 'templateId'
  | 'imageId'
  | 'savedBlockId'
  | 'topicSlug'
  | 'segmentId'
  | 'signupFormId'
  | 'broadcastId'
  | 'contactId'
  | 'suppressionId'
  | 'importId'
  | 'contactImportId'
>;

/** A template with a published version, an image, a saved block, a topic, a contact subscribed to it, a segment, a suppression and an import of some. */
export async function insertAudience(db: Queryable, owner: Owner): Promise<Audience> {
  const { organizationId, mark } = owner;
  const now = new Date();
  const common = { organization_id: organizationId, updated_at: now };
  const [topicId, contactId, segmentId] = [newId(), newId(), newId()];
  await insertRow(db, 'topics', { ...common, id: topicId, slug: mark, name: mark, default_opt_in: true });
  await insertRow(db, 'contacts', {
    ...common,
    id: contactId,
    email: `${mark}@example.com`,
    email_key: `${mark}@example.com`,
  });
  await insertRow(db, 'topic_subscriptions', {
    ...common,
    contact_id: contactId,
    topic_id: topicId,
    state: 'SUBSCRIBED',
  });
  await insertRow(db, 'contact_activity', {
    ...{ contact_id: contactId, organization_id: organizationId, last_opened_at: now },
  });
  await insertRow(db, 'subscription_changes', {
    id: newId(),
    organization_id: organizationId,
    contact_id: contactId,
    topic: mark,
    after: 'SUBSCRIBED',
    actor: 'api_key',
    source: mark,
    changed_at: now,
  });
  await insertRow(db, 'forgotten_unsubscriptions', {
    ...{ organization_id: organizationId, address_digest: `sha256:${mark}`, topic_id: topicId },
    actor: 'recipient',
  });
  await insertRow(db, 'contact_events', {
    ...{ id: newId(), organization_id: organizationId, contact_id: contactId, type: 'created' },
    ...{ actor: 'api_key', occurred_at: now },
  });
  await insertRow(db, 'segments', {
    ...common,
    id: segmentId,
    name: mark,
    filter: JSON.stringify({ all: [{ topic: mark, state: 'SUBSCRIBED' }] }),
  });
  const templateId = await insertTemplate(db, owner);
  const [imageId, savedBlockId] = [await insertImage(db, owner), await insertSavedBlock(db, owner)];
  const signupFormId = await insertSignupForm(db, owner, topicId);
  const broadcastId = await insertBroadcast(db, owner, { topicId, segmentId, contactId });
  const audience = { templateId, topicSlug: mark, segmentId, signupFormId, broadcastId, contactId };
  const suppressions = await insertSuppressions(db, owner);
  await insertRow(db, 'imported_contacts', {
    ...{ contact_id: contactId, import_id: suppressions.contactImportId, organization_id: organizationId },
    added: true,
  });
  return { ...audience, imageId, savedBlockId, ...suppressions };
}

/** With its topic, and a person who has filled it in. */
async function insertSignupForm(
  db: Queryable,
  { organizationId, mark, domainId }: Owner,
  topicId: string,
): Promise<string> {
  const [id, now] = [newId(), new Date()];
  await insertRow(db, 'signup_forms', {
    ...{ id, organization_id: organizationId, name: mark, domain_id: domainId, api_key_id: newId() },
    ...{ from_header: `${mark}@${mark}.test`, fields: ['first_name'], updated_at: now },
  });
  await insertRow(db, 'signup_form_topics', { form_id: id, topic_id: topicId });
  await insertRow(db, 'signup_requests', {
    ...{ id: newId(), form_id: id, organization_id: organizationId, token_hash: randomBytes(32) },
    ...{ email: `${mark}@example.com`, email_key: `${mark}@example.com`, topics: [mark] },
    ...{ ip_address: '192.0.2.1', client_network: mark, language: 'en', message_id: newId() },
    ...{ created_at: now, expires_at: new Date(now.getTime() + 7 * 86_400_000) },
  });
  return id;
}

/** That is being sent, with a recipient and what was counted. */
async function insertBroadcast(
  db: Queryable,
  { organizationId, mark, domainId }: Owner,
  of: { readonly topicId: string; readonly segmentId: string; readonly contactId: string },
): Promise<string> {
  const [id, now] = [newId(), new Date()];
  const owned = { organization_id: organizationId };
  await insertRow(db, 'broadcasts', {
    ...{ ...owned, id, name: mark, segment_id: of.segmentId, topic_id: of.topicId, domain_id: domainId },
    ...{ api_key_id: newId(), from_header: `${mark}@${mark}.test`, from_address: `${mark}@${mark}.test` },
    ...{ subject: mark, text: mark, status: 'testing', started_at: now, recipients: 1, updated_at: now },
  });
  await insertRow(db, 'broadcast_recipients', { ...owned, broadcast_id: id, contact_id: of.contactId });
  await insertRow(db, 'broadcast_counters', { ...owned, broadcast_id: id, variant: 0, sent: 1 });
  await insertRow(db, 'broadcast_hours', { ...owned, broadcast_id: id, hour: now, sent: 1 });
  await insertRow(db, 'broadcast_links', {
    ...{
      ...owned,
      broadcast_id: id,
      variant: 0,
      url_digest: newId(),
      url: `https://${mark}.test`,
      clicks: 1,
    },
    unique_clicks: 1,
  });
  return id;
}

async function insertSuppressions(
  db: Queryable,
  { organizationId, mark }: Owner,
): Promise<Pick<Audience, 'suppressionId' | 'importId' | 'contactImportId'>> {
  const [suppressionId, importId, contactImportId] = [newId(), newId(), newId()];
  await insertRow(db, 'suppressions', {
    id: suppressionId,
    organization_id: organizationId,
    email: `suppressed@${mark}.test`,
    reason: 'manual',
  });
  for (const [id, kind] of [
    [importId, 'suppressions'],
    [contactImportId, 'contacts'],
  ]) {
    await insertRow(db, 'imports', {
      ...{ id, organization_id: organizationId, api_key_id: newId(), kind },
      ...{ status: 'finished', format: 'plain', finished_at: new Date() },
      keeps_contacts: kind === 'contacts',
    });
  }
  await insertRow(db, 'import_chunks', { import_id: importId, ordinal: 0, content: Buffer.from(mark) });
  await insertRow(db, 'import_refusals', {
    import_id: importId,
    row: 1,
    value: mark,
    code: 'invalid_email',
    reason: mark,
  });
  return { suppressionId, importId, contactImportId };
}

async function insertImage(db: Queryable, { organizationId, mark }: Owner): Promise<string> {
  const id = newId();
  await insertRow(db, 'images', {
    ...{ id, organization_id: organizationId, name: mark, alt: mark, file_name: `${mark}.png` },
    ...{
      content_type: 'image/png',
      width: 1,
      height: 1,
      animated: false,
      bytes: 1,
      content: Buffer.from('a'),
    },
  });
  return id;
}

async function insertSavedBlock(db: Queryable, { organizationId, mark }: Owner): Promise<string> {
  const id = newId();
  const blocks = JSON.stringify([{ type: 'divider' }]);
  await insertRow(db, 'saved_blocks', { id, organization_id: organizationId, name: mark, blocks });
  return id;
}

async function insertTemplate(db: Queryable, { organizationId, mark }: Owner): Promise<string> {
  const id = newId();
  const content = { organization_id: organizationId, subject: mark, text: mark };
  await insertRow(db, 'templates', {
    ...content,
    id,
    slug: mark,
    name: mark,
    status: 'published',
    current_version: 1,
    published_at: new Date(),
    updated_at: new Date(),
  });
  await insertRow(db, 'template_versions', {
    ...content,
    id: newId(),
    template_id: id,
    number: 1,
    variables: '[]',
  });
  return id;
}
