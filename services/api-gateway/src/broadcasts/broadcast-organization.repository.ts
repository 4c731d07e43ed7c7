import type { BroadcastUtm } from '@postrider/contracts/broadcasts';
import { utmOf, type OrganizationUtm } from '@postrider/contracts/organizations';
import type { Pool } from '@postrider/db';

/** Name and address in the footer of its bulk mail; null: without a postal address there is no footer. */
export async function findLegalSender(
  pool: Pool,
  organizationId: string,
): Promise<{ readonly organizationName: string; readonly postalAddress: string } | null> {
  const { rows } = await pool.query<{ organizationName: string; postalAddress: string }>({
    name: 'broadcasts.find-legal-sender',
    text: `SELECT name AS "organizationName", postal_address AS "postalAddress" FROM organizations
           WHERE id = $1 AND btrim(postal_address) <> ''`,
    values: [organizationId],
  });
  return rows[0] ?? null;
}

/** What its links get when it says nothing itself. */
export async function findUtm(
  pool: Pool,
  organizationId: string,
  name: string,
): Promise<BroadcastUtm | null> {
  const { rows } = await pool.query<{ utm: OrganizationUtm | null }>({
    name: 'broadcasts.find-utm',
    text: 'SELECT utm FROM organizations WHERE id = $1',
    values: [organizationId],
  });
  return utmOf(rows[0]?.utm ?? null, name);
}
