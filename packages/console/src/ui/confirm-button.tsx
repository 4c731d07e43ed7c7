import { Box, Button, Text, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, type ReactNode } from 'react';
import { texts } from '../texts/texts';
import { Dialog } from './dialog';
import { DialogFoot } from './dialog-foot';
import { useChange, type ChangeOptions } from './use-change';

export interface Question<Result> extends Omit<ChangeOptions<void, Result>, 'showsError'> {
  readonly title: string;
  readonly text: string;
  /** Below the text. */
  readonly details?: ReactNode;
  /** On the button that does it. */
  readonly action: string;
  /** Red for what destroys something or stops mail. */
  readonly actionColor?: 'red' | 'accent';
}

/** A button that asks first: for what cannot be undone, or has a large effect. */
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
}: Question<Result> &
  ButtonProps & {
    /** Default: the action. */
    readonly children?: ReactNode;
  }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button
        variant="default"
        c={actionColor === 'red' ? 'var(--bad)' : undefined}
        {...button}
        onClick={open}
      >
        {children}
      </Button>
      <ConfirmDialog
        {...{ title, text, details, action, actionColor, run, done, message, leaveTo, refresh }}
        opened={isOpen}
        close={close}
      />
    </>
  );
}

/** The question alone, for what is in a menu. It closes once the change has run; a failure is shown in it. */
export function ConfirmDialog<Result>({
  opened: isOpen,
  close,
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
}: Question<Result> & { readonly opened: boolean; readonly close: () => void }) {
  const change = useChange({
    ...{ run, message, leaveTo, refresh },
    done: (result: Result) => {
      close();
      done?.(result);
    },
    // A dialog that was closed meanwhile shows nothing.
    showsError: isOpen,
  });
  const { isPending, reset } = change;
  useEffect(() => {
    // Not the failure of the last time.
    if (isOpen && !isPending) reset();
  }, [isOpen]);
  return (
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
  );
}
