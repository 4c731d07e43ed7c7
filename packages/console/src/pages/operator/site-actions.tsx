import { Select, Text, TextInput } from '@mantine/core';
import { unwrap } from '../../api/client';
import type { DuePosition } from '../../api/types';
import { personalApi } from '../../session/session';
import { siteTexts as words } from '../../texts/operator-sites';
import { ConfirmButton } from '../../ui/confirm-button';
import { FormModal } from '../../ui/form-modal';
import { notify } from '../../ui/notify';
import { useFormDialog } from '../../ui/use-form-dialog';
import { numberText } from './figure-table';

export interface ChosenSite {
  /** Empty: to be entered. */
  readonly site: string;
  /** Empty: all. */
  readonly source: string;
}

const durations = Object.entries(words.durations).map(([value, label]) => ({ value, label }));

/** A dialog that suspends a site. */
export function SuspendSite({ chosen, close }: { readonly chosen: ChosenSite; readonly close: () => void }) {
  const { form, dialog } = useFormDialog({
    close,
    initialValues: { ...chosen, reason: '', minutes: '120' },
    run: ({ site, source, reason, minutes }) =>
      unwrap(
        personalApi.POST('/operator/sites/suspend', {
          body: {
            ...{ site, reason },
            ...(source !== '' && { source }),
            ...(minutes !== '' && { minutes: Number(minutes) }),
          },
        }),
      ),
    message: words.suspended,
  });
  return (
    <FormModal {...dialog} title={words.suspendOther} action={words.suspend} actionColor="red">
      <Text size="sm">{words.suspendText}</Text>
      <TextInput
        label={words.site}
        description={words.siteText}
        required
        maxLength={320}
        {...form.getInputProps('site')}
      />
      <TextInput
        label={words.source}
        description={words.sourceText}
        maxLength={64}
        {...form.getInputProps('source')}
      />
      <Select
        label={words.duration}
        data={durations}
        allowDeselect={false}
        {...form.getInputProps('minutes')}
      />
      <TextInput
        label={words.reason}
        description={words.reasonText}
        required
        maxLength={200}
        {...form.getInputProps('reason')}
      />
    </FormModal>
  );
}

export function ResumeSite({ site, source }: { readonly site: string; readonly source: string | null }) {
  return (
    <ConfirmButton
      size="compact-sm"
      title={words.resumeTitle(site)}
      text={words.resumeText}
      action={words.resume}
      actionColor="accent"
      run={() =>
        makeDue((after) =>
          unwrap(
            personalApi.POST('/operator/sites/resume', {
              body: { site, ...(source !== null && { source }), after },
            }),
          ),
        )
      }
      done={(messages) => notify(words.resumed(numberText(messages)))}
    />
  );
}

/** Half a thousand million messages. */
const requestsMax = 10_000;

/** Goes on until all waiting mail was looked at. @returns how many messages are due */
export async function makeDue(
  request: (after: DuePosition | undefined) => Promise<{ messages_due: number; next: DuePosition | null }>,
): Promise<number> {
  let after: DuePosition | undefined;
  let messages = 0;
  for (let made = 0; made < requestsMax; made += 1) {
    const { messages_due: due, next } = await request(after);
    messages += due;
    if (next === null) break;
    after = next;
  }
  return messages;
}
