import { newId } from '@postrider/contracts';
import { Prisma, type ApiGatewayView } from '@postrider/db';

/** A management write, as the audit log keeps it. `before` and `after` hold no secrets. */
export interface AuditEntry {
  readonly organizationId: string;
  readonly keyId: string;
  /** For example `webhook.create`. */
  readonly action: string;
  readonly target: { readonly type: string; readonly id: string };
  readonly before?: Prisma.InputJsonObject;
  readonly after?: Prisma.InputJsonObject;
  readonly requestId: string;
}

/** In the transaction of the write itself: neither exists without the other. */
export async function recordAuditEntry(
  tx: Pick<ApiGatewayView, 'auditEntry'>,
  entry: AuditEntry,
): Promise<void> {
  const { organizationId, keyId, action, target, before, after, requestId } = entry;
  await tx.auditEntry.create({
    data: {
      id: newId(),
      organizationId,
      actorType: 'key',
      actorId: keyId,
      action,
      targetType: target.type,
      targetId: target.id,
      before: before ?? Prisma.DbNull,
      after: after ?? Prisma.DbNull,
      requestId,
    },
  });
}
