import type { AutomationStep } from '../../api/types';
import { starterBroadcast } from '../../editor/starter-document';
import type { AutomationContent, Steps, Trigger } from './automation-content';
import { namedTrigger } from './trigger-kinds';

/** The step with other fields; one that is undefined is removed. */
export function changedStep<Step extends object>(
  step: Step,
  fields: { readonly [Field in keyof Step]?: Step[Field] | undefined },
): Step {
  const entries = Object.entries({ ...step, ...fields }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Step;
}

/** A field that is absent while its input is empty. */
export const orAbsent = (value: string | null): string | undefined =>
  value === null || value === '' ? undefined : value;

/** The steps once the trigger is another: its mails go to the topic of the trigger, unless another was chosen for them. */
export function stepsFor(next: Trigger, { trigger, steps }: AutomationContent): Steps {
  const topic = topicOf(next);
  if (topic === undefined) return steps;
  return steps.map((step) => {
    if (step.type === 'condition') {
      const branch = (list: Steps) => [...stepsFor(next, { trigger, steps: list })];
      return { ...step, then: branch(step.then), else: branch(step.else) };
    }
    return step.type === 'send' && step.topic === topicOf(trigger) ? { ...step, topic } : step;
  });
}

function topicOf(trigger: Trigger): string | undefined {
  const named = namedTrigger(trigger);
  return named.kind === 'topic' ? orAbsent(named.topic) : undefined;
}

/** What a step begins with. A mail of a trigger that is about a topic goes to that topic. */
export function newStep(
  type: AutomationStep['type'],
  { from, trigger }: { readonly from: string; readonly trigger: Trigger },
): AutomationStep {
  switch (type) {
    case 'send': {
      const topic = topicOf(trigger);
      return { type, from, subject: '', document: starterBroadcast, ...(topic !== undefined && { topic }) };
    }
    case 'wait':
      return { type, duration: '1d' };
    case 'wait_until':
      return { type, event: '', timeout: '3d' };
    case 'condition':
      return { type, if: { all: [{ property: '', op: 'eq', value: '' }] }, then: [], else: [] };
    case 'update_contact':
      return { type };
    case 'webhook':
      return { type, url: '' };
  }
}
