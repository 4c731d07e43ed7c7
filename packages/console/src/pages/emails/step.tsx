import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Diagnosis } from '../../api/types';
import { timeline as words } from '../../texts/email';
import type { Tone } from '../../ui/badge';
import { ExactTime, Time } from '../../ui/time';
import { durationText } from './email-pace';
import classes from './emails.module.css';

/** One line of a timeline. */
export function Step({
  name,
  at,
  after,
  tone,
  children,
}: {
  readonly name: string;
  readonly at?: string;
  /** Time of the step before: how long it took is shown. */
  readonly after?: string;
  readonly tone?: Tone;
  readonly children?: ReactNode;
}) {
  return (
    <li className={classes.event} data-tone={tone}>
      <div className={classes.eventHead}>
        <span className={classes.eventName}>{name}</span>
        {at !== undefined && (
          <span className={classes.eventTime}>
            {after !== undefined && <span className={classes.elapsed}>{elapsed(after, at)}</span>}
            <ExactTime at={at} />
          </span>
        )}
      </div>
      {children}
    </li>
  );
}

function elapsed(from: string, to: string): string {
  return words.elapsed(durationText(Math.max(0, Date.parse(to) - Date.parse(from)) / 1_000));
}

/** When delivery is tried again: how long that takes from now on, unless it has been tried since. */
export function NextAttempt({ at }: { readonly at: string }) {
  const isPast = Date.parse(at) < Date.now();
  return (
    <div className={classes.eventText}>
      {words.nextAttempt}{' '}
      {isPast ? (
        <ExactTime at={at} />
      ) : (
        <>
          <Time at={at} /> (<ExactTime at={at} />)
        </>
      )}
    </div>
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
