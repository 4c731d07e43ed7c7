import type { SegmentCount } from '@postrider/audiences';
import { AppError } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import type { SegmentFilter } from '@postrider/contracts/segments';
import { lockRow, type ApiGatewayView, type Prisma } from '@postrider/db';
import { recordAuditEntry, type Author, type Edit } from '../audit/record-audit-entry';
import type { PageStart } from '../paging/page';

export type SegmentRow = Prisma.SegmentGetPayload<{ select: typeof shown }>;

const shown = {
  ...{ id: true, name: true, filter: true, createdAt: true },
  ...{ contactCount: true, countedAt: true },
} as const;

export interface SegmentFields {
  readonly name: string;
  readonly filter: SegmentFilter;
}

export interface SegmentName {
  readonly organizationId: string;
  readonly id: string;
}

export interface SegmentsRepository {
  create(organizationId: string, fields: SegmentFields, author: Author): Promise<SegmentRow>;
  find(segment: SegmentName): Promise<SegmentRow | null>;
  /** Up to `limit + 1` rows, newest first. */
  list(organizationId: string, page: PageStart): Promise<SegmentRow[]>;
  /** @returns null when there is none */
  change(
    segment: SegmentName,
    change: Partial<SegmentFields>,
    edit: Edit<SegmentRow>,
  ): Promise<SegmentRow | null>;
  /** For the filter that was counted; a count of an earlier time is not stored over it. */
  storeCount(segment: SegmentName, counted: Pick<SegmentRow, 'filter'>, count: SegmentCount): Promise<void>;
  /** @returns false when there was none @throws AppError `segment_in_use` */
  remove(segment: SegmentName, author: Author): Promise<boolean>;
}

export function createSegmentsRepository(prisma: ApiGatewayView): SegmentsRepository {
  return {
    create: (organizationId, fields, author) =>
      prisma.$transaction(async (tx) => {
        const row = await tx.segment.create({
          data: { ...fields, id: newId(), organizationId },
          select: shown,
        });
        await recordAuditEntry(tx, {
          ...{ ...author, organizationId, action: 'segment.create', target: { type: 'segment', id: row.id } },
          after: describe(row),
        });
        return row;
      }),

    find: (segment) => prisma.segment.findFirst({ where: segment, select: shown }),

    list: (organizationId, { limit, beforeId }) =>
      prisma.segment.findMany({
        where: { organizationId, ...(beforeId !== null && { id: { lt: beforeId } }) },
        orderBy: { id: 'desc' },
        take: limit + 1,
        select: shown,
      }),

    change: ({ organizationId, id }, change, { author, check }) =>
      prisma.$transaction(async (tx) => {
        const before = await lockSegment(tx, { organizationId, id });
        if (before === null) return null;
        check(before);
        const row = await tx.segment.update({
          where: { id, organizationId },
          data: { ...change, ...(change.filter !== undefined && { contactCount: null, countedAt: null }) },
          select: shown,
        });
        await recordAuditEntry(tx, {
          ...{ ...author, organizationId, action: 'segment.update', target: { type: 'segment', id } },
          before: describe(before),
          after: describe(row),
        });
        return row;
      }),

    storeCount: (segment, counted, count) => storeCount(prisma, segment, { ...counted, ...count }),

    remove: ({ organizationId, id }, author) =>
      prisma.$transaction(async (tx) => {
        const row = await lockSegment(tx, { organizationId, id });
        if (row === null) return false;
        await requireUnused(tx, { organizationId, id });
        await tx.segment.delete({ where: { id, organizationId }, select: { id: true } });
        await recordAuditEntry(tx, {
          ...{ ...author, organizationId, action: 'segment.delete', target: { type: 'segment', id } },
          before: describe(row),
        });
        return true;
      }),
  };
}

async function storeCount(
  prisma: ApiGatewayView,
  { organizationId, id }: SegmentName,
  { filter, count, countedAt }: Pick<SegmentRow, 'filter'> & SegmentCount,
): Promise<void> {
  const isNewer = { OR: [{ countedAt: null }, { countedAt: { lt: countedAt } }] };
  await prisma.segment.updateMany({
    where: { id, organizationId, filter: { equals: filter as Prisma.InputJsonValue }, ...isNewer },
    data: { contactCount: count, countedAt },
  });
}

/** Under the lock, for which writing an automation waits. */
async function requireUnused(
  tx: Pick<ApiGatewayView, 'automation'>,
  { organizationId, id }: SegmentName,
): Promise<void> {
  const automation = await tx.automation.findFirst({
    where: { organizationId, triggerSegmentId: id, deletedAt: null },
    select: { id: true, name: true },
  });
  if (automation === null) return;
  const { name } = automation;
  throw new AppError(
    'segment_in_use',
    `The automation ${JSON.stringify(name)} (${automation.id}) starts when a contact enters the segment.`,
  );
}

async function lockSegment(
  tx: Pick<ApiGatewayView, 'segment'>,
  { organizationId, id }: SegmentName,
): Promise<SegmentRow | null> {
  await lockRow(tx, 'segment', { organizationId, id });
  return tx.segment.findFirst({ where: { organizationId, id }, select: shown });
}

function describe({ name, filter }: SegmentRow): Prisma.InputJsonObject {
  return { name, filter };
}
