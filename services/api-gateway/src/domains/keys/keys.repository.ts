import {
  insertAuditEntryWithin,
  isUniqueViolation,
  lockRow,
  type ApiGatewayView,
  type Prisma,
} from '@postrider/db';
import type { DomainRow } from '../store/domain-row';
import type { DomainName } from '../store/domains.repository';
import { isRsa, stateOf, type DkimKeyRow } from './dkim-key-state';
import type { NewDkimKey } from './mint-keys';
import type { KeyChanges } from './plan-rotation';

export interface KeysRepository {
  /** @returns false when others came before, or the domain is verified no more */
  add(domain: DomainName, keys: readonly NewDkimKey[], at: Date): Promise<boolean>;
  /** A retired one, for good. */
  remove(key: Pick<DkimKeyRow, 'id'>): Promise<void>;
}

const actor = { type: 'system', name: 'key rotation' } as const;

export function createKeysRepository(prisma: ApiGatewayView): KeysRepository {
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
  if (known.some((key) => isRsa(key) && stateOf(key) === 'pending')) return false;
  // One of Ed25519 whose record nobody has published.
  const unused = { domainId: id, active: false, retiredAt: null };
  await tx.dkimKey.updateMany({ where: unused, data: { retiredAt: at } });
  await tx.dkimKey.createMany({ data: keys.map((key) => ({ ...key, domainId: id, createdAt: at })) });
  await tx.domain.updateMany({ where: { id, organizationId }, data: { keyRotationRequestedAt: null } });
  await audit(tx, { organizationId, id }, { after: { pending: keys.map(({ selector }) => selector) } });
  return true;
}

/** Within the transaction that writes down what a verification run has found. */
export async function writeKeyChanges(
  tx: Pick<ApiGatewayView, 'dkimKey' | 'auditEntry'>,
  domain: Pick<DomainRow, 'id' | 'organizationId'>,
  { seen, lost, activated, retired, at }: KeyChanges & { readonly at: Date },
): Promise<void> {
  const write = async (keys: readonly DkimKeyRow[], data: Prisma.DkimKeyUpdateManyMutationInput) => {
    if (keys.length === 0) return;
    const where = { domainId: domain.id, id: { in: keys.map(({ id }) => id) } };
    await tx.dkimKey.updateMany({ where, data });
  };
  await write(seen, { verifiedAt: at });
  await write(lost, { verifiedAt: null, active: false });
  await write(retired, { active: false, retiredAt: at });
  await write(activated, { active: true, activatedAt: at });
  if (activated.length === 0) return;
  const selectors = (keys: readonly DkimKeyRow[]) => keys.map(({ selector }) => selector);
  await audit(tx, domain, {
    before: { active: selectors(retired) },
    after: { active: selectors(activated) },
  });
}

async function audit(
  tx: Pick<ApiGatewayView, 'auditEntry'>,
  { organizationId, id }: DomainName,
  change: { readonly before?: Prisma.InputJsonObject; readonly after: Prisma.InputJsonObject },
): Promise<void> {
  const target = { type: 'domain', id } as const;
  await insertAuditEntryWithin(tx, {
    organizationId,
    actor,
    action: 'domain.rotate_keys',
    target,
    ...change,
  });
}
