import type { ButtonProps } from '@mantine/core';
import { settle, type Answer } from '../api/client';
import type { paths as Paths } from '../api/generated/api';
import { useScope } from '../session/scope';
import { ConfirmButton, ConfirmDialog } from './confirm-button';

/** Paths of objects that are deleted by one request. */
type DeletePath = {
  [Path in keyof Paths]: Paths[Path] extends {
    readonly delete: { readonly parameters: { readonly path: object } };
  }
    ? Path
    : never;
}[keyof Paths];
type PathParams<Path extends DeletePath> = Paths[Path]['delete'] extends {
  readonly parameters: { readonly path: infer Params };
}
  ? Params
  : never;

/** The texts of an area have them under these names. */
interface DeleteTexts {
  readonly delete: string;
  readonly deleteTitle: string;
  readonly deleteText: string;
  readonly deleted: string;
}

/** Asks first, and deletes an object of the API. A button; or, with `dialog`, the question alone, for what is in a menu. */
export function DeleteObject<Path extends DeletePath>({
  path,
  params,
  words,
  dialog,
  leaveTo,
  done,
  ...button
}: ButtonProps & {
  readonly path: Path;
  readonly params: PathParams<Path>;
  readonly words: DeleteTexts;
  readonly dialog?: { readonly opened: boolean; readonly close: () => void };
  readonly leaveTo?: string;
  readonly done?: () => void;
  readonly 'aria-label'?: string;
}) {
  const { api } = useScope();
  // The client's own types need the path as a literal.
  const send = api.DELETE as unknown as (path: Path, init: object) => Promise<Answer<unknown>>;
  const question = {
    title: words.deleteTitle,
    text: words.deleteText,
    action: words.delete,
    message: words.deleted,
    run: () => settle(send(path, { params: { path: params } })),
    ...{ leaveTo, done },
  };
  if (dialog !== undefined) return <ConfirmDialog {...question} {...dialog} />;
  return <ConfirmButton {...question} {...button} />;
}
