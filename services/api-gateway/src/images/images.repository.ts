import { createHash } from 'node:crypto';
import { AppError } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import { imageTypes, type ImageType } from '@postrider/contracts/images';
import { lockRow, type ApiGatewayDatabase, type ApiGatewayView, type Prisma } from '@postrider/db';
import { recordAuditEntry, type Author } from '../audit/record-audit-entry';
import type { PageStart } from '../paging/page';
import { createBinder, search, type Found, type Search } from '../paging/search';
import { findImageUse } from './image-uses.repository';
import type { ProcessedImage } from './process-image.task';

export type ImageRow = Prisma.ImageGetPayload<{ select: typeof shown }>;

/** All but the content. */
const shown = {
  id: true,
  name: true,
  alt: true,
  fileName: true,
  contentType: true,
  width: true,
  height: true,
  animated: true,
  bytes: true,
  createdAt: true,
} as const;

export interface NewImage extends Pick<ImageRow, 'name' | 'alt'> {
  readonly file: Extract<ProcessedImage, { ok: true }>;
}

export interface ImageName {
  readonly organizationId: string;
  readonly id: string;
}

export interface ImagesRepository {
  /**
   * One that has the same content is returned as it is.
   * @param storageBytesMax of all images of the organization; null: no limit
   * @throws AppError `plan_limit`
   */
  create(
    organizationId: string,
    image: NewImage,
    by: { readonly author: Author; readonly storageBytesMax: number | null },
  ): Promise<{ readonly row: ImageRow; readonly isNew: boolean }>;
  find(image: ImageName): Promise<ImageRow | null>;
  /** Newest first. */
  list(organizationId: string, page: PageStart, text: string | undefined): Promise<Found<ImageRow>>;
  /** @returns null when there is none */
  change(
    image: ImageName,
    change: Partial<Pick<ImageRow, 'name' | 'alt'>>,
    author: Author,
  ): Promise<ImageRow | null>;
  /** @returns false when there was none @throws AppError `image_in_use` */
  remove(image: ImageName, author: Author): Promise<boolean>;
}

type Transaction = Pick<ApiGatewayView, 'organization' | 'image' | 'auditEntry'>;

export function createImagesRepository({ prisma, pool }: ApiGatewayDatabase): ImagesRepository {
  return {
    create: (organizationId, image, by) =>
      prisma.$transaction((tx) => insertImage(tx, organizationId, { image, ...by })),

    find: (where) => prisma.image.findFirst({ where, select: shown }),

    list: (organizationId, page, text) => search(pool, imageSearch(organizationId, page, text)),

    change: (where, data, author) =>
      prisma.$transaction(async (tx) => {
        await lockRow(tx, 'image', where);
        const before = await tx.image.findFirst({ where, select: shown });
        if (before === null) return null;
        const row = await tx.image.update({ where, data, select: shown });
        const states = { before: describe(before), after: describe(row) };
        await record(tx, where, { ...author, action: 'image.update', ...states });
        return row;
      }),

    remove: async (where, author) => {
      const found = await prisma.image.findFirst({ where, select: { fileName: true } });
      if (found === null) return false;
      const { organizationId } = where;
      const use = await findImageUse(pool, { organizationId, fileName: found.fileName });
      if (use !== null) throw new AppError('image_in_use', `${use} uses the image.`);
      return prisma.$transaction(async (tx) => {
        await lockRow(tx, 'image', where);
        const row = await tx.image.findFirst({ where, select: shown });
        if (row === null) return false;
        await tx.image.delete({ where, select: { id: true } });
        await record(tx, where, { ...author, action: 'image.delete', before: describe(row) });
        return true;
      });
    },
  };
}

const columns = `c.id, c.name, c.alt, c.file_name AS "fileName", c.content_type AS "contentType", c.width, c.height,
  c.animated, c.bytes, c.created_at AS "createdAt"`;

function imageSearch(
  organizationId: string,
  { limit, beforeId }: PageStart,
  text: string | undefined,
): Search {
  const bind = createBinder();
  const driven = [`organization_id = ${bind.value('organization', organizationId, 'uuid')}`];
  if (beforeId !== null) driven.push(`id < ${bind.value('before', beforeId, 'uuid')}`);
  const candidateValues = bind.values.length;
  const filters = [];
  if (text !== undefined) {
    const wanted = bind.value('text', text.toLowerCase(), 'text');
    filters.push(
      `(position(${wanted} IN lower(c.name)) > 0 OR position(${wanted} IN lower(coalesce(c.alt, ''))) > 0)`,
    );
  }
  return {
    candidates: (rowsMax) =>
      `SELECT * FROM images WHERE ${driven.join(' AND ')} ORDER BY id DESC LIMIT ${rowsMax}`,
    ...{ filters, columns, limit, values: bind.values, candidateValues },
  };
}

async function insertImage(
  tx: Transaction,
  organizationId: string,
  {
    image: { file, ...named },
    author,
    storageBytesMax,
  }: { readonly image: NewImage; readonly author: Author; readonly storageBytesMax: number | null },
): Promise<{ row: ImageRow; isNew: boolean }> {
  // Two uploads at once would both see room for one more.
  await lockRow(tx, 'organization', { id: organizationId });
  const { content, contentType, width, height, animated } = file;
  const fileName = fileNameOf(organizationId, { content, contentType });
  const same = await tx.image.findFirst({ where: { organizationId, fileName }, select: shown });
  if (same !== null) return { row: same, isNew: false };
  const bytes = content.length;
  if (storageBytesMax !== null) {
    const stored = await tx.image.aggregate({ where: { organizationId }, _sum: { bytes: true } });
    if ((stored._sum.bytes ?? 0) + bytes > storageBytesMax) throw tooManyBytes(storageBytesMax);
  }
  const shape = { contentType, width, height, animated, bytes };
  const row = await tx.image.create({
    data: { id: newId(), organizationId, ...named, fileName, ...shape, content },
    select: shown,
  });
  const name = { organizationId, id: row.id };
  await record(tx, name, { ...author, action: 'image.create', after: describe(row) });
  return { row, isNew: true };
}

function tooManyBytes(storageBytesMax: number): AppError {
  const megabytes = (storageBytesMax / 1_000_000).toLocaleString('en-US');
  return new AppError(
    'plan_limit',
    `The plan allows ${megabytes} MB of images. Delete images that no email needs, or ask the operator for another plan.`,
  );
}

/** Says what is in it and nothing more: it never names another image, and cannot be guessed without the content. */
function fileNameOf(
  organizationId: string,
  { content, contentType }: { readonly content: Uint8Array; readonly contentType: ImageType },
): string {
  const hash = createHash('sha256').update(organizationId).update(content).digest('hex').slice(0, 32);
  return `${hash}.${imageTypes[contentType]}`;
}

async function record(
  tx: Pick<ApiGatewayView, 'auditEntry'>,
  { organizationId, id }: ImageName,
  entry: Author & {
    readonly action: 'image.create' | 'image.update' | 'image.delete';
    readonly before?: Prisma.InputJsonObject;
    readonly after?: Prisma.InputJsonObject;
  },
): Promise<void> {
  await recordAuditEntry(tx, { ...entry, organizationId, target: { type: 'image', id } });
}

function describe({ name, alt, fileName, bytes }: ImageRow): Prisma.InputJsonObject {
  return { name, alt, file_name: fileName, bytes };
}
