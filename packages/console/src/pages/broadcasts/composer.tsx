import { Button, Group, Stack, Stepper } from '@mantine/core';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { Broadcast } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { broadcastTexts as words } from '../../texts/broadcasts';
import { ErrorPanel } from '../../ui/error-panel';
import { useChange } from '../../ui/use-change';
import { useFilters } from '../../ui/use-filters';
import classes from './broadcasts.module.css';
import { AudienceStep } from './audience-step';
import { draftOf, updateOf, type BroadcastDraft } from './broadcast-draft';
import { ContentCheck } from './content-check';
import { ContentStep } from './content-step';
import { ReviewStep } from './review-step';
import { TestStep } from './test-step';

const steps = ['content', 'audience', 'test', 'review'] as const;

/** Content, audience, test, review. Each step is saved before the next one opens, so that the test shows what is sent. */
export function Composer({ broadcast }: { readonly broadcast: Broadcast }) {
  const { api } = useScope();
  const canChange = useHasRole('member');
  const [{ step = 'content' }, go] = useFilters(['step']);
  const [draft, setDraft] = useState(() => draftOf(broadcast));
  const index = Math.max(0, steps.indexOf(step as (typeof steps)[number]));
  const isChanged = JSON.stringify(updateOf(draft)) !== JSON.stringify(updateOf(draftOf(broadcast)));
  const save = useChange({
    run: async (to: number) => {
      const params = { path: { id: broadcast.id } };
      if (isChanged && canChange)
        setDraft(draftOf(await unwrap(api.PATCH('/broadcasts/{id}', { params, body: updateOf(draft) }))));
      go({ step: steps[to] });
    },
    showsError: true,
  });
  const change = (changed: Partial<BroadcastDraft>) => setDraft((before) => ({ ...before, ...changed }));
  return (
    <Stack>
      <Stepper
        active={index}
        size="xs"
        iconSize={28}
        classNames={{ step: classes.step }}
        onStepClick={(to) => save.mutate(to)}
        allowNextStepsSelect
      >
        {steps.map((name) => (
          <Stepper.Step key={name} label={words.steps[name]} />
        ))}
      </Stepper>
      <ErrorPanel error={save.error} />
      {index === 0 && (
        <ContentStep draft={draft} change={change}>
          <ContentCheck broadcast={broadcast} isStale={isChanged} />
        </ContentStep>
      )}
      {index === 1 && <AudienceStep draft={draft} change={change} />}
      {index === 2 && <TestStep broadcast={broadcast} />}
      {index === 3 && <ReviewStep broadcast={broadcast} />}
      <Group>
        {index > 0 && (
          <Button variant="default" onClick={() => save.mutate(index - 1)}>
            {words.back}
          </Button>
        )}
        {index < steps.length - 1 && (
          <Button loading={save.isPending} onClick={() => save.mutate(index + 1)}>
            {words.saveAndContinue}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
