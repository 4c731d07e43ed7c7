import { AppError } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import type { SignupFormResource } from '@postrider/contracts/signup-forms';
import { lockRow, type ApiGatewayView, type Prisma } from '@postrider/db';
import { recordAuditEntry, type Author, type Edit } from '../audit/record-audit-entry';
import type { PageStart } from '../paging/page';

const shown = {
  id: true,
  name: true,
  domainId: true,
  fromHeader: true,
  replyTo: true,
  title: true,
  description: true,
  fields: true,
  redirectUrl: true,
  confirmationSubject: true,
  confirmationText: true,
  status: true,
  createdAt: true,
  updatedAt: true,
  topics: { select: { topic: { select: { slug: true } } }, orderBy: { topic: { slug: 'asc' } } },
} as const;

type StoredForm = Prisma.SignupFormGetPayload<{ select: typeof shown }>;

export interface SignupFormRow extends Omit<StoredForm, 'topics' | 'fields' | 'status'> {
  readonly topics: readonly string[];
  readonly fields: SignupFormResource['fields'];
  readonly status: SignupFormResource['status'];
}

const shownRequest = {
  id: true,
  email: true,
  firstName: true,
  lastName: true,
  topics: true,
  ipAddress: true,
  userAgent: true,
  messageId: true,
  contactId: true,
  createdAt: true,
  expiresAt: true,
  confirmedAt: true,
  confirmedIp: true,
} as const;

export type SignupRequestRow = Prisma.SignupRequestGetPayload<{ select: typeof shownRequest }>;

export interface NewSignupForm {
  readonly name: string;
  /** Of a domain that the author may send from. */
  readonly sender: { readonly domainId: string; readonly fromHeader: string };
  readonly replyTo: string | null;
  /** Slugs. */
  readonly topics: readonly string[];
  readonly title: string | null;
  readonly description: string | null;
  readonly fields: SignupFormResource['fields'];
  readonly redirectUrl: string | null;
  readonly confirmationSubject: string | null;
  readonly confirmationText: string | null;
  readonly status: SignupFormResource['status'];
}

export type SignupFormChange = { readonly [Field in keyof NewSignupForm]?: NewSignupForm[Field] | undefined };

/** A form as far as a key may see it. */
export interface SignupFormName {
  readonly organizationId: string;
  readonly id: string;
  /** Null: every domain. */
  readonly domainIds: readonly string[] | null;
}

type Forms = Omit<SignupFormName, 'id'>;

export interface SignupFormsRepository {
  /** @throws AppError `unknown_topic`, `unknown_domain` */
  create(organizationId: string, form: NewSignupForm, author: Author): Promise<SignupFormRow>;
  find(form: SignupFormName): Promise<SignupFormRow | null>;
  /** Up to `limit + 1` rows, newest first. */
  list(forms: Forms, page: PageStart): Promise<SignupFormRow[]>;
  /** Likewise. */
  listRequests(form: SignupFormName, page: PageStart): Promise<SignupRequestRow[]>;
  /** @returns null when there is none @throws AppError `unknown_topic`, `unknown_domain` */
  change(
    form: SignupFormName,
    change: SignupFormChange,
    edit: Edit<SignupFormRow>,
  ): Promise<SignupFormRow | null>;
  /** With its requests. @returns false when there was none */
  remove(form: SignupFormName, author: Author): Promise<boolean>;
}

export function createSignupFormsRepository(prisma: ApiGatewayView): SignupFormsRepository {
  return {
    create: (organizationId, form, author) =>
      prisma.$transaction((tx) => createForm(tx, organizationId, { form, author })),

    find: (form) => findForm(prisma, form),

    list: async (forms, { limit, beforeId }) => {
      const rows = await prisma.signupForm.findMany({
        where: { ...conditionOf(forms), ...(beforeId !== null && { id: { lt: beforeId } }) },
        orderBy: { id: 'desc' },
        take: limit + 1,
        select: shown,
      });
      return rows.map(readForm);
    },

    listRequests: ({ organizationId, id }, { limit, beforeId }) =>
      prisma.signupRequest.findMany({
        where: { formId: id, organizationId, ...(beforeId !== null && { id: { lt: beforeId } }) },
        orderBy: { id: 'desc' },
        take: limit + 1,
        select: shownRequest,
      }),

    change: (form, change, edit) => prisma.$transaction((tx) => changeForm(tx, form, { change, ...edit })),

    remove: (form, author) =>
      prisma.$transaction(async (tx) => {
        const { organizationId, id } = form;
        await lockRow(tx, 'signupForm', { organizationId, id });
        const row = await findForm(tx, form);
        if (row === null) return false;
        await tx.signupForm.delete({ where: { id, organizationId }, select: { id: true } });
        await recordAuditEntry(tx, {
          ...{ ...author, organizationId, action: 'signup_form.delete', target: { type: 'signup_form', id } },
          before: describe(row),
        });
        return true;
      }),
  };
}

