import { settle, type Answer } from '../api/client';
import type { paths as Paths } from '../api/generated/api';
import { useScope } from '../session/scope';
import type { Question } from './confirm-button';
import type { ChangeOptions } from './use-change';

/** Of the request that deletes what is at the path. */
type DeleteParams<Path extends keyof Paths> = Paths[Path] extends {
  readonly delete: { readonly parameters: { readonly path: infer Params } };
}
  ? Params
  : never;

/** The texts of an area have them under these names. */
type DeleteTexts = Readonly<Record<'delete' | 'deleteTitle' | 'deleteText' | 'deleted', string>>;

/** An object of the API that can be deleted. */
export interface Deletable<Path extends keyof Paths> extends Pick<
  ChangeOptions<void, unknown>,
  'leaveTo' | 'done'
> {
  readonly path: Path;
  readonly params: DeleteParams<Path>;
  readonly words: DeleteTexts;
}

/** The action of a page header that asks first and deletes the object. */
export function useDeletion<Path extends keyof Paths>({
  path,
  params,
  words,
  leaveTo,
  done,
}: Deletable<Path>): { readonly label: string; readonly destroys: true; readonly asks: Question<unknown> } {
  const { api } = useScope();
  // The client's own types need the path as a literal.
  const send = api.DELETE as unknown as (path: Path, init: object) => Promise<Answer<unknown>>;
  return {
    ...{ label: words.delete, destroys: true },
    asks: {
      ...{ title: words.deleteTitle, text: words.deleteText, action: words.delete, message: words.deleted },
      run: () => settle(send(path, { params: { path: params } })),
      ...{ leaveTo, done },
    },
  };
}
