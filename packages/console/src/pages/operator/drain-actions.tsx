import { Button, Text, TextInput } from '@mantine/core';
import { unwrap } from '../../api/client';
import type { MailQueue } from '../../api/types';
import { personalApi } from '../../session/session';
import { maintenanceTexts as words } from '../../texts/operator-maintenance';
import { ConfirmButton } from '../../ui/confirm-button';
import { FormModal } from '../../ui/form-modal';
import { useFormDialog } from '../../ui/use-form-dialog';

type Props = Pick<MailQueue, 'queue'>;

export function DrainQueue({ queue }: Props) {
  const { form, dialog, open } = useFormDialog({
    initialValues: { reason: '' },
    run: ({ reason }) => unwrap(personalApi.POST('/operator/drains', { body: { queues: [queue], reason } })),
    message: words.drainedNotice,
  });
  return (
    <>
      <Button c="var(--bad)" size="compact-sm" variant="default" onClick={open}>
        {words.drain}
      </Button>
      <FormModal {...dialog} title={words.drainTitle(queue)} action={words.drain} actionColor="red">
        <Text size="sm">{words.drainText}</Text>
        <TextInput
          label={words.reason}
          description={words.drainReasonText}
          required
          maxLength={200}
          data-autofocus
          {...form.getInputProps('reason')}
        />
      </FormModal>
    </>
  );
}

export function ResumeQueue({ queue }: Props) {
  return (
    <ConfirmButton
      size="compact-sm"
      title={words.resumeTitle(queue)}
      text={words.resumeText}
      action={words.resume}
      actionColor="accent"
      run={() => unwrap(personalApi.POST('/operator/drains/resume', { body: { queues: [queue] } }))}
      message={words.resumed}
    />
  );
}
