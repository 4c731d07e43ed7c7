import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AutomationStep } from '../../api/types';
import { documentAsText, isDocument } from '../../editor/document-as-text';
import { inOrder } from '../../editor/in-order';
import type { Sides } from '../../saving/differences';
import { automationTexts } from '../../texts/automations';
import { automationEditorTexts } from '../../texts/automation-editor';
import { automationVersionTexts as words } from '../../texts/automation-versions';
import { StatusBadge } from '../../ui/badge';
import { CodeDifference } from '../../ui/code-difference';
import type { AutomationContent, StepOf } from './automation-content';
import { changedMailFields, compareSteps, type MailField, type StepChange } from './compare-steps';
import { stepNumber, stepText, type StepNames } from './step-text';
import { useStepNames } from './use-step-names';
import { useTriggerText } from './use-trigger-text';

interface SideNames {
  /** What the two are called. */
  readonly sides?: Sides<string>;
}

/** What differs between two contents of an automation: its trigger and its steps, each in words. */
export function AutomationChanges({ before, after, sides = words }: Sides<AutomationContent> & SideNames) {
  const names = useStepNames([...before.steps, ...after.steps]);
  const [was, is] = [useTriggerText(before.trigger), useTriggerText(after.trigger)];
  const isSameTrigger = jsonOf(before.trigger) === jsonOf(after.trigger);
  const changes = compareSteps(before.steps, after.steps);
  if (isSameTrigger && changes.length === 0) return <Text size="sm">{words.same}</Text>;
  return (
    <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }} aria-label={words.title}>
      {!isSameTrigger && (
        <Change kind="changed" title={words.trigger}>
          {was === is ? (
            <JsonDifference before={before.trigger} after={after.trigger} />
          ) : (
            <BeforeAndAfter before={was} after={is} sides={sides} />
          )}
        </Change>
      )}
      {changes.map((change) => (
        <StepChangeItem key={`${change.kind} ${change.position}`} {...{ change, names, sides }} />
      ))}
    </Stack>
  );
}

const tones = { added: 'good', removed: 'bad', changed: 'active' } as const;

function Change({
  kind,
  title,
  children,
}: {
  readonly kind: StepChange['kind'];
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <li>
      <Group gap="xs" mb={4}>
        <StatusBadge status={words.kinds[kind]} tone={tones[kind]} />
        <Text size="sm" fw={500}>
          {title}
        </Text>
      </Group>
      {children}
    </li>
  );
}

function StepChangeItem({
  change,
  names,
  sides,
}: {
  readonly change: StepChange;
  readonly names: StepNames;
} & Required<SideNames>) {
  const { kind, position, step } = change;
  const title = words.step(stepNumber(position), automationTexts.stepNames[step.type]);
  if (kind !== 'changed') {
    return (
      <Change kind={kind} title={title}>
        <Text size="sm">{stepText(step, names)}</Text>
      </Change>
    );
  }
  const { before, positionBefore } = change;
  const moved = positionBefore === position ? '' : ` (${words.was(stepNumber(positionBefore))})`;
  return (
    <Change kind={kind} title={`${title}${moved}`}>
      <Stack gap="xs">
        <StepDifference before={before} after={step} {...{ names, sides }} />
      </Stack>
    </Change>
  );
}

function StepDifference({
  before,
  after,
  names,
  sides,
}: Sides<AutomationStep> & { readonly names: StepNames } & Required<SideNames>) {
  const [was, is] = [stepText(before, names), stepText(after, names)];
  const mail = before.type === 'send' && after.type === 'send' ? changedMailFields(before, after) : [];
  return (
    <>
      {was !== is && <BeforeAndAfter before={was} after={is} sides={sides} />}
      {before.type === 'send' &&
        after.type === 'send' &&
        mail.map((field) => <MailDifference key={field} {...{ field, before, after }} />)}
      {was === is && mail.length === 0 && (
        <JsonDifference before={settingsOf(before)} after={settingsOf(after)} />
      )}
    </>
  );
}

/** Branches of a condition are compared for themselves. */
const settingsOf = (step: AutomationStep): unknown => (step.type === 'condition' ? step.if : step);

/** In the words of the sentences. */
function BeforeAndAfter({ before, after, sides }: Sides<string> & Required<SideNames>) {
  return (
    <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
      <div>
        {sides.before}: {before}
      </div>
      <div>
        {sides.after}: {after}
      </div>
    </Text>
  );
}

function MailDifference({ field, before, after }: Sides<StepOf<'send'>> & { readonly field: MailField }) {
  return (
    <div>
      <Text size="sm" mb={4}>
        {words.fields[field]}
      </Text>
      <CodeDifference
        label={words.fields[field]}
        before={mailText(before[field])}
        after={mailText(after[field])}
        language={field === 'html' ? 'html' : 'text'}
      />
    </div>
  );
}

function mailText(value: StepOf<'send'>[MailField]): string {
  if (isDocument(value)) return documentAsText(value);
  if (typeof value === 'object') return trackingText(value);
  return typeof value === 'string' ? value : '';
}

function trackingText({ opens, clicks }: NonNullable<StepOf<'send'>['track']>): string {
  const { send } = automationEditorTexts;
  return [...(opens ? [send.opens] : []), ...(clicks ? [send.clicks] : [])].join('\n');
}

/** What the sentences do not say. */
function JsonDifference({ before, after }: Sides<unknown>) {
  return (
    <CodeDifference label={words.settings} before={jsonOf(before)} after={jsonOf(after)} language="json" />
  );
}

const jsonOf = (value: unknown): string => JSON.stringify(inOrder(value), null, 2);
