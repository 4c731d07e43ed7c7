import { Alert, Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeBlock } from './copy';
import { Dialog } from './dialog';

/** The only time that a secret is shown. */
export function SecretOnce({
  title,
  text,
  label,
  secret,
  close,
  done,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly label: string;
  /** Null: nothing to show. */
  readonly secret: string | null;
  readonly close: () => void;
  /** On the button that closes the dialog. */
  readonly done: string;
  readonly children?: ReactNode;
}) {
  return (
    <Dialog opened={secret !== null} onClose={close} title={title} closeOnClickOutside={false} size="lg">
      <Stack gap="sm">
        <Alert color="yellow" variant="light">
          {text}
        </Alert>
        <CodeBlock code={secret ?? ''} wrap label={label} />
        {children}
        <Button onClick={close}>{done}</Button>
      </Stack>
    </Dialog>
  );
}
