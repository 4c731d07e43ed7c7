import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ui.module.css';

export function Panel({
  title,
  actions,
  bare = false,
  children,
}: {
  readonly title?: string;
  readonly actions?: ReactNode;
  /** Without padding: for tables. */
  readonly bare?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <section className={classes.panel}>
      {title !== undefined && (
        <div className={classes.panelHead}>
          <Title order={2} size="h3">
            {title}
          </Title>
          {actions}
        </div>
      )}
      <div className={bare ? classes.bareBody : classes.panelBody}>{children}</div>
    </section>
  );
}

export type FactList = readonly (readonly [string, ReactNode])[];

/** Names with values. */
export function Facts({ facts }: { readonly facts: FactList }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
