import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useMemo } from 'react';
import { RequestError, type FieldProblem } from '../api/request-error';

/** Marks the fields that the API refuses. @returns the error, with the problems that are of no field of the form */
export function useFieldErrors<Values extends object>(
  form: Pick<UseFormReturnType<Values>, 'getValues' | 'setErrors'>,
  error: unknown,
): unknown {
  const placed = useMemo(
    () => (error instanceof RequestError ? placeProblems(error, Object.keys(form.getValues())) : null),
    // The form is a new object with each rendering.
    [error],
  );
  useEffect(() => {
    if (placed !== null && Object.keys(placed.errors).length > 0) form.setErrors(placed.errors);
  }, [placed]);
  return placed?.rest ?? error;
}

/** The problems of a refused request, for each field of a form, and the error without them. */
export function placeProblems(
  error: RequestError,
  names: readonly string[],
): { readonly errors: Readonly<Record<string, string>>; readonly rest: RequestError } {
  const errors: Record<string, string> = {};
  const others: FieldProblem[] = [];
  for (const problem of error.fields) {
    const name = fieldOf(problem.path, names);
    if (name === undefined) others.push(problem);
    else errors[name] = [errors[name], sentence(problem.message)].filter(Boolean).join(' ');
  }
  if (Object.keys(errors).length === 0) return { errors, rest: error };
  return { errors, rest: new RefusedFields(error, others) };
}

/** What is wrong with a field that stands alone; undefined: nothing, or something else. */
export function fieldError(error: unknown, name: string): string | undefined {
  return error instanceof RequestError ? placeProblems(error, [name]).errors[name] : undefined;
}

/** A refused request whose problems stand at their fields, except for these. */
export class RefusedFields extends RequestError {
  constructor({ status, code, message, requestId }: RequestError, fields: readonly FieldProblem[]) {
    super({ status, code, message, requestId, fields });
  }
}

/** `not an email address` → `Not an email address.` */
export function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * The field for a path of the API. Names differ in their form (`reply_to` and `replyTo`, `domains` and `domainIds`), and a form that has one
 * of a kind shortens them (`confirmation_subject` and `subject`).
 */
function fieldOf(path: string, names: readonly string[]): string | undefined {
  const parts = path.split('.').map((part) => bare(part.replace(/\[\d+\]/g, '')));
  const candidates = [parts[0] ?? '', parts.at(-1) ?? ''];
  const find = (isSame: (part: string, name: string) => boolean) =>
    candidates
      .map((part) => names.find((name) => isSame(part, bare(name))))
      .find((name) => name !== undefined);
  return (
    find((part, name) => part === name) ??
    find((part, name) => singular(part) === singular(name)) ??
    find((part, name) => name.length > 3 && (part.startsWith(name) || part.endsWith(name)))
  );
}

const bare = (name: string): string => name.replaceAll('_', '').toLowerCase();
const singular = (name: string): string => name.replace(/(ids?|s)$/, '');
