import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { EmailEditorProps } from './email-editor';

const EmailEditor = lazy(async () => ({ default: (await import('./email-editor')).EmailEditor }));

/** The editor, whose code is loaded when it is first shown. */
export function LazyEmailEditor(props: EmailEditorProps) {
  return (
    <Suspense fallback={<Skeleton height="24rem" />}>
      <EmailEditor {...props} />
    </Suspense>
  );
}
