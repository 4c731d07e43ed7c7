import { isId } from '@postrider/contracts';
import type { ApiGatewayView, Prisma } from '@postrider/db';
import type { PageStart } from '../paging/page';

export type AuditRow = Prisma.AuditEntryGetPayload<object>;

export interface AuditFilter {
  readonly action?: string | undefined;
  /** Id of who did it, or a type of actors. */
  readonly actor?: string | undefined;
  /** Id of what it was done to, or its type. */
  readonly target?: string | undefined;
  /** Both ends belong to the range. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

export interface AuditLogRepository {
  /** Up to `limit + 1` entries, newest first. */
  list(organizationId: string, page: PageStart, filter: AuditFilter): Promise<AuditRow[]>;
}

export function createAuditLogRepository(prisma: ApiGatewayView): AuditLogRepository {
  return {
    list: (organizationId, { limit, beforeId }, filter) =>
      prisma.auditEntry.findMany({
        where: {
          organizationId,
          ...(beforeId !== null && { id: { lt: beforeId } }),
          ...conditionsOf(filter),
        },
        orderBy: { id: 'desc' },
        take: limit + 1,
      }),
  };
}

function conditionsOf({ action, actor, target, since, until }: AuditFilter): Prisma.AuditEntryWhereInput {
  return {
    ...(action !== undefined && { action }),
    ...(actor !== undefined && (isId(actor) ? { actorId: actor } : { actorType: actor })),
    ...(target !== undefined && { OR: [{ targetId: target }, { targetType: target }] }),
    createdAt: {
      ...(since !== undefined && { gte: new Date(since) }),
      ...(until !== undefined && { lte: new Date(until) }),
    },
  };
}
