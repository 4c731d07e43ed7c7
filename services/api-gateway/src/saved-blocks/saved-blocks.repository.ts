import type { DocumentBlock } from '@postrider/contracts/email-documents';
import { AppError } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import { savedBlockLimits } from '@postrider/contracts/saved-blocks';
import { lockRow, type ApiGatewayView, type Prisma } from '@postrider/db';
import { recordAuditEntry, type Author } from '../audit/record-audit-entry';
import type { PageStart } from '../paging/page';

const summary = { id: true, name: true, createdAt: true, updatedAt: true } as const;
const shown = { ...summary, blocks: true } as const;

export type SavedBlockSummaryRow = Prisma.SavedBlockGetPayload<{ select: typeof summary }>;
export type SavedBlockRow = Prisma.SavedBlockGetPayload<{ select: typeof shown }>;

export interface NewSavedBlock {
  readonly name: string;
  readonly blocks: readonly DocumentBlock[];
}

export interface SavedBlockName {
  readonly organizationId: string;
  readonly id: string;
}

export interface SavedBlocksRepository {
  /** @throws AppError `plan_limit` */
  create(organizationId: string, saved: NewSavedBlock, author: Author): Promise<SavedBlockRow>;
  find(saved: SavedBlockName): Promise<SavedBlockRow | null>;
  /** Up to `limit + 1` rows, newest first. */
  list(organizationId: string, page: PageStart): Promise<SavedBlockSummaryRow[]>;
  /** @returns null when there is none */
  change(
    saved: SavedBlockName,
    change: Partial<NewSavedBlock>,
    author: Author,
  ): Promise<SavedBlockRow | null>;
  /** @returns false when there was none */
  remove(saved: SavedBlockName, author: Author): Promise<boolean>;
}

export function createSavedBlocksRepository(prisma: ApiGatewayView): SavedBlocksRepository {
  return {
    create: (organizationId, { name, blocks }, author) =>
      prisma.$transaction(async (tx) => {
        // Two at once would both see room for one more.
        await lockRow(tx, 'organization', { id: organizationId });
        const saved = await tx.savedBlock.count({ where: { organizationId } });
        if (saved >= savedBlockLimits.savedMax) throw tooManySaved();
        const row = await tx.savedBlock.create({
          data: { id: newId(), organizationId, name, blocks: stored(blocks) },
          select: shown,
        });
        const after = { name: row.name };
        await record(tx, { organizationId, id: row.id }, { ...author, action: 'saved_block.create', after });
        return row;
      }),

    find: (where) => prisma.savedBlock.findFirst({ where, select: shown }),

    list: (organizationId, { limit, beforeId }) =>
      prisma.savedBlock.findMany({
        where: { organizationId, ...(beforeId !== null && { id: { lt: beforeId } }) },
        orderBy: { id: 'desc' },
        take: limit + 1,
        select: summary,
      }),

    change: (where, { name, blocks }, author) =>
      prisma.$transaction(async (tx) => {
        await lockRow(tx, 'savedBlock', where);
        const before = await tx.savedBlock.findFirst({ where, select: summary });
        if (before === null) return null;
        const data = { ...(name !== undefined && { name }), ...(blocks && { blocks: stored(blocks) }) };
        const row = await tx.savedBlock.update({ where, data, select: shown });
        const states = { before: { name: before.name }, after: { name: row.name } };
        await record(tx, where, { ...author, action: 'saved_block.update', ...states });
        return row;
      }),

    remove: (where, author) =>
      prisma.$transaction(async (tx) => {
        await lockRow(tx, 'savedBlock', where);
        const before = await tx.savedBlock.findFirst({ where, select: summary });
        if (before === null) return false;
        await tx.savedBlock.delete({ where, select: { id: true } });
        const states = { before: { name: before.name } };
        await record(tx, where, { ...author, action: 'saved_block.delete', ...states });
        return true;
      }),
  };
}

const stored = (blocks: readonly DocumentBlock[]) => blocks as unknown as Prisma.InputJsonArray;

function tooManySaved(): AppError {
  return new AppError(
    'plan_limit',
    `An organization can have ${savedBlockLimits.savedMax} saved blocks. Delete those that you no longer need.`,
  );
}

async function record(
  tx: Pick<ApiGatewayView, 'auditEntry'>,
  { organizationId, id }: SavedBlockName,
  entry: Author & {
    readonly action: 'saved_block.create' | 'saved_block.update' | 'saved_block.delete';
    readonly before?: Prisma.InputJsonObject;
    readonly after?: Prisma.InputJsonObject;
  },
): Promise<void> {
  await recordAuditEntry(tx, { ...entry, organizationId, target: { type: 'saved_block', id } });
}
