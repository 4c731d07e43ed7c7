import assert from 'node:assert';
import { onSuppressionConflict, type PoolClient, type Queryable } from '@postrider/db';

/** The person to erase: everything that one organization has about an address. */
export interface Person {
  readonly organizationId: string;
  /** `normaliseAddress` form. */
  readonly address: string;
}

/** What an organization has about a person. */
export interface PersonCounts {
  readonly contacts: number;
  readonly signupRequests: number;
  /** Entries with the address; those that have its digest already do not count. */
  readonly suppressions: number;
  /** To the address, without those that may still be sent. */
  readonly messages: number;
  /** To the address, and may still be sent: they stay as they are. */
  readonly openMessages: number;
  /** From the address. */
  readonly inboundEmails: number;
}

type AudienceCounts = Pick<PersonCounts, 'contacts' | 'signupRequests' | 'suppressions'>;

const countSql = `
SELECT (SELECT count(*)::int FROM contacts WHERE organization_id = $1 AND email_key = $2) AS contacts,
       (SELECT count(*)::int FROM signup_requests WHERE organization_id = $1 AND email_key = $2) AS "signupRequests",
       (SELECT count(*)::int FROM suppressions WHERE organization_id = $1 AND email = $2) AS suppressions`;

export async function countAudience(
  db: Queryable,
  { organizationId, address }: Person,
): Promise<AudienceCounts> {
  const { rows } = await db.query<AudienceCounts>({
    name: 'erasure.count-audience',
    text: countSql,
    values: [organizationId, address],
  });
  const [counts] = rows;
  assert(counts !== undefined, 'counts are one row');
  return counts;
}

export async function deleteSignups(client: PoolClient, { organizationId, address }: Person): Promise<void> {
  await client.query({
    name: 'erasure.delete-signups',
    text: 'DELETE FROM signup_requests WHERE organization_id = $1 AND email_key = $2',
    values: [organizationId, address],
  });
}

const forgetSuppressionsSql = `
WITH known AS (
  DELETE FROM suppressions WHERE organization_id = $1 AND email = $2
  RETURNING id, reason, domain_id, created_at, expires_at
)
INSERT INTO suppressions AS entry (id, organization_id, email, reason, domain_id, created_at, expires_at)
SELECT id, $1, forgotten_address($1, $2), reason, domain_id, created_at, expires_at FROM known ORDER BY domain_id
${onSuppressionConflict}`;

/** They go on with the digest of the address (ADR 31). */
export async function forgetSuppressions(
  client: PoolClient,
  { organizationId, address }: Person,
): Promise<void> {
  await client.query({
    name: 'erasure.forget-suppressions',
    text: forgetSuppressionsSql,
    values: [organizationId, address],
  });
}
