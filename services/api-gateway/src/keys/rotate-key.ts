import { AppError, type MintedToken, type Mode, type Permission } from '@postrider/contracts';
import type { ApiGatewayView } from '@postrider/db';
import { recordAuditEntry, type Author } from '../audit/record-audit-entry';
import { describeKey, keyStatus, shown, type KeyRow } from './key-row';
import { lockKeys } from './lock-keys';

export interface Rotation {
  readonly id: string;
  readonly replacementId: string;
  readonly now: Date;
  /** Throws when the caller may not rotate this key. */
  readonly permit: (row: KeyRow) => void;
  readonly mint: (mode: Mode) => MintedToken;
}

interface Given {
  readonly organizationId: string;
  readonly rotation: Rotation;
  readonly author: Author;
}

type Transaction = Pick<ApiGatewayView, 'organization' | 'apiKey' | 'auditEntry'>;

export async function rotateKey(tx: Transaction, given: Given): Promise<KeyRow> {
  const { organizationId, rotation, author } = given;
  const { id, replacementId, now } = rotation;
  await lockKeys(tx, organizationId, author);
  const old = await tx.apiKey.findFirst({ where: { id, organizationId }, select: shown });
  if (old === null) throw new AppError('not_found');
  rotation.permit(old);
  requireRotatable(old, now);
  await tx.apiKey.update({
    where: { id, organizationId },
    data: { rotatedAt: now, replacedById: replacementId },
    select: { id: true },
  });
  const replacement = await insertReplacement(tx, old, given);
  await recordAuditEntry(tx, {
    ...author,
    organizationId,
    action: 'api_key.rotate',
    target: { type: 'api_key', id },
    before: describeKey(old),
    after: { ...describeKey(replacement), replaced_by: replacementId },
  });
  return replacement;
}

/** A key that ended cannot be brought back by its replacement. */
function requireRotatable(old: KeyRow, now: Date): void {
  const status = keyStatus(old, now);
  if (status === 'revoked') throw new AppError('already_revoked');
  if (old.rotatedAt !== null) {
    throw new AppError('already_rotated', `Rotate its replacement instead: ${old.replacedById ?? ''}.`);
  }
  if (status === 'expired') throw new AppError('already_revoked', 'The key has expired: create a new one.');
}

function insertReplacement(
  tx: Transaction,
  old: KeyRow,
  { organizationId, rotation }: Given,
): Promise<KeyRow> {
  const mode: Mode = old.mode === 'live' ? 'live' : 'test';
  const { prefix, tokenHash } = rotation.mint(mode);
  const { name, domainIds, rateLimit, expiresAt } = old;
  return tx.apiKey.create({
    data: {
      ...{ organizationId, name, mode, domainIds, rateLimit, expiresAt, prefix, tokenHash },
      id: rotation.replacementId,
      permission: old.permission as Permission,
      createdAt: rotation.now,
    },
    select: shown,
  });
}
