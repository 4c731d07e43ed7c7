import { Button, Group, Modal, Stack, type ModalProps } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { texts } from '../texts/texts';
import { ErrorPanel } from './error-panel';

/** A form in a dialog, with the error of its last submission. */
export function FormModal({
  opened,
  close,
  title,
  action,
  submit,
  change: { error, isPending },
  size,
  children,
}: {
  readonly opened: boolean;
  readonly close: () => void;
  readonly title: string;
  /** On the button that submits. */
  readonly action: string;
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
  readonly change: { readonly error: unknown; readonly isPending: boolean };
  readonly size?: ModalProps['size'];
  readonly children: ReactNode;
}) {
  return (
    <Modal opened={opened} onClose={close} title={title} size={size}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <ErrorPanel error={error} />
          {children}
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={close}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" loading={isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
