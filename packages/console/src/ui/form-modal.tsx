import { Button, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { texts } from '../texts/texts';
import { Dialog } from './dialog';
import { DialogFoot } from './dialog-foot';
import type { DialogProps } from './dialog-window';

/** A form in a dialog, with the error of its last submission, until it is closed. */
export function FormModal({
  opened,
  close,
  title,
  action,
  actionColor,
  submit,
  change: { error, isPending, reset },
  isChanged,
  asksBeforeClosing,
  size,
  closing = texts.common.cancel,
  children,
}: Pick<DialogProps, 'opened' | 'title' | 'isChanged' | 'asksBeforeClosing' | 'size'> & {
  readonly close: () => void;
  /** On the button that submits. */
  readonly action: string;
  /** Red for what destroys something or stops mail. */
  readonly actionColor?: 'red';
  /** On the button that closes it. */
  readonly closing?: string;
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
  readonly change: { readonly error: unknown; readonly isPending: boolean; readonly reset: () => void };
  readonly children: ReactNode;
}) {
  const end = () => {
    if (!isPending) reset();
    close();
  };
  return (
    <Dialog {...{ opened, title, isChanged, asksBeforeClosing, size }} onClose={end}>
      <form
        onSubmit={(event) => {
          // A dialog of a field is not in the form around it, and yet its events reach it.
          event.stopPropagation();
          submit(event);
        }}
      >
        <Stack gap="sm">{children}</Stack>
        <DialogFoot error={error}>
          <Button variant="default" onClick={end}>
            {closing}
          </Button>
          <Button type="submit" loading={isPending} color={actionColor === 'red' ? 'red.9' : undefined}>
            {action}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
