import { List, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AutomationDryRun, AutomationStep } from '../../api/types';
import { automationTexts } from '../../texts/automations';
import { StatusBadge } from '../../ui/badge';
import { ExactTime } from '../../ui/time';
import { SendStepTest, type StepTest } from './send-step-test';
import { stepAt } from './step-positions';
import { useConditionNames } from '../segments/condition-names';
import { conditionsOfContact, conditionText, stepNumber } from './step-text';
import classes from './automations.module.css';

const { dryRun: words, stepNames } = automationTexts;

type TakenStep = AutomationDryRun['steps'][number];

/** The steps that the contact would take, and how the run would end. */
export function DryRunPath({
  result: { steps: taken, status, detail, version },
  steps,
  test,
}: {
  readonly result: AutomationDryRun;
  readonly steps: readonly AutomationStep[];
  readonly test: StepTest;
}) {
  return (
    <section aria-label={words.path} role="status">
      <Text size="sm" mb="xs">
        {version !== null && automationTexts.version(version)} <StatusBadge status={status} />{' '}
        {detailText(detail)}
      </Text>
      <ol className={classes.tree}>
        {taken.map((step) => (
          <li key={step.position} className={classes.step}>
            <div>
              <Text size="sm" span mr="xs">
                <span className="mono">{stepNumber(step.position)}</span>{' '}
                {stepNames[step.type as keyof typeof stepNames]}
              </Text>
              <StatusBadge
                status={words.outcomes[step.outcome]}
                tone={step.outcome === 'failed' ? 'bad' : step.outcome === 'done' ? 'good' : 'plain'}
              />
              <Text size="xs" c="dimmed">
                <ExactTime at={step.at} /> {step.until !== null && words.until}{' '}
                {step.until !== null && <ExactTime at={step.until} />} {detailText(step.detail)}
              </Text>
              <Conditions taken={step} step={stepAt(steps, step.position)} />
              {step.email !== null && <Email email={step.email} />}
              {step.email !== null && <SendStepTest test={test} position={step.position} steps={steps} />}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The conditions of a step with what came of each. */
function Conditions({
  taken,
  step,
}: {
  readonly taken: TakenStep;
  readonly step: AutomationStep | undefined;
}) {
  const names = useConditionNames(step === undefined ? [] : conditionsOfContact(step));
  if (step?.type !== 'condition' || taken.conditions_met.length === 0) return null;
  return (
    <List size="xs">
      {step.if.all.map((condition, index) => (
        <List.Item key={index}>
          {conditionText(condition, names)}: {taken.conditions_met[index] === true ? words.met : words.notMet}
        </List.Item>
      ))}
    </List>
  );
}

/** A reason of the API in words, with what it names behind it. */
function detailText(detail: string | null): string {
  if (detail === null) return '';
  const [code = '', ...rest] = detail.split(': ');
  return [words.details[code as keyof typeof words.details] ?? code, ...rest].join(': ');
}

function Email({ email }: { readonly email: NonNullable<TakenStep['email']> }) {
  const { subject, from, template_id: id, template_slug: slug, template_version: version } = email;
  return (
    <Text size="xs">
      {subject !== null && `“${subject}”, `}
      {words.from(from)}
      {id !== null && (
        <>
          ,{' '}
          <Link to="/templates/$id" params={{ id }}>
            {words.template(slug ?? id, version ?? 0)}
          </Link>
        </>
      )}
    </Text>
  );
}
