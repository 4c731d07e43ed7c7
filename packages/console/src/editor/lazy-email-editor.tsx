import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import type { EmailEditorProps } from './email-editor';
import { lazyCode } from '../ui/lazy-code';

const EmailEditor = lazyCode(async () => ({ default: (await import('./email-editor')).EmailEditor }));

/** The editor, whose code is loaded when it is first shown. */
export function LazyEmailEditor(props: EmailEditorProps) {
  return (
    <Suspense fallback={<Skeleton height="24rem" />}>
      <EmailEditor {...props} />
    </Suspense>
  );
}
