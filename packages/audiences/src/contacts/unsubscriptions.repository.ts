import { newId } from '@postrider/contracts/ids';
import { anyFormOf, onSuppressionConflict, type PoolClient } from '@postrider/db';

/** An address, and whose mail it unsubscribed from. */
export interface Unsubscription {
  readonly organizationId: string;
  /** `normaliseAddress` form. */
  readonly emailKey: string;
  readonly domainId: string;
  readonly sourceEmailId: string;
  readonly at: Date;
}

const addSql = `
INSERT INTO suppressions AS entry (id, organization_id, email, reason, domain_id, source_email_id, created_at)
VALUES ($1, $2, $3, 'unsubscribe', $4, $5, $6)
${onSuppressionConflict}`;

/**
 * Stops bulk mail of the domain, also to an address that is no contact. A reader who leaves everything has it beside the status of
 * the contact: `removeUnsubscriptions` takes it back with that.
 */
export async function addUnsubscription(client: PoolClient, entry: Unsubscription): Promise<void> {
  const { organizationId, emailKey, domainId, sourceEmailId, at } = entry;
  await client.query({
    name: 'contacts.add-unsubscription',
    text: addSql,
    values: [newId(), organizationId, emailKey, domainId, sourceEmailId, at],
  });
}

const removeSql = `
DELETE FROM suppressions
WHERE organization_id = $1 AND email = ${anyFormOf('$1::uuid', '$2::text')} AND reason = 'unsubscribe'`;

/**
 * Entries of every domain, and imported ones of the whole organization: a person who asks for mail again asks the organization, and
 * does not know which domain it will come from. Bounces and complaints stay.
 *
 * `upsertWithin` does this for a contact that returns; call it only for an address without one.
 * @returns how many there were
 */
export async function removeUnsubscriptions(
  client: PoolClient,
  { organizationId, emailKey }: Pick<Unsubscription, 'organizationId' | 'emailKey'>,
): Promise<number> {
  const { rowCount } = await client.query({
    name: 'contacts.remove-unsubscriptions',
    text: removeSql,
    values: [organizationId, emailKey],
  });
  return rowCount ?? 0;
}
