import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeBlock } from './copy';
import classes from './ui.module.css';

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
          <CodeBlock code={snippet} />
        </div>
      )}
    </div>
  );
}
