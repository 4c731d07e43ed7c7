import { mintToken, newId, type Permission } from '@postrider/contracts';
import type { Prisma } from '@postrider/db';

/** A live key, not restricted, for a client organization; its row without organization and times. */
export interface NewPartnerKey {
  readonly id: string;
  readonly name: string;
  readonly mode: 'live';
  readonly permission: Permission;
  readonly prefix: string;
  readonly tokenHash: Uint8Array<ArrayBuffer>;
}

/** The row holds no trace of the token but its prefix and hash. */
export function newPartnerKey(asked: { readonly name: string; readonly permission: Permission }): {
  readonly key: NewPartnerKey;
  readonly token: string;
} {
  const { token, prefix, tokenHash } = mintToken('live');
  const { name, permission } = asked;
  return { token, key: { id: newId(), name, mode: 'live', permission, prefix, tokenHash } };
}

/** A key for the audit log, without what could be used of it. */
export function describeKey({ name, mode, permission, prefix }: NewPartnerKey): Prisma.InputJsonObject {
  return { name, mode, permission, prefix };
}
