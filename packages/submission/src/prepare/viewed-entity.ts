import assert from 'node:assert';
import { AppError, isBulkKind, validationMessage, type SendEmailRequest } from '@postrider/contracts';
import type { EntityView, EntityViewing } from '@postrider/mail';
import type { AttachmentRow } from './prepared-email';
import type { Content } from './render-content';

/**
 * What is in the entity that is sent instead of html, text and attachments; undefined when none is.
 * @throws AppError `validation_error` naming `mime`
 */
export function viewOf(viewing: EntityViewing | undefined, kind: string | null): EntityView | undefined {
  if (viewing === undefined) return undefined;
  if (!viewing.ok) throw refusal(viewing.fault);
  // The legal footer and its link are written into html and text.
  if (isBulkKind(kind)) throw refusal(`cannot be sent as ${kind}: mail of bulk kinds gets a legal footer`);
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

function refusal(message: string): AppError {
  return new AppError('validation_error', validationMessage([{ path: 'mime', message }]));
}
