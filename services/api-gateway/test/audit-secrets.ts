import type { Pool } from '@postrider/db';

/** A token beyond the prefix that is shown to people, a webhook's secret, a private key. */
const secretPattern = 'pr_(live|test|share)_[[:alnum:]_-]{5}|whsec_|PRIVATE KEY';

/** Actions whose audit entries hold a secret; empty, or something is badly wrong. */
export async function actionsWithSecrets(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ action: string }>(
    `SELECT DISTINCT action FROM audit_entries WHERE concat(before::text, after::text, target_id, actor_name) ~ $1`,
    [secretPattern],
  );
  return rows.map(({ action }) => action);
}
