import { Button, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { unwrap } from '../../api/client';
import type { Broadcast } from '../../api/types';
import { useScope } from '../../session/scope';
import { broadcastTexts } from '../../texts/broadcasts';
import { FormModal } from '../../ui/form-modal';
import { exactTime } from '../../ui/time';
import { localTime, timeOfInput } from '../../ui/time-input';
import { useFormDialog } from '../../ui/use-form-dialog';
import { zoneName } from './local-time';

const { resend: words } = broadcastTexts;
const numbers = new Intl.NumberFormat('en');
const delayMs = 24 * 3_600_000;
const minuteMs = 60_000;

/** Whether there are recipients of whom it is known that they did not open it. */
export function isResendable({ phase, parent_id: parentId, track }: Broadcast): boolean {
  return phase === 'sent' && parentId === null && track.opens;
}

/** Sends it again to recipients who did not open it: now, or after a day, for which it can be planned before. */
export function ResendButton({ broadcast }: { readonly broadcast: Broadcast }) {
  const { id, template, finished_at: finishedAt } = broadcast;
  const { api } = useScope();
  const navigate = useNavigate();
  // As the field has it: to the minute, and not before.
  const earliest = Math.ceil((Date.parse(finishedAt ?? '') + delayMs) / minuteMs) * minuteMs;
  const isEarly = earliest > Date.now();
  const { form, dialog, open } = useFormDialog({
    initialValues: { subject: '', at: isEarly ? localTime(earliest) : '' },
    validate: {
      at: (at) =>
        isEarly && !(Date.parse(at) >= earliest) ? words.tooEarly(exactTime(isoOf(earliest))) : null,
    },
    run: ({ subject, at }) => {
      const body = {
        ...(subject !== '' && { subject }),
        ...(at !== '' && { scheduled_at: timeOfInput(at) }),
      };
      return unwrap(api.POST('/broadcasts/{id}/resend', { params: { path: { id } }, body }));
    },
    message: words.done,
    done: (child) => void navigate({ to: '/broadcasts/$id', params: { id: child.id } }),
  });
  const count = notOpened(broadcast);
  const zone = words.zone(zoneName(new Date(earliest)));
  return (
    <>
      <Button onClick={open}>{words.button}</Button>
      <FormModal {...dialog} title={words.title} action={form.values.at === '' ? words.now : words.plan}>
        <Text size="sm" fw={600} role="status">
          {words.recipients(count, numbers.format(count))}
        </Text>
        <Text size="sm">{isEarly ? words.textEarly(exactTime(isoOf(earliest))) : words.text}</Text>
        {template === null && (
          <TextInput
            label={words.subject}
            description={words.subjectText}
            {...form.getInputProps('subject')}
          />
        )}
        <TextInput
          type="datetime-local"
          label={words.at}
          description={isEarly ? zone : `${words.atText} ${zone}`}
          required={isEarly}
          min={localTime(Math.max(earliest, Date.now()))}
          {...form.getInputProps('at')}
        />
      </FormModal>
    </>
  );
}

const isoOf = (at: number): string => new Date(at).toISOString();

/** So far: those who open it before the resend begins get nothing. */
function notOpened({ counts }: Broadcast): number {
  // A smart host may report no deliveries.
  const arrived = counts.delivered === 0 ? counts.sent : counts.delivered;
  return Math.max(0, arrived - counts.opened);
}
