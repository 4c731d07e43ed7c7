import type { ApiGatewayView } from '@postrider/db';
import { recordAuditEntry } from '../audit/record-audit-entry';
import { lockKeys } from '../keys/lock-keys';
import { describeKey, type NewPartnerKey } from './new-partner-key';
import type { ClientAuthor } from './organization-row';

type Transaction = Pick<ApiGatewayView, 'organization' | 'apiKey' | 'auditEntry'>;

interface Given {
  readonly parentOrganizationId: string;
  readonly client: { readonly id: string; readonly replacement: NewPartnerKey | null };
  readonly author: ClientAuthor;
}

/** @returns how many keys were revoked; null when it is no client of the parent */
export async function revokeClientKeys(tx: Transaction, given: Given): Promise<number | null> {
  const { parentOrganizationId, client, author } = given;
  await lockKeys(tx, parentOrganizationId, author);
  // Touching the client makes this and whoever adds a key to it take turns: no key slips in beside the revocation.
  const { count } = await tx.organization.updateMany({
    where: { id: client.id, parentOrganizationId },
    data: { updatedAt: author.now },
  });
  if (count === 0) return null;
  const revoked = await tx.apiKey.updateManyAndReturn({
    where: { organizationId: client.id, mode: 'live', revokedAt: null },
    data: { revokedAt: author.now },
    select: { id: true, name: true },
  });
  if (client.replacement !== null) {
    await tx.apiKey.create({
      data: { ...client.replacement, organizationId: client.id, createdAt: author.now },
      select: { id: true },
    });
  }
  await recordRevocation(tx, { ...given, revoked });
  return revoked.length;
}

/** Both sides: one entry of the parent, and one of the client for each of its keys. */
async function recordRevocation(
  tx: Transaction,
  given: Given & { readonly revoked: readonly { readonly id: string; readonly name: string }[] },
): Promise<void> {
  const { parentOrganizationId, client, revoked, author } = given;
  const { keyId, requestId } = author;
  const by = { keyId, requestId };
  const { replacement } = client;
  await recordAuditEntry(tx, {
    ...by,
    organizationId: parentOrganizationId,
    action: 'org.revoke_child_keys',
    target: { type: 'organization', id: client.id },
    after: { revoked: revoked.map(({ id }) => id), replacement: replacement?.id ?? null },
  });
  const ofClient = { ...by, organizationId: client.id };
  for (const { id, name } of revoked) {
    const target = { type: 'api_key', id };
    await recordAuditEntry(tx, { ...ofClient, action: 'api_key.revoke', target, before: { name } });
  }
  if (replacement === null) return;
  await recordAuditEntry(tx, {
    ...ofClient,
    action: 'api_key.create',
    target: { type: 'api_key', id: replacement.id },
    after: describeKey(replacement),
  });
}