type Transaction = Pick<ApiGatewayView, 'signupForm' | 'domain' | 'topic' | 'auditEntry'>;

async function findForm(
  tx: Pick<ApiGatewayView, 'signupForm'>,
  form: SignupFormName,
): Promise<SignupFormRow | null> {
  const row = await tx.signupForm.findFirst({ where: conditionOf(form), select: shown });
  return row && readForm(row);
}

async function createForm(
  tx: Transaction,
  organizationId: string,
  { form, author }: { readonly form: NewSignupForm; readonly author: Author },
): Promise<SignupFormRow> {
  const { sender, topics, ...fields } = form;
  await lockDomain(tx, organizationId, sender.domainId);
  const topicIds = await lockTopics(tx, organizationId, topics);
  const id = newId();
  const stored = await tx.signupForm.create({
    data: {
      ...{ ...fields, ...sender, id, organizationId, apiKeyId: author.actor.id },
      topics: { create: topicIds.map((topicId) => ({ topicId })) },
    },
    select: shown,
  });
  const row = readForm(stored);
  await recordAuditEntry(tx, {
    ...{ ...author, organizationId, action: 'signup_form.create', target: { type: 'signup_form', id } },
    after: describe(row),
  });
  return row;
}

async function changeForm(
  tx: Transaction,
  form: SignupFormName,
  { change, author, check }: Edit<SignupFormRow> & { readonly change: SignupFormChange },
): Promise<SignupFormRow | null> {
  const { organizationId, id } = form;
  const { sender, topics, ...fields } = change;
  if (sender) await lockDomain(tx, organizationId, sender.domainId);
  await lockRow(tx, 'signupForm', { organizationId, id });
  const before = await findForm(tx, form);
  if (before === null) return null;
  check(before);
  const topicIds = topics && (await lockTopics(tx, organizationId, topics));
  const stored = await tx.signupForm.update({
    where: { id, organizationId },
    data: {
      ...given(fields),
      ...sender,
      ...(topicIds && { topics: { deleteMany: {}, create: topicIds.map((topicId) => ({ topicId })) } }),
    },
    select: shown,
  });
  const row = readForm(stored);
  await recordAuditEntry(tx, {
    ...{ ...author, organizationId, action: 'signup_form.update', target: { type: 'signup_form', id } },
    before: describe(before),
    after: describe(row),
  });
  return row;
}

function conditionOf({ domainIds, ...form }: Forms | SignupFormName) {
  return { ...form, ...(domainIds !== null && { domainId: { in: [...domainIds] } }) };
}

/** Deleting the domain waits for this lock: either it sees the form, or this no longer finds the domain. */
async function lockDomain(
  tx: Pick<ApiGatewayView, 'domain'>,
  organizationId: string,
  id: string,
): Promise<void> {
  if (await lockRow(tx, 'domain', { organizationId, id, status: 'verified' })) return;
  throw new AppError('unknown_domain', 'The domain of `from` is being deleted.');
}

/** Likewise deleting a topic. In one order, so that there are no deadlocks. @throws AppError `unknown_topic` */
async function lockTopics(
  tx: Pick<ApiGatewayView, 'topic'>,
  organizationId: string,
  slugs: readonly string[],
): Promise<string[]> {
  const distinct = [...new Set(slugs)].sort();
  for (const slug of distinct) await lockRow(tx, 'topic', { organizationId, slug });
  const rows = await tx.topic.findMany({
    where: { organizationId, slug: { in: distinct } },
    select: { id: true, slug: true },
  });
  const unknown = distinct.filter((slug) => !rows.some((row) => row.slug === slug));
  if (unknown.length > 0)
    throw new AppError('unknown_topic', `There is no topic with the slug ${unknown.join(', ')}.`);
  return rows.map(({ id }) => id);
}

function readForm({ topics, fields, status, ...row }: StoredForm): SignupFormRow {
  return {
    ...row,
    topics: topics.map(({ topic }) => topic.slug),
    // By the column's CHECK, and by what the API takes.
    fields: fields as SignupFormRow['fields'],
    status: status as SignupFormRow['status'],
  };
}

/** Without absent fields: to Prisma's types, undefined is a value. */
function given<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Fields]: Exclude<Fields[Name], undefined> };
}

function describe(row: SignupFormRow): Prisma.InputJsonObject {
  return {
    name: row.name,
    from: row.fromHeader,
    reply_to: row.replyTo,
    topics: [...row.topics],
    title: row.title,
    description: row.description,
    fields: [...row.fields],
    redirect_url: row.redirectUrl,
    confirmation_subject: row.confirmationSubject,
    confirmation_text: row.confirmationText,
    status: row.status,
  };
}
