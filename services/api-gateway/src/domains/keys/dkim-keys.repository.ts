import { isUniqueViolation, lockRow, type ApiGatewayView } from '@postrider/db';
import type { DomainName } from '../store/domains.repository';
import { auditRotation } from '../verification/key-changes.repository';
import { isRsa, dkimKeyState, type DkimKeyRow } from '../store/dkim-key-state';
import type { NewDkimKey } from '../store/mint-keys';

export interface DkimKeysRepository {
  /** @returns false when others came before, or the domain is verified no more */
  add(domain: DomainName, keys: readonly NewDkimKey[], at: Date): Promise<boolean>;
  /** A retired one, for good. */
  remove(key: Pick<DkimKeyRow, 'id'>): Promise<void>;
}

export function createDkimKeysRepository(prisma: ApiGatewayView): DkimKeysRepository {
  return {
    add: async (domain, keys, at) => {
      try {
        return await prisma.$transaction((tx) => addKeys(tx, domain, { keys, at }));
      } catch (error) {
        // Another replica has made keys of the same names.
        if (isUniqueViolation(error)) return false;
        throw error;
      }
    },
    remove: async ({ id }) => {
      await prisma.dkimKey.deleteMany({ where: { id, active: false, retiredAt: { not: null } } });
    },
  };
}

type Transaction = Pick<ApiGatewayView, 'domain' | 'dkimKey' | 'auditEntry'>;

async function addKeys(
  tx: Transaction,
  { organizationId, id }: DomainName,
  { keys, at }: { readonly keys: readonly NewDkimKey[]; readonly at: Date },
): Promise<boolean> {
  if (!(await lockRow(tx, 'domain', { id, organizationId, status: 'verified' }))) return false;
  const known = await tx.dkimKey.findMany({
    where: { domainId: id },
    select: { algorithm: true, active: true, retiredAt: true },
  });
  if (known.some((key) => isRsa(key) && dkimKeyState(key) === 'pending')) return false;
  // An Ed25519 key whose record was never published.
  const unused = { domainId: id, active: false, retiredAt: null };
  await tx.dkimKey.updateMany({ where: unused, data: { retiredAt: at } });
  await tx.dkimKey.createMany({ data: keys.map((key) => ({ ...key, domainId: id, createdAt: at })) });
  await tx.domain.updateMany({ where: { id, organizationId }, data: { keyRotationRequestedAt: null } });
  await auditRotation(
    tx,
    { organizationId, id },
    { after: { pending: keys.map(({ selector }) => selector) } },
  );
  return true;
}
