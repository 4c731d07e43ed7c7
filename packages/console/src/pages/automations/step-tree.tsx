import { Text } from '@mantine/core';
import { GitBranch, Mail, Timer, UserPen, Webhook, type LucideIcon } from 'lucide-react';
import type { AutomationStep, StepCounts } from '../../api/types';
import { automationTexts as words } from '../../texts/automations';
import { stepText } from './step-text';
import { useStepNames } from './use-step-names';
import classes from './automations.module.css';

export const stepIcons: Readonly<Record<AutomationStep['type'], LucideIcon>> = {
  ...{ send: Mail, wait: Timer, wait_until: Timer, condition: GitBranch },
  ...{ update_contact: UserPen, webhook: Webhook },
};

/** How runs fared at each step, by position. */
export type CountsByPosition = ReadonlyMap<string, StepCounts>;

/** Steps in order, branches of conditions indented below them. */
export function StepTree({
  steps,
  label,
  counts,
  before = '',
}: {
  readonly steps: readonly AutomationStep[];
  readonly label: string;
  readonly counts: CountsByPosition;
  /** Start of the positions of these steps, such as `2.then.`. */
  readonly before?: string;
}) {
  if (steps.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {words.nothing}
      </Text>
    );
  return (
    <ol className={classes.tree} aria-label={label}>
      {steps.map((step, index) => (
        <Step key={index} step={step} position={`${before}${index}`} counts={counts} />
      ))}
    </ol>
  );
}

function Step({
  step,
  position,
  counts,
}: {
  readonly step: AutomationStep;
  readonly position: string;
  readonly counts: CountsByPosition;
}) {
  const Icon = stepIcons[step.type];
  const ofStep = counts.get(position);
  return (
    <li>
      <div className={classes.step}>
        <Icon size={14} aria-hidden />
        <div>
          <strong>{words.stepNames[step.type]}</strong>{' '}
          <span className={classes.stepText}>{stepText(step, useStepNames([step]))}</span>
        </div>
        {ofStep !== undefined && <StepCountList counts={ofStep} />}
      </div>
      {step.type === 'condition' &&
        (['then', 'else'] as const).map((branch) => (
          <div key={branch} className={classes.branch}>
            <div className={classes.branchName}>{words[branch]}</div>
            <StepTree
              steps={step[branch]}
              label={words[branch]}
              counts={counts}
              before={`${position}.${branch}.`}
            />
          </div>
        ))}
    </li>
  );
}

/** How many runs wait at the step and have passed it; what else there is, if there is any. */
export function StepCountList({ counts }: { readonly counts: StepCounts }) {
  const { waiting, waiting_truncated: isMore, passed, stopped, failed, canceled } = counts;
  const others = [
    [words.counts.stopped, stopped],
    [words.counts.failed, failed],
    [words.counts.canceled, canceled],
  ] as const;
  return (
    <dl className={classes.counts}>
      <Count name={words.counts.waiting} value={`${waiting.toLocaleString('en')}${isMore ? '+' : ''}`} />
      <Count name={words.counts.passed} value={passed.toLocaleString('en')} />
      {others.map(
        ([name, value]) => value > 0 && <Count key={name} name={name} value={value.toLocaleString('en')} />,
      )}
    </dl>
  );
}

function Count({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
