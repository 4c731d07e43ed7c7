import type { ButtonProps } from '@mantine/core';
import type { paths as Paths } from '../api/generated/api';
import { ConfirmButton } from './confirm-button';
import { useDeletion, type Deletable } from './use-deletion';

/** A button that asks first, and deletes an object of the API. */
export function DeleteObject<Path extends keyof Paths>({
  path,
  params,
  words,
  leaveTo,
  done,
  ...button
}: ButtonProps & Deletable<Path> & { readonly 'aria-label'?: string }) {
  const { asks } = useDeletion({ path, params, words, leaveTo, done });
  return <ConfirmButton {...asks} {...button} />;
}
