import type { Mode, Permission } from '@postrider/contracts';
import type { ApiGatewayView } from '@postrider/db';
import { recordAuditEntry, type Author } from '../audit/record-audit-entry';
import { describeKey, shown, type KeyRow } from './key-row';
import { lockKeys } from './lock-keys';

/** A key that was never stored; of its token only what it is known and checked by. */
export interface NewKey {
  readonly id: string;
  readonly name: string;
  readonly mode: Mode;
  readonly permission: Permission;
  /** Empty: not restricted. */
  readonly domainIds: string[];
  readonly rateLimit: number | null;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  readonly prefix: string;
  readonly tokenHash: Uint8Array<ArrayBuffer>;
}

export async function insertKey(
  tx: Pick<ApiGatewayView, 'organization' | 'apiKey' | 'auditEntry'>,
  given: { readonly organizationId: string; readonly key: NewKey; readonly author: Author },
): Promise<KeyRow> {
  const { organizationId, key, author } = given;
  await lockKeys(tx, organizationId, author);
  const row = await tx.apiKey.create({ data: { ...key, organizationId }, select: shown });
  await recordAuditEntry(tx, {
    ...author,
    organizationId,
    action: 'api_key.create',
    target: { type: 'api_key', id: row.id },
    after: describeKey(row),
  });
  return row;
}
