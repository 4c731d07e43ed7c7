import { Title } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';
import classes from './ui.module.css';

const CodeBlock = lazy(async () => ({ default: (await import('./copy')).CodeBlock }));

/** Why a page shows nothing, and the next action. */
export function EmptyState({
  title,
  text,
  action,
  snippet,
  order = 2,
}: {
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
  readonly snippet?: string;
  /** 1 where it is all that the page shows. */
  readonly order?: 1 | 2;
}) {
  return (
    <div className={classes.empty}>
      <Title order={order}>{title}</Title>
      <p className={classes.emptyText}>{text}</p>
      {action}
      {snippet !== undefined && (
        <div className={classes.emptySnippet}>
          <Suspense>
            <CodeBlock code={snippet} />
          </Suspense>
        </div>
      )}
    </div>
  );
}
