import type { Pool } from '@postrider/db';
import type { StsPolicy } from './sts-policy';

export interface StoredPolicy extends StsPolicy {
  /** `id` of the TXT record by which it was fetched. */
  readonly policyId: string;
  readonly fetchedAt: Date;
  readonly expiresAt: Date;
}

interface PolicyRow {
  readonly policy_id: string;
  readonly mode: StsPolicy['mode'];
  readonly mx_patterns: string[];
  readonly fetched_at: Date;
  readonly expires_at: Date;
}

const findSql = `
SELECT policy_id, mode, mx_patterns, fetched_at, expires_at
FROM mta_sts_policies
WHERE domain = $1`;

export async function findPolicy(pool: Pool, domain: string): Promise<StoredPolicy | null> {
  const { rows } = await pool.query<PolicyRow>({
    name: 'mta-sts.find-policy',
    text: findSql,
    values: [domain],
  });
  const [row] = rows;
  if (!row) return null;
  return {
    policyId: row.policy_id,
    mode: row.mode,
    mxPatterns: row.mx_patterns,
    maxAgeSeconds: Math.round((row.expires_at.getTime() - row.fetched_at.getTime()) / 1_000),
    fetchedAt: row.fetched_at,
    expiresAt: row.expires_at,
  };
}

/** What another worker fetched later stays. */
const saveSql = `
INSERT INTO mta_sts_policies AS known (domain, policy_id, mode, mx_patterns, fetched_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (domain) DO UPDATE
SET policy_id = excluded.policy_id, mode = excluded.mode, mx_patterns = excluded.mx_patterns,
    fetched_at = excluded.fetched_at, expires_at = excluded.expires_at
WHERE known.fetched_at < excluded.fetched_at`;

export async function savePolicy(
  pool: Pool,
  { domain, policy }: { domain: string; policy: StoredPolicy },
): Promise<void> {
  const { policyId, mode, mxPatterns, fetchedAt, expiresAt } = policy;
  await pool.query({
    name: 'mta-sts.save-policy',
    text: saveSql,
    values: [domain, policyId, mode, mxPatterns, fetchedAt, expiresAt],
  });
}

const endingSql = `
SELECT domain FROM mta_sts_policies
WHERE expires_at > $1 AND expires_at < $2 AND fetched_at < $3
ORDER BY expires_at
LIMIT $4`;

/** Domains whose policies end before `until` and were not fetched since `fetchedBefore`, the first to end first. */
export async function findEndingPolicies(
  pool: Pool,
  { now, until, fetchedBefore, limit }: { now: Date; until: Date; fetchedBefore: Date; limit: number },
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ domain: string }>({
    name: 'mta-sts.find-ending',
    text: endingSql,
    values: [now, until, fetchedBefore, limit],
  });
  return rows.map(({ domain }) => domain);
}

const deleteSql = 'DELETE FROM mta_sts_policies WHERE expires_at < $1';

export async function deleteEndedPolicies(pool: Pool, now: Date): Promise<void> {
  await pool.query({ name: 'mta-sts.delete-ended', text: deleteSql, values: [now] });
}
