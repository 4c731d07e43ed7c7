/**
 * True, and the transaction it is in commits without waiting for the disk (`synchronous_commit = off`): a condition for a statement that
 * is a transaction of its own. Others see the rows at once; a crash of PostgreSQL may take back the last of them, in the order in
 * which they were committed, so whatever is committed synchronously later keeps those before it.
 *
 * An uncorrelated subquery runs once a statement, whatever the number of rows.
 */
export const commitsAsynchronouslySql = `(SELECT set_config('synchronous_commit', 'off', true)) = 'off'`;
