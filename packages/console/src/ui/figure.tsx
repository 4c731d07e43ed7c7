import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Tone } from './badge';
import { Panel } from './panel';
import classes from './ui.module.css';

/** A number with its name. */
export function Figure({
  label,
  value,
  note,
  tone,
}: {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  readonly tone?: Extract<Tone, 'good' | 'warn' | 'bad'>;
}) {
  return (
    <Panel>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <div className={classes.figureValue} data-tone={tone}>
        {value}
      </div>
      {note !== undefined && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Panel>
  );
}
