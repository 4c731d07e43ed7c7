import { Button, Skeleton, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { automationEditorTexts as words } from '../../texts/automation-editor';
import { Dialog } from '../../ui/dialog';
import type { AutomationContent } from './automation-content';
import { outlineOf } from './step-text';
import { useStepNames } from './use-step-names';
import { useTriggerText } from './use-trigger-text';

const CodeDifference = lazy(async () => ({
  default: (await import('../../ui/code-difference')).CodeDifference,
}));

interface CompareProps {
  readonly before: AutomationContent;
  readonly after: AutomationContent;
}

/** Shows in words what the draft changes. */
export function CompareButton(props: CompareProps) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        {words.changes}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={words.changesTitle} size="xl">
        <Difference {...props} />
      </Dialog>
    </>
  );
}

function Difference({ before, after }: CompareProps) {
  const names = useStepNames([...before.steps, ...after.steps]);
  const [one, other] = [
    [useTriggerText(before.trigger), ...outlineOf(before.steps, names)].join('\n'),
    [useTriggerText(after.trigger), ...outlineOf(after.steps, names)].join('\n'),
  ];
  return (
    <>
      {one === other && (
        <Text size="sm" mb="xs">
          {words.sameWords}
        </Text>
      )}
      <Suspense fallback={<Skeleton height="12rem" />}>
        <CodeDifference label={words.changesTitle} before={one} after={other} language="text" />
      </Suspense>
    </>
  );
}
