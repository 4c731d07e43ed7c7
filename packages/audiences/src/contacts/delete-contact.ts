import type { SubscriptionChangeActor } from '@postrider/contracts/contacts';
import { newId } from '@postrider/contracts/ids';
import { onSuppressionConflict, type PoolClient } from '@postrider/db';
import { recordContactEvents } from './contact-events';
import { rememberUnsubscriptions } from './forgotten-unsubscriptions.repository';

/** A contact by its id or by its address. */
export type ContactName = { readonly organizationId: string } & (
  { readonly id: string; readonly emailKey?: never } | { readonly emailKey: string; readonly id?: never }
);

/**
 * Deletes a contact with its history, signups and runs. What suppresses its address and the topics that it unsubscribed from stay, with a
 * digest in the place of the address (ADR 31).
 * @returns its id; null when there is none
 */
export async function deleteContact(
  client: PoolClient,
  { organizationId, id, emailKey }: ContactName,
  actor: SubscriptionChangeActor,
): Promise<string | null> {
  const name = [organizationId, id ?? null, emailKey ?? null];
  // Before the contact, as a confirmation locks them; likewise entries, as the recording of a bounce does.
  await client.query({ name: 'contacts.delete-signups', text: deleteSignupsSql, values: name });
  await client.query({
    name: 'contacts.forget-address',
    text: forgetAddressSql,
    values: [...name, newId()],
  });
  const { rows } = await client.query<{ id: string }>({
    name: 'contacts.lock-to-delete',
    text: lockContactSql,
    values: name,
  });
  const [removed] = rows;
  if (removed === undefined) return null;
  await rememberUnsubscriptions(client, removed.id);
  await client.query({
    name: 'contacts.delete',
    text: 'DELETE FROM contacts WHERE id = $1',
    values: [removed.id],
  });
  await forgetEvents(client, removed.id);
  const event = { organizationId, contactId: removed.id, type: 'deleted' as const };
  await recordContactEvents(client, [{ ...event, actor, change: null }]);
  return removed.id;
}

/** More of one contact than anybody posts in a month; what is beyond ends with its time. */
const forgottenMax = 10_000;

/** Its places in watched segments, its events, and its runs with their steps. A run in a worker's hand finds nothing to record. */
async function forgetEvents(client: PoolClient, contactId: string): Promise<void> {
  await client.query({
    name: 'contacts.forget-memberships',
    text: 'DELETE FROM segment_members WHERE contact_id = $1',
    values: [contactId],
  });
  await client.query({
    name: 'contacts.forget-runs',
    text: `DELETE FROM automation_runs WHERE id IN (
      SELECT id FROM automation_runs WHERE contact_id = $1 ORDER BY id LIMIT ${forgottenMax} FOR UPDATE)`,
    values: [contactId],
  });
  await client.query({
    name: 'contacts.forget-events',
    text: `DELETE FROM automation_events WHERE id IN (
      SELECT id FROM automation_events WHERE contact_id = $1 ORDER BY id LIMIT ${forgottenMax} FOR UPDATE)`,
    values: [contactId],
  });
  await client.query({
    name: 'contacts.forget-contact-events',
    text: `DELETE FROM contact_events WHERE id IN (
      SELECT id FROM contact_events WHERE contact_id = $1 ORDER BY id LIMIT ${forgottenMax} FOR UPDATE)`,
    values: [contactId],
  });
}

/**
 * Entries about the contact's address go on without it (ADR 31). A person who did not want mail gets none after being added
 * again: the status becomes an entry, $4 its id.
 */
const forgetAddressSql = `
WITH contact AS MATERIALIZED (
  SELECT email_key, status = 'UNSUBSCRIBED' AS has_left FROM contacts
  WHERE organization_id = $1 AND ($2::uuid IS NULL OR id = $2) AND ($3::text IS NULL OR email_key = $3)
    AND num_nonnulls($2::uuid, $3::text) = 1
), known AS (
  DELETE FROM suppressions s USING contact WHERE s.organization_id = $1 AND s.email = contact.email_key
  RETURNING s.id, s.reason, s.domain_id, s.created_at, CASE WHEN has_left AND s.domain_id IS NULL THEN NULL ELSE s.expires_at END AS expires_at
), kept AS (
  SELECT * FROM known
  UNION ALL
  SELECT $4::uuid, 'unsubscribe', NULL, now(), NULL FROM contact
  WHERE has_left AND NOT EXISTS (SELECT FROM known WHERE domain_id IS NULL)
)
INSERT INTO suppressions AS entry (id, organization_id, email, reason, domain_id, created_at, expires_at)
SELECT kept.id, $1, forgotten_address($1, contact.email_key), kept.reason, kept.domain_id, kept.created_at, kept.expires_at
FROM kept, contact ORDER BY kept.domain_id
${onSuppressionConflict}`;

/** Answers to signup forms are deleted with the contact. */
const deleteSignupsSql = `
DELETE FROM signup_requests
WHERE organization_id = $1 AND email_key = (
  SELECT email_key FROM contacts
  WHERE organization_id = $1 AND ($2::uuid IS NULL OR id = $2) AND ($3::text IS NULL OR email_key = $3)
    AND num_nonnulls($2::uuid, $3::text) = 1)`;

/** Until its choices are kept and it is deleted, it makes no others. */
const lockContactSql = `
SELECT id FROM contacts
WHERE organization_id = $1 AND ($2::uuid IS NULL OR id = $2) AND ($3::text IS NULL OR email_key = $3)
  AND num_nonnulls($2::uuid, $3::text) = 1
FOR UPDATE`;
