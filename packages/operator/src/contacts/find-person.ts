import { countPerson, type PersonCounts } from '@postrider/audiences';
import type { Pool } from '@postrider/db';

/** What an organization has about a person. */
export interface FoundPerson {
  /** Of the organization. */
  readonly id: string;
  /** Its slug. */
  readonly organization: string;
  readonly counts: PersonCounts;
}

export interface PersonSearch {
  /** `normaliseAddress` form. */
  readonly address: string;
  /** Null: all. */
  readonly organizationId: string | null;
  /** Only organizations before this id. */
  readonly beforeId: string | null;
  /** Organizations that are looked at. */
  readonly limit: number;
}

/**
 * Looks for a person in organizations, newest first: each has its own digest of the address, so they are asked one by one.
 *
 * @returns those that have something about the address, and where the search goes on; null: all organizations were asked
 */
export async function findPerson(
  pool: Pool,
  { address, organizationId, beforeId, limit }: PersonSearch,
): Promise<{ readonly found: readonly FoundPerson[]; readonly next: string | null }> {
  const { rows } = await pool.query<{ id: string; slug: string }>(
    `SELECT id, slug FROM organizations WHERE ($1::uuid IS NULL OR id = $1) AND ($2::uuid IS NULL OR id < $2)
      ORDER BY id DESC LIMIT $3`,
    [organizationId, beforeId, limit],
  );
  const found: FoundPerson[] = [];
  for (const { id, slug } of rows) {
    const counts = await countPerson(pool, { organizationId: id, address });
    if (Object.values(counts).some((count) => count > 0)) found.push({ id, organization: slug, counts });
  }
  return { found, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
}
