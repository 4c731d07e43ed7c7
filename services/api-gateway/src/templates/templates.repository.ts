import { createHash } from 'node:crypto';
import type { AuditVerb } from '@postrider/contracts/audit';
import { AppError } from '@postrider/contracts/errors';
import { isId, newId } from '@postrider/contracts/ids';
import type { EmailDocument } from '@postrider/contracts/email-documents';
import type { TemplateStatus, TemplateVariable } from '@postrider/contracts/templates';
import {
  isUniqueViolation,
  lockRow,
  jsonNull,
  type Prisma,
  type ApiGatewayView,
  type ApiGatewayDatabase,
} from '@postrider/db';
import type { TemplateSource } from '@postrider/templating';
import { recordAuditEntry, type Author } from '../audit/record-audit-entry';
import type { PageStart } from '../paging/page';
import { createBinder, search, type Found, type Search } from '../paging/search';

const listed = {
  id: true,
  slug: true,
  name: true,
  status: true,
  currentVersion: true,
  publishedAt: true,
  createdAt: true,
  updatedAt: true,
} as const;
const shown = {
  ...listed,
  organizationId: true,
  subject: true,
  document: true,
  html: true,
  text: true,
  variables: true,
} as const;

/** Without subject, bodies and variables, which may be a megabyte each. */
export type SummaryRow = Prisma.TemplateGetPayload<{ select: typeof listed }>;
export type TemplateRow = Prisma.TemplateGetPayload<{ select: typeof shown }>;

export interface TemplateFields {
  readonly slug: string;
  readonly name: string;
  readonly subject: string | null;
  readonly document: EmailDocument | null;
  readonly html: string | null;
  readonly text: string | null;
  readonly variables: readonly TemplateVariable[];
}

/** A template by its id or its slug; a slug never looks like an id. */
export interface TemplateName {
  readonly organizationId: string;
  readonly idOrSlug: string;
}

/** What a change does to a template; may refuse by throwing, which undoes everything. */
export interface TemplateChange {
  readonly action: AuditVerb<'template'>;
  readonly data: Prisma.TemplateUpdateInput;
  /** Called with the locked row before the change. */
  readonly check?: (before: TemplateRow) => void;
  /** Called with the locked row after the change. */
  readonly publish?: (row: TemplateRow) => TemplateSource;
}

export interface TemplatesRepository {
  /** @throws AppError `slug_taken` */
  create(organizationId: string, fields: TemplateFields, author: Author): Promise<TemplateRow>;
  find(name: TemplateName): Promise<TemplateRow | null>;
  /** The published version of that number. */
  findVersion(template: TemplateRow, number: number): Promise<TemplateSource | null>;
  /** Newest first. */
  list(
    organizationId: string,
    page: PageStart,
    status: TemplateStatus | undefined,
  ): Promise<Found<SummaryRow>>;
  /** @returns the row after the change, null when there is none. @throws AppError `slug_taken` */
  change(name: TemplateName, change: TemplateChange, author: Author): Promise<TemplateRow | null>;
}

type Transaction = Pick<ApiGatewayView, 'template' | 'templateVersion' | 'auditEntry'>;

export function createTemplatesRepository({ prisma, pool }: ApiGatewayDatabase): TemplatesRepository {
  return {
    create: (organizationId, fields, author) =>
      orTaken(prisma.$transaction((tx) => insertTemplate(tx, organizationId, { fields, author }))),

    find: (name) => prisma.template.findFirst({ where: whereNamed(name), select: shown }),

    findVersion: async ({ id, organizationId }, number) => {
      const row = await prisma.templateVersion.findFirst({
        where: { templateId: id, organizationId, number },
        select: { subject: true, html: true, text: true, variables: true },
      });
      return row as TemplateSource | null;
    },

    list: (organizationId, page, status) => search(pool, templateSearch(organizationId, page, status)),

    change: (name, change, author) =>
      orTaken(prisma.$transaction((tx) => changeTemplate(tx, name, { change, author }))),
  };
}

const columns = `c.id, c.slug, c.name, c.status, c.current_version AS "currentVersion",
  c.published_at AS "publishedAt", c.created_at AS "createdAt", c.updated_at AS "updatedAt"`;

