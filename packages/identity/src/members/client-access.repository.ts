import { AppError } from '@postrider/contracts/errors';
import { insertAuditEntry, withTransaction, type Pool } from '@postrider/db';
import type { UserAuthor } from './members.repository';

export interface ClientOpening {
  readonly parentId: string;
  readonly clientId: string;
  readonly sessionId: string;
  readonly author: UserAuthor;
}

/**
 * Lets a session read a client organization. Both organizations' audit logs record it.
 * @throws AppError `not_found` when it is no client of the parent
 */
export async function openClient(
  pool: Pool,
  { parentId, clientId, sessionId, author }: ClientOpening,
): Promise<void> {
  await withTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      'SELECT FROM organizations WHERE id = $1 AND parent_organization_id = $2',
      [clientId, parentId],
    );
    if (rowCount === 0) throw new AppError('not_found');
    await client.query(
      `INSERT INTO opened_organizations (session_id, organization_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
      [sessionId, clientId],
    );
    const entry = { actor: author, target: { type: 'organization', id: clientId } } as const;
    await insertAuditEntry(client, { ...entry, organizationId: parentId, action: 'org.open_client' });
    await insertAuditEntry(client, { ...entry, organizationId: clientId, action: 'org.opened_by_parent' });
  });
}

/** @returns false when the session has not opened it */
export async function closeClient(pool: Pool, sessionId: string, clientId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'DELETE FROM opened_organizations WHERE session_id = $1 AND organization_id = $2',
    [sessionId, clientId],
  );
  return rowCount === 1;
}
