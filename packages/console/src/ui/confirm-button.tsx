import { Box, Button, Group, Modal, Text, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { texts } from '../texts/texts';
import { ErrorPanel } from './error-panel';

/** A button that asks first: for what cannot be undone, or has a large effect. With `error`, the dialog stays open and shows why it failed. */
export function ConfirmButton({
  title,
  text,
  action,
  actionColor = 'red',
  run,
  children,
  isPending,
  error,
  details,
  ...button
}: ButtonProps & {
  readonly title: string;
  readonly text: string;
  /** On the button that does it. */
  readonly action: string;
  /** Red for what destroys something. */
  readonly actionColor?: 'red' | 'accent';
  readonly run: () => Promise<unknown>;
  readonly isPending: boolean;
  readonly error?: unknown;
  /** Below the text. */
  readonly details?: ReactNode;
  readonly children: ReactNode;
}) {
  const [isOpen, { open, close }] = useDisclosure();
  const [hasFailed, setFailed] = useState(false);
  const start = () => {
    setFailed(false);
    open();
  };
  const fail = () => {
    setFailed(true);
    if (error === undefined) close();
  };
  return (
    <>
      <Button variant="default" {...button} onClick={start}>
        {children}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title}>
        {hasFailed && <ErrorPanel error={error} />}
        <Text size="sm" mb="lg">
          {text}
        </Text>
        {details !== undefined && <Box mb="lg">{details}</Box>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {texts.common.cancel}
          </Button>
          <Button
            color={actionColor === 'red' ? 'red.9' : actionColor}
            loading={isPending}
            onClick={() => void run().then(close, fail)}
          >
            {action}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
