import assert from 'node:assert';
import {
  AppError,
  checkInput,
  emailContent,
  isBulkKind,
  quotable,
  sendLimits,
  validationMessage,
  type EmailContent,
  type FieldProblem,
  type SendEmailRequest,
} from '@postrider/contracts';
import {
  headerFault,
  isDroppedHeader,
  isReservedHeader,
  type EntityView,
  type EntityViewing,
} from '@postrider/mail';
import type { Rendering, VariableFaults } from '@postrider/templating';
import type { RenderedTemplate } from '../templates/requested-template';
import type { AttachmentRow } from './prepared-email';

/** Subject and bodies of a message, and the template they were rendered from. */
export interface Content extends EmailContent {
  readonly template: { readonly id: string; readonly slug: string; readonly version: number } | null;
}

/**
 * @param found what became of the template that the request asks for, if it asks for one; null: there is none
 * @throws AppError `template_not_found`, and those of `renderedContent`
 */
export function contentOf(request: SendEmailRequest, found: RenderedTemplate | null | undefined): Content {
  const { template: choice, subject, html, text } = request;
  if (choice === undefined && subject !== undefined) {
    return { subject, html: html ?? null, text: text ?? null, template: null };
  }
  if (!found) throw new AppError('template_not_found');
  const { id, slug, version } = found.ref;
  return { ...renderedContent(found.outcome), template: { id, slug, version } };
}

/**
 * What a template became, by the rules of any subject and body.
 * @throws AppError `template_variables`, `invalid_subject`, `validation_error`, and a refusal to render
 */
export function renderedContent(outcome: Rendering | AppError): EmailContent {
  if (outcome instanceof AppError) throw outcome;
  if (!outcome.ok) throw renderingError(outcome);
  return checkRendered(outcome);
}

/** Why a rendering failed, as the sender of the data is told. */
function renderingError(failure: Extract<Rendering, { ok: false }>): AppError {
  switch (failure.reason) {
    case 'variables':
      return new AppError('template_variables', faultsMessage(failure.problems));
    case 'failed':
      return new AppError('template_variables', validationMessage([failure]));
    case 'too_large':
      if (failure.path === 'subject') return new AppError('invalid_subject');
      return new AppError(
        'validation_error',
        validationMessage([{ ...failure, path: failure.path === 'data' ? 'template.data' : failure.path }]),
      );
  }
}

function checkRendered({ subject, html, text }: EmailContent): EmailContent {
  if (subject.trim() === '') throw new AppError('invalid_subject', 'The rendered subject is empty.');
  if (subject.length > sendLimits.subjectCharsMax) {
    throw new AppError(
      'invalid_subject',
      `The rendered subject has more than ${sendLimits.subjectCharsMax} characters.`,
    );
  }
  if (/[\r\n]/.test(subject)) throw new AppError('invalid_subject', 'The rendered subject has line breaks.');
  const read = checkInput(emailContent, { subject, html, text });
  if (read.ok) return read.value;
  throw new AppError('validation_error', validationMessage(read.problems));
}

const namedMax = 20;

/** `missing: order.id; unknown: ordre; mistyped: order.total (number)` */
function faultsMessage({ missing, unknown, mistyped }: VariableFaults): string {
  const lists = [
    ['missing', missing],
    ['unknown', unknown],
    ['mistyped', mistyped.map(({ key, expected }) => `${key} (must be ${expected})`)],
  ] as const;
  return lists
    .filter(([, names]) => names.length > 0)
    .map(([what, names]) => `${what}: ${listed(names)}`)
    .join('; ');
}

/** Names of unknown variables are the sender's: on one line, and of bounded length. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, namedMax).map(quotable);
  const rest = names.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/**
 * What is in the entity that is sent instead of html, text and attachments; undefined when none is.
 * @throws AppError `validation_error` naming `mime`
 */
export function viewOf(viewing: EntityViewing | undefined, kind: string | null): EntityView | undefined {
  if (viewing === undefined) return undefined;
  if (!viewing.ok) throw mimeRefusal(viewing.fault);
  // The legal footer and its link are written into html and text.
  if (isBulkKind(kind))
    throw mimeRefusal(`cannot be sent as ${kind}: mail of bulk kinds gets a legal footer`);
  return viewing.view;
}

/** Shown by `GET /emails/:id`, and looked at when a message is screened; never sent. */
export function viewedContent({ subject }: SendEmailRequest, { html, text }: EntityView): Content {
  assert(subject !== undefined, 'a request with mime has a subject');
  return { subject, html, text, template: null };
}

export function viewedFileRows(messageId: string, { files }: EntityView): AttachmentRow[] {
  return files.map(({ filename, contentType, size }, ordinal) => ({
    message_id: messageId,
    ordinal,
    filename,
    content_type: contentType,
    content_id: null,
    size,
    content: null,
  }));
}

function mimeRefusal(message: string): AppError {
  return new AppError('validation_error', validationMessage([{ path: 'mime', message }]));
}

const headerFaults: Readonly<Record<NonNullable<ReturnType<typeof headerFault>>, string>> = {
  bad_name: 'names are A-Z a-z 0-9 -',
  name_too_long: 'the name is too long',
  value_too_long: 'the value is too long',
  line_break: 'must not contain line breaks',
  control_character: 'must not contain control characters',
};

/**
 * The extra headers that go out; null when none do. The platform's own unsubscribe headers win over given ones.
 * @throws AppError `reserved_header`, `validation_error`
 */
export function checkHeaders(headers: Record<string, string> | undefined): Record<string, string> | null {
  if (headers === undefined) return null;
  const problems: FieldProblem[] = [];
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (isReservedHeader(name))
      throw new AppError('reserved_header', `${name} is set by the platform: leave it out.`);
    if (isDroppedHeader(name)) continue;
    const fault = headerFault(name, value);
    if (fault === null) kept[name] = value;
    else problems.push({ path: `headers.${name}`, message: headerFaults[fault] });
  }
  if (problems.length > 0) throw new AppError('validation_error', validationMessage(problems));
  return Object.keys(kept).length === 0 ? null : kept;
}
