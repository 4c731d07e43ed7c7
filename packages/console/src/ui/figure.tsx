import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Tone } from './badge';
import { Panel } from './panel';

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
      <Text fz="lg" fw={600} c={tone && `var(--${tone})`}>
        {value}
      </Text>
      {note !== undefined && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Panel>
  );
}
