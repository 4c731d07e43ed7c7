import assert from 'node:assert';
import type { QuotaReservation } from '@postrider/admission';
import type { Principal } from '@postrider/contracts/access';
import type { EmailContent, SendEmailRequest } from '@postrider/contracts/emails';
import { AppError, invalidField, validationError, type FieldProblem } from '@postrider/contracts/errors';
import { isBulkKind } from '@postrider/contracts/statuses';
import {
  headerFault,
  isDroppedHeader,
  isReservedHeader,
  type EntityView,
  type EntityViewing,
} from '@postrider/mail';
import type { AttachmentRow } from './prepared-email';

/** Subject and bodies of a message, and the template they were rendered from. */
export interface Content extends EmailContent {
  readonly template: { readonly id: string; readonly slug: string; readonly version: number } | null;
}

/** The published version of a template that a send asks for, rendered, or the error: errors of other fields come first. */
export interface TemplateRendering {
  readonly ref: { readonly id: string; readonly slug: string; readonly version: number };
  readonly content: EmailContent | AppError;
}

/** What one call renders, all its items together. */
export interface RenderCall {
  spentMs: number;
}

/**
 * Finds and renders the template that a send asks for; null: there is none.
 * @throws what finding it and admission control throw, which concerns the whole call
 */
export type RenderTemplate = (
  principal: Principal,
  options: {
    readonly choice: NonNullable<SendEmailRequest['template']>;
    readonly call: RenderCall;
    readonly quota: QuotaReservation;
  },
) => Promise<TemplateRendering | null>;

/**
 * @param found the rendering of the template that the request asks for, if it asks for one; null: there is none
 * @throws AppError `template_not_found`, and why it could not be rendered
 */
export function contentOf(request: SendEmailRequest, found: TemplateRendering | null | undefined): Content {
  const { template: choice, subject, html, text } = request;
  if (choice === undefined && subject !== undefined) {
    return { subject, html: html ?? null, text: text ?? null, template: null };
  }
  if (!found) throw new AppError('template_not_found');
  const { content, ref } = found;
  if (content instanceof AppError) throw content;
  return { ...content, template: { id: ref.id, slug: ref.slug, version: ref.version } };
}

/**
 * What is in the entity that is sent instead of html, text and attachments; undefined when none is.
 * @throws AppError `validation_error` naming `mime`
 */
export function viewOf(viewing: EntityViewing | undefined, kind: string | null): EntityView | undefined {
  if (viewing === undefined) return undefined;
  if (!viewing.ok) throw mimeRefusal(viewing.fault);
  // The legal footer and its link are written into html and text.
  if (isBulkKind(kind)) throw mimeRefusal(`cannot be sent as ${kind}: Postrider adds a footer to bulk email`);
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
  return invalidField('mime', message);
}

const headerFaults: Readonly<Record<NonNullable<ReturnType<typeof headerFault>>, string>> = {
  bad_name: 'names may only contain A-Z a-z 0-9 -',
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
      throw new AppError('reserved_header', `${name} is set by Postrider and cannot be changed.`);
    if (isDroppedHeader(name)) continue;
    const fault = headerFault(name, value);
    if (fault === null) kept[name] = value;
    else problems.push({ path: `headers.${name}`, message: headerFaults[fault] });
  }
  if (problems.length > 0) throw validationError(problems);
  return Object.keys(kept).length === 0 ? null : kept;
}
