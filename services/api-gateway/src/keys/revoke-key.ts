import { AppError } from '@postrider/contracts';
import type { ApiGatewayView } from '@postrider/db';
import { recordAuditEntry, type Author } from '../audit/record-audit-entry';
import { describeKey, shown, type KeyRow } from './key-row';
import { lockKeys } from './lock-keys';

export async function revokeKey(
  tx: Pick<ApiGatewayView, 'organization' | 'apiKey' | 'auditEntry'>,
  given: {
    readonly organizationId: string;
    readonly id: string;
    readonly now: Date;
    readonly permit: (row: KeyRow) => void;
    readonly author: Author;
  },
): Promise<KeyRow> {
  const { organizationId, id, now, permit, author } = given;
  await lockKeys(tx, organizationId, author);
  const before = await tx.apiKey.findFirst({ where: { id, organizationId }, select: shown });
  if (before === null) throw new AppError('not_found');
  permit(before);
  if (before.revokedAt !== null) throw new AppError('already_revoked');
  const row = await tx.apiKey.update({
    where: { id, organizationId },
    data: { revokedAt: now },
    select: shown,
  });
  await recordAuditEntry(tx, {
    ...author,
    organizationId,
    action: 'api_key.revoke',
    target: { type: 'api_key', id },
    before: describeKey(before),
    after: { revoked_at: now.toISOString() },
  });
  return row;
}
