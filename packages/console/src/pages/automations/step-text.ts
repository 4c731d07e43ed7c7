import type { AutomationStep } from '../../api/types';
import { automationTexts } from '../../texts/automations';
import { automationEditorTexts } from '../../texts/automation-editor';
import { sentenceOf, type Condition, type ConditionNames } from '../segments/segment-conditions';
import type { StepOf } from './automation-content';
import { durationOf } from './durations';

const words = automationTexts.stepTexts;

type StepCondition = StepOf<'condition'>['if']['all'][number];

/** Of a position such as `2.then.1`. */
export const stepNumber = automationEditorTexts.stepNumber;

/** `3d`: 3 days. */
function durationText(text: string): string {
  const duration = durationOf(text);
  return duration === null ? text : automationEditorTexts.wait.unitOf(duration.amount, duration.unit);
}

/** Names of what steps refer to. */
export interface StepNames extends ConditionNames {
  /** By its id or slug. */
  readonly template: (named: string) => string;
}

const same = (named: string): string => named;
const asNamed: StepNames = { template: same, topic: same, broadcast: same, form: same, import: same };

/** What a step does, in words. */
export function stepText(step: AutomationStep, names = asNamed): string {
  switch (step.type) {
    case 'send':
      return sendText(step, names);
    case 'wait':
      return durationText(step.duration);
    case 'wait_until':
      return untilText(step);
    case 'condition':
      return step.if.all.length === 0
        ? words.always
        : step.if.all.map((each) => conditionText(each, names)).join(words.and);
    case 'update_contact': {
      const { type: _type, ...changes } = step;
      return words.set(Object.keys(changes).map((name) => words.changes[name as keyof typeof words.changes]));
    }
    case 'webhook':
      return step.url;
  }
}

function sendText({ template, subject = '' }: StepOf<'send'>, names: StepNames): string {
  if (template === undefined) return subject === '' ? '' : words.subject(subject);
  const named = template.id ?? template.slug ?? '';
  return named === '' ? '' : words.template(names.template(named));
}

function untilText(step: StepOf<'wait_until'>): string {
  if (step.event !== undefined) return words.untilEvent(step.event, durationText(step.timeout ?? ''));
  if (step.time !== undefined) return words.untilTime(step.time, step.timezone ?? 'UTC');
  return words.untilProperty(step.event_property ?? '');
}

export function conditionText(condition: StepCondition, names?: ConditionNames): string {
  if ('waited' in condition) return words.waited[condition.waited];
  if (!('event_property' in condition)) return sentenceOf(condition, names);
  const { event_property: property, ...rest } = condition;
  return words.eventProperty(sentenceOf({ property, ...rest }));
}

/** Conditions of a step that segments have, too. */
export function conditionsOfContact(step: AutomationStep): Condition[] {
  if (step.type !== 'condition') return [];
  return step.if.all.flatMap((each) => ('waited' in each || 'event_property' in each ? [] : [each]));
}
