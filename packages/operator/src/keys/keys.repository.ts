import { newId } from '@postrider/contracts/ids';
import { mintToken } from '@postrider/contracts/keys';
import type { Mode, Permission } from '@postrider/contracts/statuses';
import { insertAuditEntry, withTransaction, type Pool } from '@postrider/db';
import type { Row } from '../output/render-answer';

export interface NewKey {
  readonly name: string;
  readonly mode: Mode;
  readonly permission: Permission;
}

/** A key for all domains of the organization. @returns also its token, which is not stored */
export async function createKey(
  pool: Pool,
  organizationId: string,
  { name, mode, permission, operator }: NewKey & { readonly operator: string },
): Promise<{ readonly id: string; readonly token: string }> {
  const id = newId();
  const minted = mintToken(mode);
  await withTransaction(pool, async (client) => {
    await client.query(
      `INSERT INTO api_keys (id, organization_id, name, mode, permission, prefix, token_hash, domain_ids, created_by_type, created_by_name)
       VALUES ($1, $2, $3, $4, $5, $6, $7, '{}', 'operator', $8)`,
      [id, organizationId, name, mode, permission, minted.prefix, minted.tokenHash, operator],
    );
    await insertAuditEntry(client, {
      organizationId,
      actor: { type: 'operator', name: operator },
      action: 'api_key.create',
      target: { type: 'api_key', id },
      after: { name, mode, permission, prefix: minted.prefix },
    });
  });
  return { id, token: minted.token };
}

export interface ApiKeyRow extends Row {
  readonly id: string;
  readonly name: string;
  readonly mode: Mode;
  readonly permission: Permission;
  readonly prefix: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
}

export async function listKeys(pool: Pool, organizationId: string): Promise<ApiKeyRow[]> {
  const { rows } = await pool.query<ApiKeyRow>(
    `SELECT id, name, mode, permission, prefix, created_at, last_used_at, expires_at, rotated_at, revoked_at
       FROM api_keys WHERE organization_id = $1 ORDER BY id DESC`,
    [organizationId],
  );
  return rows;
}

/** @returns the organization whose key it was; null when no active key has the id */
export async function revokeKey(pool: Pool, id: string, operator: string): Promise<string | null> {
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<{ organization_id: string }>(
      `UPDATE api_keys SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL RETURNING organization_id`,
      [id],
    );
    const organizationId = rows[0]?.organization_id;
    if (organizationId === undefined) return null;
    await insertAuditEntry(client, {
      organizationId,
      actor: { type: 'operator', name: operator },
      action: 'api_key.revoke',
      target: { type: 'api_key', id },
    });
    return organizationId;
  });
}
