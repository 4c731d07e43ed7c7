import type { Versioned } from '../api/client';
import { RequestError } from '../api/request-error';
import { errorTexts } from '../texts/errors';
import { isSame } from './merge-drafts';

/**
 * For a form that is saved by a button: what it shows is what it changes. When someone else has changed the same fields since, nothing is
 * written, and what was typed stays; a change of other fields is kept.
 * @throws RequestError `version_conflict`
 */
export async function changeShown<Stored, Result>({
  shown,
  fieldsOf,
  read,
  write,
}: {
  /** As it was when the form was filled. */
  readonly shown: Stored;
  /** Those that the form changes. */
  readonly fieldsOf: (stored: Stored) => unknown;
  readonly read: () => Promise<Versioned<Stored>>;
  readonly write: (headers: { readonly 'If-Match'?: string }) => Promise<Result>;
}): Promise<Result> {
  const { object, etag } = await read();
  if (!isSame(fieldsOf(object), fieldsOf(shown))) {
    const { text: message } = errorTexts.version_conflict;
    throw new RequestError({ status: 412, code: 'version_conflict', message, requestId: null });
  }
  return write(etag === null ? {} : { 'If-Match': etag });
}