function templateSearch(
  organizationId: string,
  { limit, beforeId }: PageStart,
  status: TemplateStatus | undefined,
): Search {
  const bind = createBinder();
  const driven = [`organization_id = ${bind.value('organization', organizationId, 'uuid')}`];
  if (beforeId !== null) driven.push(`id < ${bind.value('before', beforeId, 'uuid')}`);
  const candidateValues = bind.values.length;
  const filters = status === undefined ? [] : [`c.status = ${bind.value('status', status, 'text')}`];
  return {
    candidates: (rowsMax) =>
      `SELECT * FROM templates WHERE ${driven.join(' AND ')} ORDER BY id DESC LIMIT ${rowsMax}`,
    ...{ filters, columns, limit, values: bind.values, candidateValues },
  };
}

async function insertTemplate(
  tx: Transaction,
  organizationId: string,
  { fields, author }: { readonly fields: TemplateFields; readonly author: Author },
): Promise<TemplateRow> {
  const json = {
    document: fields.document === null ? jsonNull() : (fields.document as Prisma.InputJsonObject),
    variables: fields.variables as unknown as Prisma.InputJsonArray,
  };
  const row = await tx.template.create({
    data: { ...fields, ...json, id: newId(), organizationId },
    select: shown,
  });
  await recordAuditEntry(tx, {
    ...author,
    organizationId,
    action: 'template.create',
    target: { type: 'template', id: row.id },
    after: describeTemplate(row),
  });
  return row;
}

async function changeTemplate(
  tx: Transaction,
  name: TemplateName,
  { change, author }: { readonly change: TemplateChange; readonly author: Author },
): Promise<TemplateRow | null> {
  const { organizationId, idOrSlug } = name;
  // Of two publications at once, the second counts on from the first.
  await lockRow(tx, 'template', {
    organizationId,
    ...(isId(idOrSlug) ? { id: idOrSlug } : { slug: idOrSlug }),
  });
  const before = await tx.template.findFirst({ where: whereNamed(name), select: shown });
  if (before === null) return null;
  change.check?.(before);
  const where = { id: before.id, organizationId };
  const row = await tx.template.update({ where, data: change.data, select: shown });
  const source = change.publish?.(row);
  const auditEntryId = await recordAuditEntry(tx, {
    ...author,
    organizationId: row.organizationId,
    action: `template.${change.action}`,
    target: { type: 'template', id: row.id },
    before: describeTemplate(before),
    after: describeTemplate(row),
  });
  if (source !== undefined) await insertVersion(tx, row, { source, auditEntryId });
  return row;
}

async function insertVersion(
  tx: Transaction,
  row: TemplateRow,
  { source, auditEntryId }: { readonly source: TemplateSource; readonly auditEntryId: string },
): Promise<void> {
  await tx.templateVersion.create({
    data: {
      ...source,
      document: (row.document as Prisma.InputJsonObject | null) ?? jsonNull(),
      auditEntryId,
      variables: source.variables as unknown as Prisma.InputJsonArray,
      id: newId(),
      templateId: row.id,
      organizationId: row.organizationId,
      number: row.currentVersion,
    },
  });
}

function whereNamed({ organizationId, idOrSlug }: TemplateName): Prisma.TemplateWhereInput {
  return isId(idOrSlug) ? { organizationId, id: idOrSlug } : { organizationId, slug: idOrSlug };
}

/** For the audit log: bodies by their digest, since it is kept for good and tells who changed them, not to what. */
function describeTemplate(row: TemplateRow): Prisma.InputJsonObject {
  const { slug, name, status, currentVersion, subject, html, text, variables } = row;
  return {
    slug,
    name,
    status,
    current_version: currentVersion,
    subject,
    html_sha256: digest(html),
    text_sha256: digest(text),
    variables,
  };
}

function digest(body: string | null): string | null {
  return body === null ? null : createHash('sha256').update(body).digest('hex');
}

/** Of a template's unique columns only the slug is a caller's choice. @throws AppError `slug_taken` */
async function orTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isUniqueViolation(error))
      throw new AppError('slug_taken', 'Another template already uses this slug.');
    throw error;
  }
}
