import { Text } from '@mantine/core';
import { GitBranch, Mail, Timer, UserPen, Webhook, type LucideIcon } from 'lucide-react';
import type { AutomationStep } from '../../api/types';
import { automationTexts as words } from '../../texts/automations';
import { stepText } from './step-text';
import classes from './automations.module.css';

const icons: Readonly<Record<AutomationStep['type'], LucideIcon>> = {
  ...{ send: Mail, wait: Timer, wait_until: Timer, condition: GitBranch },
  ...{ update_contact: UserPen, webhook: Webhook },
};

/** Steps in order, branches of conditions indented below them. */
export function StepTree({
  steps,
  label,
}: {
  readonly steps: readonly AutomationStep[];
  readonly label: string;
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
        <Step key={index} step={step} />
      ))}
    </ol>
  );
}

function Step({ step }: { readonly step: AutomationStep }) {
  const Icon = icons[step.type];
  return (
    <li>
      <div className={classes.step}>
        <Icon size={14} aria-hidden />
        <div>
          <strong>{words.stepNames[step.type]}</strong>{' '}
          <span className={classes.stepText}>{stepText(step)}</span>
        </div>
      </div>
      {step.type === 'condition' &&
        (['then', 'else'] as const).map((branch) => (
          <div key={branch} className={classes.branch}>
            <div className={classes.branchName}>{words[branch]}</div>
            <StepTree steps={step[branch]} label={words[branch]} />
          </div>
        ))}
    </li>
  );
}
