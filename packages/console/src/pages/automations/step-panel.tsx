import { ActionIcon, Group, List, Stack, Text, TextInput, Title } from '@mantine/core';
import { ArrowDown, ArrowUp, Copy, Trash } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { AutomationStep } from '../../api/types';
import { automationTexts } from '../../texts/automations';
import { automationEditorTexts as words } from '../../texts/automation-editor';
import { ConditionsForm, stepConditionKinds } from './conditions-form';
import { ContactForm } from './contact-form';
import { SendForm } from './send-form';
import type { Steps } from './automation-content';
import { stepProblems, untracked } from './step-problems';
import { stepNumber } from './step-text';
import { WaitForm } from './wait-forms';
import classes from './automations.module.css';

interface StepFormProps {
  readonly step: AutomationStep;
  readonly set: (step: AutomationStep) => void;
}

/** The form of the selected step, and what can be done with it. */
export function StepPanel({
  position,
  step,
  steps,
  set,
  move,
  duplicate,
  remove,
}: StepFormProps & {
  readonly position: string;
  /** All of the automation. */
  readonly steps: Steps;
  /** Null: it is at the end. */
  readonly move: Readonly<Record<'up' | 'down', (() => void) | null>>;
  /** Null: there is no room. */
  readonly duplicate: (() => void) | null;
  readonly remove: () => void;
}) {
  const actions = [
    { label: words.moveUp, Icon: ArrowUp, run: move.up },
    { label: words.moveDown, Icon: ArrowDown, run: move.down },
    { label: words.duplicate, Icon: Copy, run: duplicate },
    { label: words.remove, Icon: Trash, run: remove },
  ];
  return (
    <SidePanel
      position={position}
      title={words.step(stepNumber(position), automationTexts.stepNames[step.type])}
    >
      <Group gap={4}>
        {actions.map(({ label, Icon, run }) => (
          <ActionIcon
            key={label}
            variant="default"
            size={28}
            aria-label={label}
            title={label}
            // A disabled button would lose the focus at the end of a move.
            aria-disabled={run === null}
            data-disabled={run === null || undefined}
            onClick={() => run?.()}
          >
            <Icon size={14} />
          </ActionIcon>
        ))}
      </Group>
      <ProblemList problems={stepProblems(step)} />
      {untracked(step, steps).map((text) => (
        <Text key={text} size="xs" c="var(--warn)">
          {text}
        </Text>
      ))}
      <StepForm key={`${position} ${step.type}`} step={step} set={set} />
      <Text size="xs" c="dimmed">
        {words.keys}
      </Text>
    </SidePanel>
  );
}

export function ProblemList({ problems }: { readonly problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <List size="xs" c="var(--warn)" aria-label={words.incomplete}>
      {problems.map((text) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
    </List>
  );
}

/** Beside the tree. Escape leads back to what is selected. */
export function SidePanel({
  position,
  title,
  children,
}: {
  readonly position: string;
  readonly title: string;
  readonly children: React.ReactNode;
}) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget } = event;
    if (event.key !== 'Escape' || !(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
    // An open list closes first.
    if (target.getAttribute('aria-expanded') === 'true') return;
    event.preventDefault();
    document.querySelector<HTMLElement>(`[data-position="${position}"]`)?.focus();
  };
  return (
    <section className={classes.side} aria-label={title} onKeyDown={onKeyDown}>
      <Stack gap="sm">
        <Title order={3} tabIndex={-1} data-panel-title>
          {title}
        </Title>
        {children}
      </Stack>
    </section>
  );
}

function StepForm({ step, set }: StepFormProps) {
  switch (step.type) {
    case 'send':
      return <SendForm step={step} set={set} />;
    case 'wait':
    case 'wait_until':
      return <WaitForm step={step} set={set} />;
    case 'condition':
      return (
        <>
          <ConditionsForm
            label={words.condition.label}
            kinds={stepConditionKinds}
            conditions={step.if.all}
            set={(all) => set({ ...step, if: { all } })}
          />
          <Text size="xs" c="dimmed">
            {words.condition.text}
          </Text>
        </>
      );
    case 'update_contact':
      return <ContactForm step={step} set={set} />;
    case 'webhook':
      return (
        <TextInput
          label={words.webhook.url}
          description={words.webhook.urlText}
          type="url"
          required
          value={step.url}
          onChange={(event) => set({ ...step, url: event.currentTarget.value.trim() })}
        />
      );
  }
}
