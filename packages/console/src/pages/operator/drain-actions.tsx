import { Button, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { unwrap } from '../../api/client';
import type { MailQueue } from '../../api/types';
import { personalApi } from '../../session/session';
import { maintenanceTexts as words } from '../../texts/operator-maintenance';
import { ConfirmButton } from '../../ui/confirm-button';
import { FormModal } from '../../ui/form-modal';
import { useChange } from '../../ui/use-change';
import { useFormDialog } from '../../ui/use-form-dialog';

type Props = Pick<MailQueue, 'queue'>;

export function DrainQueue({ queue }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  const { form, dialog } = useFormDialog({
    close,
    initialValues: { reason: '' },
    run: ({ reason }) => unwrap(personalApi.POST('/operator/drains', { body: { queues: [queue], reason } })),
    message: words.drainedNotice,
  });
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open}>
        {words.drain}
      </Button>
      <FormModal {...dialog} opened={isOpen} title={words.drainTitle(queue)} action={words.drain}>
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
  const resume = useChange({
    run: () => unwrap(personalApi.POST('/operator/drains/resume', { body: { queues: [queue] } })),
    message: words.resumed,
    showsError: true,
  });
  return (
    <ConfirmButton
      size="compact-sm"
      title={words.resumeTitle(queue)}
      text={words.resumeText}
      action={words.resume}
      actionColor="accent"
      run={() => resume.mutateAsync()}
      isPending={resume.isPending}
      error={resume.error}
    >
      {words.resume}
    </ConfirmButton>
  );
}
