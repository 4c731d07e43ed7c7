import { newId } from '@postrider/contracts/ids';
import type { System } from './system';

/** `c1@site1.recipients.test` and so on: subscribed contacts of an organization, in one statement. */
export async function insertContacts(
  pool: System['pool'],
  { organizationId, count }: { readonly organizationId: string; readonly count: number },
): Promise<void> {
  await pool.query(
    `INSERT INTO contacts (id, organization_id, email, email_key, first_name)
     SELECT (left($2, 24) || lpad(to_hex(n), 12, '0'))::uuid, $1, address, address, 'Reader ' || n
     FROM generate_series(1, $3::int) n, LATERAL (SELECT 'c' || n || '@site' || n % 40 || '.recipients.test' AS address) a`,
    [organizationId, newId(), count],
  );
  await pool.query('ANALYZE contacts');
}
