import { Checkbox, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Broadcast } from '../../api/types';
import { broadcastTexts } from '../../texts/broadcasts';
import { timeOfInput } from '../../ui/time-input';

const { review: words } = broadcastTexts;

const ownTimezone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time that is typed, and whether it is meant in the time zone of each contact. */
export function useSendTime({ ab_test: test }: Broadcast): {
  /** As the input has it: `2036-06-02T09:00`; empty: now. */
  readonly at: string;
  readonly setAt: (at: string) => void;
  readonly body: () => { scheduled_at?: string; send_at_local?: string };
  readonly fields: ReactNode;
} {
  const [at, setAt] = useState('');
  const [isLocal, setLocal] = useState(false);
  const [property, setProperty] = useState('timezone');
  const canBeLocal = at !== '' && test === null;
  const local = () => ({
    send_at_local: at.slice(11, 16),
    ...{ timezone_property: property, default_timezone: ownTimezone() },
  });
  return {
    ...{ at, setAt },
    body: () => (at === '' ? {} : { scheduled_at: timeOfInput(at), ...(canBeLocal && isLocal && local()) }),
    fields: canBeLocal && (
      <>
        <Checkbox
          label={words.local}
          description={words.localText(ownTimezone())}
          checked={isLocal}
          onChange={(event) => setLocal(event.currentTarget.checked)}
        />
        {isLocal && (
          <TextInput
            label={words.timezoneProperty}
            value={property}
            onChange={(event) => setProperty(event.currentTarget.value)}
          />
        )}
      </>
    ),
  };
}

/** For a list of facts; none: all contacts get it at once. */
export function localTimeFacts({
  send_at_local: time,
  send_on_local: date,
  timezone_property: property,
  default_timezone: timezone,
}: Broadcast): readonly (readonly [string, string])[] {
  if (time === null || date === null || property === null || timezone === null) return [];
  return [[words.localTime, words.localFact({ time, date, property, timezone })]];
}
