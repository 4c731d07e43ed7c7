import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Diagnosis } from '../../api/types';
import { timeline as words } from '../../texts/emails';
import type { Tone } from '../../ui/badge';
import { ExactTime } from '../../ui/time';
import classes from './emails.module.css';

/** One line of a timeline. */
export function Step({
  name,
  at,
  tone,
  children,
}: {
  readonly name: string;
  readonly at?: string;
  readonly tone?: Tone;
  readonly children?: ReactNode;
}) {
  return (
    <li className={classes.event} data-tone={tone}>
      <div className={classes.eventHead}>
        <span className={classes.eventName}>{name}</span>
        {at !== undefined && (
          <span className={classes.eventTime}>
            <ExactTime at={at} />
          </span>
        )}
      </div>
      {children}
    </li>
  );
}

/** The class of a failure, who can fix it, and how. */
export function Advice({ diagnosis }: { readonly diagnosis: Diagnosis }) {
  const actor = words.actors[diagnosis.actor];
  return (
    <Text size="xs" className={classes.advice}>
      <span className={classes.failureClass}>{diagnosis.class.replaceAll('_', ' ')}</span>{' '}
      {actor !== null && <strong>{actor} </strong>}
      {diagnosis.advice}
    </Text>
  );
}
