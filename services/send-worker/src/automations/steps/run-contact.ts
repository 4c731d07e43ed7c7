import type { ContactStatus } from '@postrider/audiences';
import type { PropertyValue } from '@postrider/contracts/contacts';
import type { Pool } from '@postrider/db';
import type { ClaimedRun } from '../claimed-run';

/** The contact of a run, as it is now. */
export interface RunContact {
  readonly id: string;
  readonly email: string;
  readonly emailKey: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly properties: Readonly<Record<string, PropertyValue | null>>;
  readonly status: ContactStatus;
}

const findContactSql = `
SELECT id, email, email_key AS "emailKey", first_name AS "firstName", last_name AS "lastName", properties, status
FROM contacts WHERE id = $1 AND organization_id = $2`;

/** Null: it was deleted. */
export async function findRunContact(
  pool: Pool,
  { contactId, organizationId }: ClaimedRun,
): Promise<RunContact | null> {
  const { rows } = await pool.query<RunContact>({
    name: 'automations.find-contact',
    text: findContactSql,
    values: [contactId, organizationId],
  });
  return rows[0] ?? null;
}
