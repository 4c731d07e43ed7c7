import { Button, Group, Stack, type ModalProps } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { texts } from '../texts/texts';
import { Dialog } from './dialog';
import { ErrorPanel } from './error-panel';

/** A form in a dialog, with the error of its last submission, until it is closed. */
export function FormModal({
  opened,
  close,
  title,
  action,
  submit,
  change: { error, isPending, reset },
  size,
  children,
}: {
  readonly opened: boolean;
  readonly close: () => void;
  readonly title: string;
  /** On the button that submits. */
  readonly action: string;
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
  readonly change: { readonly error: unknown; readonly isPending: boolean; readonly reset: () => void };
  readonly size?: ModalProps['size'];
  readonly children: ReactNode;
}) {
  const end = () => {
    if (!isPending) reset();
    close();
  };
  return (
    <Dialog opened={opened} onClose={end} title={title} size={size}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <ErrorPanel error={error} />
          {children}
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={end}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" loading={isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
