import { Title } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import { lazyCode } from './lazy-code';
import classes from './ui.module.css';

const CodeBlock = lazyCode(async () => ({ default: (await import('./copy')).CodeBlock }));

export interface EmptyStateProps {
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
  /** Other ways to begin. */
  readonly recipes?: ReactNode;
  readonly snippet?: string;
  /** 1 where it is all that the page shows. */
  readonly order?: 1 | 2;
}

/** Why a page shows nothing, and the next action. */
export function EmptyState({ title, text, action, recipes, snippet, order = 2 }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <Title order={order}>{title}</Title>
      <p className={classes.emptyText}>{text}</p>
      {action}
      <Suspense>
        {recipes}
        {snippet !== undefined && (
          <div className={classes.emptySnippet}>
            <CodeBlock code={snippet} />
          </div>
        )}
      </Suspense>
    </div>
  );
}
