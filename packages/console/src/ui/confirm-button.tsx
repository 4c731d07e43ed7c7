import { Box, Button, Text, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { texts } from '../texts/texts';
import { Dialog } from './dialog';
import { DialogFoot } from './dialog-foot';
import { useChange, type ChangeOptions } from './use-change';

/**
 * A button that asks first: for what cannot be undone, or has a large effect. The dialog closes once the change has run; a failure is
 * shown in it.
 */
export function ConfirmButton<Result>({
  title,
  text,
  details,
  action,
  actionColor = 'red',
  run,
  done,
  message,
  leaveTo,
  refresh,
  children = action,
  ...button
}: Omit<ChangeOptions<void, Result>, 'showsError'> &
  ButtonProps & {
    readonly title: string;
    readonly text: string;
    /** Below the text. */
    readonly details?: ReactNode;
    /** On the button that does it. */
    readonly action: string;
    /** Red for what destroys something. */
    readonly actionColor?: 'red' | 'accent';
    /** Default: the action. */
    readonly children?: ReactNode;
  }) {
  const [isOpen, { open, close }] = useDisclosure();
  const change = useChange({
    ...{ run, message, leaveTo, refresh },
    done: (result: Result) => {
      close();
      done?.(result);
    },
    // A dialog that was closed meanwhile shows nothing.
    showsError: isOpen,
  });
  const start = () => {
    if (!change.isPending) change.reset();
    open();
  };
  return (
    <>
      <Button
        variant="default"
        c={actionColor === 'red' ? 'var(--bad)' : undefined}
        {...button}
        onClick={start}
      >
        {children}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={title}>
        <Text size="sm">{text}</Text>
        {details !== undefined && <Box mt="lg">{details}</Box>}
        <DialogFoot error={change.error}>
          <Button variant="default" onClick={close}>
            {texts.common.cancel}
          </Button>
          <Button
            color={actionColor === 'red' ? 'red.9' : actionColor}
            loading={change.isPending}
            onClick={() => change.mutate()}
          >
            {action}
          </Button>
        </DialogFoot>
      </Dialog>
    </>
  );
}
