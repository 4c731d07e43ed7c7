import { Suspense } from 'react';
import type { ErrorPanelProps } from './error-alert';
import { lazyCode } from './lazy-code';

/** Also without a connection an error is shown: its code is loaded as soon as the first page is open. */
const ErrorAlert = lazyCode(() =>
  import('./error-alert').then(({ ErrorAlert: component }) => ({ default: component })),
);

/** Why something failed and what to do about it. Nothing without an error. */
export function ErrorPanel(props: ErrorPanelProps) {
  if (props.error === null || props.error === undefined) return null;
  return (
    <Suspense>
      <ErrorAlert {...props} />
    </Suspense>
  );
}
