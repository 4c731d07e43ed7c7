import type { ButtonProps } from '@mantine/core';
import { settle, type Answer } from '../api/client';
import type { paths as Paths } from '../api/generated/api';
import { useScope } from '../session/scope';
import { ConfirmButton, ConfirmDialog } from './confirm-button';
import type { ChangeOptions } from './use-change';

/** Of the request that deletes what is at the path. */
type DeleteParams<Path extends keyof Paths> = Paths[Path] extends {
  readonly delete: { readonly parameters: { readonly path: infer Params } };
}
  ? Params
  : never;

/** The texts of an area have them under these names. */
type DeleteTexts = Readonly<Record<'delete' | 'deleteTitle' | 'deleteText' | 'deleted', string>>;

/** Asks first, and deletes an object of the API. A button; or, with `dialog`, the question alone, for what is in a menu. */
export function DeleteObject<Path extends keyof Paths>({
  path,
  params,
  words,
  dialog,
  leaveTo,
  done,
  ...button
}: ButtonProps &
  Pick<ChangeOptions<void, unknown>, 'leaveTo' | 'done'> & {
    readonly path: Path;
    readonly params: DeleteParams<Path>;
    readonly words: DeleteTexts;
    readonly dialog?: { readonly opened: boolean; readonly close: () => void };
    readonly 'aria-label'?: string;
  }) {
  const { api } = useScope();
  // The client's own types need the path as a literal.
  const send = api.DELETE as unknown as (path: Path, init: object) => Promise<Answer<unknown>>;
  const question = {
    ...{ title: words.deleteTitle, text: words.deleteText, action: words.delete, message: words.deleted },
    run: () => settle(send(path, { params: { path: params } })),
    ...{ leaveTo, done },
  };
  if (dialog !== undefined) return <ConfirmDialog {...question} {...dialog} />;
  return <ConfirmButton {...question} {...button} />;
}
