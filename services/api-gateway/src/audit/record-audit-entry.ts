import { newId, type AuditAction, type AuditTarget, type Principal } from '@postrider/contracts';
import { auditValues, Prisma, type ApiGatewayView } from '@postrider/db';

/** A management write, as the audit log keeps it. `before` and `after` hold no secrets. */
export interface AuditEntry {
  readonly organizationId: string;
  readonly keyId: string;
  readonly action: AuditAction;
  readonly target: AuditTarget;
  readonly before?: Prisma.InputJsonObject;
  readonly after?: Prisma.InputJsonObject;
  readonly requestId: string;
}

/** Who writes, and by which request. */
export type Author = Pick<AuditEntry, 'keyId' | 'requestId'>;

export function authorOf({
  principal,
  requestId,
}: {
  readonly principal: Principal;
  readonly requestId: string;
}): Author {
  return { keyId: principal.keyId, requestId };
}

/** What follows for an organization from another's request: neither its key nor its name stands in the log. */
export async function recordSystemEntry(
  tx: Pick<ApiGatewayView, 'auditEntry'>,
  entry: Omit<AuditEntry, 'keyId' | 'requestId' | 'before' | 'after'> & {
    readonly actorName: string;
    readonly before: Prisma.InputJsonObject;
    readonly after: Prisma.InputJsonObject;
  },
): Promise<void> {
  const { organizationId, actorName, action, target, before, after } = entry;
  await tx.auditEntry.create({
    data: {
      ...{ id: newId(), organizationId, actorType: 'system', actorName, action, before, after },
      targetType: target.type,
      targetId: target.id,
    },
  });
}

/** In the transaction of the write itself: neither exists without the other. */
export async function recordAuditEntry(
  tx: Pick<ApiGatewayView, 'auditEntry' | 'apiKey'>,
  entry: AuditEntry,
): Promise<void> {
  const { organizationId, keyId, action, target, requestId } = entry;
  const [before, after] = [auditValues(entry.before), auditValues(entry.after)];
  // By id alone: what a partner does to a client stands in the client's log under the partner's key.
  const actor = await tx.apiKey.findUnique({ where: { id: keyId }, select: { name: true } });
  await tx.auditEntry.create({
    data: {
      id: newId(),
      organizationId,
      actorType: 'key',
      actorId: keyId,
      actorName: actor?.name ?? null,
      action,
      targetType: target.type,
      targetId: target.id,
      before: (before as Prisma.InputJsonObject | undefined) ?? Prisma.DbNull,
      after: (after as Prisma.InputJsonObject | undefined) ?? Prisma.DbNull,
      requestId,
    },
  });
}
