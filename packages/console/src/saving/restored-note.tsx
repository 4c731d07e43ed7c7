import { Button, Group, Text } from '@mantine/core';
import { savingTexts as words } from '../texts/saving';
import type { KeptInput } from './use-kept-input';

/** Says that a form begins with what was entered before, and lets people begin again. */
export function RestoredNote<Values extends object>({ input }: { readonly input: KeptInput<Values> }) {
  if (!input.isRestored) return null;
  return (
    <Group gap="xs">
      <Text size="xs" role="note">
        {words.restoredNew}
      </Text>
      <Button variant="default" size="compact-xs" onClick={input.clear}>
        {words.discard}
      </Button>
    </Group>
  );
}
