import { insertAuditEntryWithin, type ApiGatewayView, type Prisma } from '@postrider/db';
import type { DkimKeyRow } from '../store/dkim-key-state';
import type { DomainRow } from '../store/domain-row';
import type { DomainName } from '../store/domains.repository';
import type { KeyChanges } from './plan-rotation';

const actor = { type: 'system', name: 'key rotation' } as const;

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
  await auditRotation(tx, domain, {
    before: { active: selectors(retired) },
    after: { active: selectors(activated) },
  });
}

/** The platform is the author of every rotation, requested or not. */
export async function auditRotation(
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
