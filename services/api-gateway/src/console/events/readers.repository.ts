import type { Pool } from '@postrider/db';
import type { StreamReader } from './event-stream';

interface ReaderRow {
  /** Of the list, from 1. */
  readonly at: number;
  readonly domainIds: string[] | null;
}

/** As `findMember` of auth/principals.repository.ts, for many. */
const findReadersSql = `
SELECT asked.at::integer, nullif(m.domain_ids, '{}') AS "domainIds"
FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS asked(session_id, organization_id, at)
JOIN user_sessions s ON s.id = asked.session_id AND s.expires_at > $3 AND s.last_seen_at > $4
JOIN organizations o ON o.id = asked.organization_id
LEFT JOIN memberships m ON m.organization_id = o.id AND m.user_id = s.user_id
WHERE m.id IS NOT NULL OR EXISTS (
  SELECT FROM opened_organizations v JOIN memberships p ON p.organization_id = o.parent_organization_id
   WHERE v.session_id = s.id AND v.organization_id = o.id AND p.user_id = s.user_id AND p.role = 'owner')`;

/** Those who may still read, by their place in the list. */
export async function findReaders(
  pool: Pool,
  asked: { readonly readers: readonly StreamReader[]; readonly now: Date; readonly idleSince: Date },
): Promise<ReadonlyMap<number, ReaderRow>> {
  if (asked.readers.length === 0) return new Map();
  const { rows } = await pool.query<ReaderRow>({
    name: 'console.find-readers',
    text: findReadersSql,
    values: [
      asked.readers.map(({ sessionId }) => sessionId),
      asked.readers.map(({ organizationId }) => organizationId),
      asked.now,
      asked.idleSince,
    ],
  });
  return new Map(rows.map((row) => [row.at - 1, row]));
}
