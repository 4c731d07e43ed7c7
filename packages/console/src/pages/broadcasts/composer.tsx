import { Button, Group, Stack, Stepper } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrapVersioned } from '../../api/client';
import type { Broadcast } from '../../api/types';
import { showSaved } from '../../saving/show-saved';
import { SaveState } from '../../saving/save-state';
import { useAutosave } from '../../saving/use-autosave';
import { useHasRole, useScope } from '../../session/scope';
import { useReader } from '../../session/use-read';
import { broadcastTexts as words } from '../../texts/broadcasts';
import { useFilters } from '../../ui/use-filters';
import classes from './broadcasts.module.css';
import { AudienceStep } from './audience-step';
import { broadcastDifferences } from './broadcast-differences';
import { draftOf, problemOf, updateOf, type BroadcastDraft } from './broadcast-draft';
import { ContentCheck } from './content-check';
import { ContentStep } from './content-step';
import { ReviewStep } from './review-step';
import { TestStep } from './test-step';

const steps = ['content', 'audience', 'test', 'review'] as const;

/** Content, audience, test, review. What is tested and sent is what is saved, so it is saved before these steps open. */
export function Composer({ broadcast }: { readonly broadcast: Broadcast }) {
  const saving = useBroadcastSaving(broadcast);
  const [{ step = 'content' }, go] = useFilters(['step']);
  const index = Math.max(0, steps.indexOf(step as (typeof steps)[number]));
  // Not while a field is saved: pressing the button leaves the field, and a disabled button takes no click.
  const [isOpening, setOpening] = useState(false);
  const open = async (to: number) => {
    setOpening(true);
    const isSaved = await saving.flush().finally(() => setOpening(false));
    if (isSaved || to < steps.indexOf('test')) go({ step: steps[to] });
  };
  return (
    <Stack onBlur={saving.onBlur}>
      <Stepper
        active={index}
        size="xs"
        iconSize={28}
        classNames={{ step: classes.step }}
        onStepClick={(to) => void open(to)}
        allowNextStepsSelect
      >
        {steps.map((name, at) => (
          <Stepper.Step
            key={name}
            label={words.steps[name]}
            completedIcon={name === 'test' && broadcast.tested_at === null ? at + 1 : undefined}
          />
        ))}
      </Stepper>
      <SaveState saving={saving} labels={words.draftFields} differences={broadcastDifferences} />
      {index === 0 && (
        <ContentStep broadcast={broadcast} draft={saving.draft} change={saving.change}>
          <ContentCheck broadcast={broadcast} isStale={saving.phase !== 'saved'} />
        </ContentStep>
      )}
      {index === 1 && <AudienceStep draft={saving.draft} change={saving.change} />}
      {index === 2 && <TestStep broadcast={broadcast} />}
      {index === 3 && <ReviewStep broadcast={broadcast} />}
      <Group>
        {index > 0 && (
          <Button variant="default" onClick={() => void open(index - 1)}>
            {words.back}
          </Button>
        )}
        {index < steps.length - 1 && (
          <Button loading={isOpening} onClick={() => void open(index + 1)}>
            {words.saveAndContinue}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function useBroadcastSaving(broadcast: Broadcast) {
  const { api } = useScope();
  const canChange = useHasRole('member');
  const queryClient = useQueryClient();
  const { key } = useReader('/broadcasts/{id}');
  const params = { path: { id: broadcast.id } };
  return useAutosave<BroadcastDraft, ReturnType<typeof updateOf>, Broadcast>({
    path: `/broadcasts/${broadcast.id}`,
    canChange,
    stored: broadcast,
    draftOf,
    bodyOf: updateOf,
    problemOf,
    read: () => unwrapVersioned(api.GET('/broadcasts/{id}', { params })),
    write: (body, { headers, keepalive }) =>
      unwrapVersioned(api.PATCH('/broadcasts/{id}', { params, body, headers, keepalive })),
    saved: (stored) => showSaved(queryClient, [...key, params], stored),
  });
}
