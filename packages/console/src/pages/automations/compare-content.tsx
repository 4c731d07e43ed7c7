import { Button, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense } from 'react';
import type { Differences, Sides } from '../../saving/differences';
import { automationEditorTexts as words } from '../../texts/automation-editor';
import { savingTexts } from '../../texts/saving';
import { Dialog } from '../../ui/dialog';
import type { AutomationContent, AutomationEdit } from './automation-content';
import { lazyCode } from '../../ui/lazy-code';

const AutomationChanges = lazyCode(async () => ({
  default: (await import('./automation-changes')).AutomationChanges,
}));

/** Shows in words what the draft changes. */
export function CompareButton(sides: Sides<AutomationContent>) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        {words.changes}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={words.changesTitle} size="xl">
        <Suspense fallback={<Skeleton height="12rem" />}>
          <AutomationChanges {...sides} />
        </Suspense>
      </Dialog>
    </>
  );
}

/** Of an automation that was changed in two places. */
export const automationDifferences: Differences<AutomationEdit> = {
  content: (sides) => <AutomationChanges {...sides} sides={savingTexts.choice.sides} />,
};
