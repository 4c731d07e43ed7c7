import { AppError } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import type { TopicResource } from '@postrider/contracts/topics';
import { isUniqueViolation, lockRow, type ApiGatewayView, type Prisma } from '@postrider/db';
import { recordAuditEntry, type Author, type Edit } from '../audit/record-audit-entry';
import type { PageStart } from '../paging/page';
import { newArchiveToken } from './archive-address';

export type TopicRow = Prisma.TopicGetPayload<{ select: typeof shown }>;

const shown = {
  id: true,
  slug: true,
  name: true,
  description: true,
  defaultOptIn: true,
  visibility: true,
  archive: true,
  archiveToken: true,
  createdAt: true,
} as const;

export interface NewTopic {
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly defaultOptIn: boolean;
  readonly visibility: TopicResource['visibility'];
  readonly archive: boolean;
}

export interface TopicName {
  readonly organizationId: string;
  readonly slug: string;
}

export interface TopicsRepository {
  /** @throws AppError `topic_exists` */
  create(organizationId: string, topic: NewTopic, author: Author): Promise<TopicRow>;
  find(topic: TopicName): Promise<TopicRow | null>;
  /** Those of the slugs that are topics. */
  findMany(organizationId: string, slugs: readonly string[]): Promise<TopicRow[]>;
  /** Up to `limit + 1` rows, newest first. */
  list(organizationId: string, page: PageStart): Promise<TopicRow[]>;
  /** @returns null when there is none */
  change(
    topic: TopicName,
    change: Partial<Omit<NewTopic, 'slug'>>,
    edit: Edit<TopicRow>,
  ): Promise<TopicRow | null>;
  /** With the choices that contacts made about it. @returns false when there was none @throws AppError `topic_in_use` */
  remove(topic: TopicName, author: Author): Promise<boolean>;
}

export function createTopicsRepository(prisma: ApiGatewayView): TopicsRepository {
  const namedBy = ({ organizationId, slug }: TopicName) => ({
    organizationId_slug: { organizationId, slug },
  });
  return {
    create: (organizationId, topic, author) =>
      prisma.$transaction(async (tx) => {
        const data = { ...topic, ...addressFor(topic, null), id: newId(), organizationId };
        const row = await tx.topic.create({ data, select: shown }).catch(refuseTakenSlug);
        await recordAuditEntry(tx, {
          ...{ ...author, organizationId, action: 'topic.create', target: { type: 'topic', id: row.id } },
          after: describe(row),
        });
        return row;
      }),

    find: (topic) => prisma.topic.findUnique({ where: namedBy(topic), select: shown }),

    findMany: (organizationId, slugs) =>
      prisma.topic.findMany({ where: { organizationId, slug: { in: [...slugs] } }, select: shown }),

    list: (organizationId, { limit, beforeId }) =>
      prisma.topic.findMany({
        where: { organizationId, ...(beforeId !== null && { id: { lt: beforeId } }) },
        orderBy: { id: 'desc' },
        take: limit + 1,
        select: shown,
      }),

    change: (topic, change, { author, check }) =>
      prisma.$transaction(async (tx) => {
        const before = await lockTopic(tx, topic);
        if (before === null) return null;
        check(before);
        const data = { ...change, ...addressFor(change, before.archiveToken) };
        const row = await tx.topic.update({ where: namedBy(topic), data, select: shown });
        await recordAuditEntry(tx, {
          ...author,
          organizationId: topic.organizationId,
          action: 'topic.update',
          target: { type: 'topic', id: row.id },
          before: describe(before),
          after: describe(row),
        });
        return row;
      }),

    remove: (topic, author) =>
      prisma.$transaction(async (tx) => {
        const row = await lockTopic(tx, topic);
        if (row === null) return false;
        await requireUnused(tx, topic, row.id);
        await tx.topic.delete({ where: namedBy(topic), select: { id: true } });
        await recordAuditEntry(tx, {
          ...author,
          organizationId: topic.organizationId,
          action: 'topic.delete',
          target: { type: 'topic', id: row.id },
          before: describe(row),
        });
        return true;
      }),
  };
}

/** Under the lock, for which writing a broadcast or a form waits. Names of what uses it, so that it can be found. */
async function requireUnused(
  tx: Pick<ApiGatewayView, 'broadcast' | 'signupFormTopic' | 'automation'>,
  { organizationId, slug }: TopicName,
  topicId: string,
): Promise<void> {
  const broadcast = await tx.broadcast.findFirst({
    where: { organizationId, topicId },
    select: { id: true, name: true },
  });
  if (broadcast) throw inUse('The broadcast', broadcast);
  const use = await tx.signupFormTopic.findFirst({
    where: { topicId },
    select: { form: { select: { id: true, name: true } } },
  });
  if (use) throw inUse('The signup form', use.form);
  const automation = await tx.automation.findFirst({
    where: { organizationId, topics: { has: slug }, deletedAt: null },
    select: { id: true, name: true },
  });
  if (automation) throw inUse('A step of the automation', automation);
}

function inUse(what: string, { id, name }: { readonly id: string; readonly name: string }): AppError {
  return new AppError('topic_in_use', `${what} ${JSON.stringify(name)} (${id}) uses the topic.`);
}

async function lockTopic(
  tx: Pick<ApiGatewayView, 'topic'>,
  { organizationId, slug }: TopicName,
): Promise<TopicRow | null> {
  await lockRow(tx, 'topic', { organizationId, slug });
  return tx.topic.findFirst({ where: { organizationId, slug }, select: shown });
}

/** The first time that it has an archive; the address stays. */
function addressFor(
  { archive }: Partial<NewTopic>,
  archiveToken: string | null,
): { readonly archiveToken?: string } {
  return archive === true && archiveToken === null ? { archiveToken: newArchiveToken() } : {};
}

function refuseTakenSlug(error: unknown): never {
  if (isUniqueViolation(error)) throw new AppError('topic_exists');
  throw error;
}

function describe(row: TopicRow): Prisma.InputJsonObject {
  const { slug, name, description, defaultOptIn, visibility, archive } = row;
  return { slug, name, description, default_opt_in: defaultOptIn, visibility, archive };
}
