import type { Principal } from '@postrider/contracts/access';
import { changeEmailsRequest, emailChange, emailChangeMax, statusesOf } from '@postrider/contracts/emails';
import { AppError } from '@postrider/contracts/errors';
import { insertAuditEntry, type Pool } from '@postrider/db';
import type { CancelEmail } from '@postrider/submission';
import type { z } from 'zod';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route, type RouteRequest } from '../http/route';
import { emailFilterOf, type EmailFilter } from './email-filter';
import type { EmailsRepository } from './emails.repository';
import type { SendAgain } from './send-again';

type Body = z.infer<typeof changeEmailsRequest>;
type Request = RouteRequest<unknown, Body>;

interface ChangeOptions {
  readonly pool: Pool;
  readonly emails: EmailsRepository;
  readonly cancelEmail: CancelEmail;
  readonly sendAgain: SendAgain;
}

export function changeEmailsRoute(options: ChangeOptions): Route {
  return defineRoute({
    operationId: 'changeEmails',
    method: 'POST',
    path: '/emails/changes',
    access: { key: 'SEND' },
    testKeys: 'allowed',
    reservesQuota: true,
    body: changeEmailsRequest,
    summary: 'Change many emails',
    description: `Cancels the queued emails that match all filters, or sends failed ones again as new emails, newest first. With \`ids\`, only these. First count them with \`dry_run\`, then send the same request without it. Repeat both with \`next\` as \`after\` until it is null: a request counts 5,000 emails or changes ${emailChangeMax} at most. Emails accepted after \`until\` are never changed. Repeating a request is safe: a canceled email is no longer queued, and an email is sent again once for an \`idempotency_key\`. A test key changes test emails only. Emails that a review, an operator or a restoration holds can be canceled, but only the platform can release them. Recorded in the audit log.`,
    tag: 'Emails',
    success: { status: 200, schema: emailChange },
    errors: ['validation_error', 'unknown_domain'],
    handle: async (request) => {
      // Counts this request; emails that are sent again reserve their own quota.
      await request.quota.reserve([]);
      const { body } = request;
      const { results, next } = await (body.dry_run ? count(options, request) : change(options, request));
      return {
        status: 200,
        body: {
          object: 'email_change' as const,
          dry_run: body.dry_run,
          results: [...results].map(([result, emails]) => ({ result, emails })),
          next,
        },
      };
    },
  });
}

interface Done {
  readonly results: ReadonlyMap<string, number>;
  /** The id to go on before; null: nothing is left. */
  readonly next: string | null;
}

/** What a request may take, beside the page or the email that it has begun. */
const durationMaxMs = 5_000;
const countedPageMax = 500;
const countedPagesMax = 10;

async function count({ emails }: ChangeOptions, request: Request): Promise<Done> {
  const endMs = performance.now() + durationMaxMs;
  let matched = 0;
  let next = request.body.after ?? null;
  for (let page = 0; page < countedPagesMax && performance.now() < endMs; page += 1) {
    const found = await findPage(emails, request, { limit: countedPageMax, beforeId: next });
    matched += found.ids.length;
    next = found.next;
    if (next === null) break;
  }
  return { results: new Map(matched === 0 ? [] : [['matched', matched]]), next };
}

async function change(options: ChangeOptions, request: Request): Promise<Done> {
  const { body } = request;
  const endMs = performance.now() + durationMaxMs;
  const start = { limit: emailChangeMax, beforeId: body.after ?? null };
  const { ids, next } = await findPage(options.emails, request, start);
  if (body.change === 'cancel' && ids.length > 0) await recordCancel(options.pool, request, ids);
  const results = new Map<string, number>();
  // One after the other: other callers' emails wait for none of these.
  for (const [index, id] of ids.entries()) {
    const result = await changeOne(options, request, id);
    results.set(result, (results.get(result) ?? 0) + 1);
    if (performance.now() > endMs && index < ids.length - 1) return { results, next: id };
  }
  return { results, next };
}

async function findPage(
  emails: EmailsRepository,
  { principal, body }: Request,
  start: Pick<EmailFilter, 'limit' | 'beforeId'>,
): Promise<{ readonly ids: readonly string[]; readonly next: string | null }> {
  const mode = principal.mode === 'test' ? principal.mode : body.mode;
  const filter = {
    ...emailFilterOf({ ...body, mode }, principal, start),
    ids: body.ids,
    statuses: body.status === undefined ? statusesOf(body.change) : undefined,
  };
  const { rows, searchedTo } = await emails.list(principal.organization.id, filter);
  const ids = rows.slice(0, start.limit).map(({ id }) => id);
  return { ids, next: rows.length > start.limit ? (ids.at(-1) ?? null) : searchedTo };
}

/** @returns the result, or the code of the refusal */
async function changeOne(
  { cancelEmail, sendAgain }: ChangeOptions,
  { principal, body, quota, requestId }: Request,
  id: string,
): Promise<string> {
  if (body.change === 'cancel') return cancelEmail(principal, id);
  const request = { idempotency_key: `${body.idempotency_key ?? ''}:${id}` };
  try {
    const { replayed } = await sendAgain(principal, { id, request, quota, requestId });
    return replayed ? 'repeated' : 'sent_again';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** Before the first is canceled: what a process that dies has canceled is recorded, too. */
async function recordCancel(
  pool: Pool,
  { principal, requestId }: { readonly principal: Principal; readonly requestId: string },
  ids: readonly string[],
): Promise<void> {
  const { id } = principal.organization;
  await insertAuditEntry(pool, {
    ...authorOf({ principal, requestId }),
    organizationId: id,
    action: 'message.cancel',
    target: { type: 'organization', id },
    after: { messages: ids.length, message_ids: ids },
  });
}
