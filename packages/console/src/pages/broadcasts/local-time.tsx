import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Broadcast } from '../../api/types';
import { broadcastTexts } from '../../texts/broadcasts';
import { localTime, timeOfInput } from '../../ui/time-input';

const { review: words } = broadcastTexts;

const ownTimezone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone of the browser at that time: `Europe/Berlin (GMT+2)`. */
export function zoneName(at: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' }).formatToParts(at);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const zone = ownTimezone();
  return offset === '' || offset === zone ? zone : `${zone} (${offset})`;
}

type When = 'now' | 'at' | 'local';

/** Now, at one time for all contacts, or at that time in the time zone of each. */
export function useSendTime(broadcast: Broadcast): {
  readonly isNow: boolean;
  /** Whether it says when. */
  readonly isSet: boolean;
  /** When it is sent, in a sentence; null: now. */
  readonly sentence: string | null;
  readonly body: () => { scheduled_at?: string; send_at_local?: string };
  readonly fields: ReactNode;
} {
  const { ab_test: test, timezone_property: storedProperty } = broadcast;
  const [when, setWhen] = useState<When>(() => whenOf(broadcast));
  const [at, setAt] = useState(() => inputOf(broadcast));
  const [property, setProperty] = useState(storedProperty ?? 'timezone');
  const time = new Date(at);
  const isTime = !Number.isNaN(time.getTime());
  const local = () => ({
    send_at_local: at.slice(11, 16),
    ...{ timezone_property: property, default_timezone: ownTimezone() },
  });
  return {
    isNow: when === 'now',
    isSet: when === 'now' || isTime,
    sentence: when === 'now' || !isTime ? null : sentenceOf(when, time),
    body: () => (when === 'now' ? {} : { scheduled_at: timeOfInput(at), ...(when === 'local' && local()) }),
    fields: (
      <Stack gap="sm" maw="32rem">
        <Radio.Group label={words.when} value={when} onChange={(value) => setWhen(value)}>
          <Stack gap="xs" mt={6}>
            <Radio value="now" label={words.sendNow} />
            <Radio value="at" label={words.atTime} description={words.atTimeText} />
            {test === null && <Radio value="local" label={words.local} description={words.localText} />}
          </Stack>
        </Radio.Group>
        {when !== 'now' && (
          <TextInput
            type="datetime-local"
            w="16rem"
            label={words.scheduleLabel}
            required
            value={at}
            min={localTime(Date.now())}
            onChange={(event) => setAt(event.currentTarget.value)}
          />
        )}
        {when === 'at' && <Text size="sm">{words.inZone(zoneName(isTime ? time : new Date()))}</Text>}
        {when === 'local' && (
          <>
            <TextInput
              w="16rem"
              label={words.timezoneProperty}
              value={property}
              onChange={(event) => setProperty(event.currentTarget.value)}
            />
            <Text size="sm">{words.withoutZone(zoneName(isTime ? time : new Date()))}</Text>
          </>
        )}
      </Stack>
    ),
  };
}

const dayAndTime = new Intl.DateTimeFormat('en', {
  ...{ weekday: 'long', day: 'numeric', month: 'long' },
  ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
});

function sentenceOf(when: 'at' | 'local', time: Date): string {
  const shown = dayAndTime.format(time);
  return when === 'at' ? words.sentAt(shown, zoneName(time)) : words.sentLocally(shown);
}

function whenOf({ status, send_at_local: local }: Broadcast): When {
  if (status !== 'scheduled') return 'now';
  return local === null ? 'at' : 'local';
}

/** What a scheduled broadcast has, as the field has it: `2036-06-02T09:00`. */
function inputOf({ status, scheduled_at: at, send_at_local: time, send_on_local: date }: Broadcast): string {
  if (status !== 'scheduled' || at === null) return '';
  return time === null || date === null ? localTime(at) : `${date}T${time}`;
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
