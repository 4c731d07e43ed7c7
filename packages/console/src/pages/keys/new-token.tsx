import { Alert, Button, Stack } from '@mantine/core';
import type { CreatedApiKey } from '../../api/types';
import { keys as words } from '../../texts/keys';
import { CodeBlock } from '../../ui/copy';
import { Dialog } from '../../ui/dialog';

/** The only time that the key is shown. */
export function NewToken({
  apiKey,
  close,
}: {
  readonly apiKey: CreatedApiKey | null;
  readonly close: () => void;
}) {
  return (
    <Dialog opened={apiKey !== null} onClose={close} title={words.tokenTitle} closeOnClickOutside={false}>
      <Stack gap="sm">
        <Alert color="yellow" variant="light">
          {words.tokenText}
        </Alert>
        <CodeBlock code={apiKey?.token ?? ''} wrap label={words.token} />
        <Button onClick={close}>{words.tokenDone}</Button>
      </Stack>
    </Dialog>
  );
}
