import type { AutomationStep } from '../../api/types';
import { automationTexts } from '../../texts/automations';
import { automationEditorTexts } from '../../texts/automation-editor';
import { sentenceOf } from '../segments/segment-conditions';
import { durationOf } from './durations';

const words = automationTexts.stepTexts;

type ConditionStep = Extract<AutomationStep, { readonly type: 'condition' }>;
type StepCondition = ConditionStep['if']['all'][number];

/** Of a position such as `2.then.1`. */
export const stepNumber = automationEditorTexts.stepNumber;

/** `3d`: 3 days. */
function durationText(text: string): string {
  const duration = durationOf(text);
  return duration === null ? text : automationEditorTexts.wait.unitOf(duration.amount, duration.unit);
}

/** What a step does, in words. */
export function stepText(step: AutomationStep): string {
  switch (step.type) {
    case 'send':
      return sendText(step);
    case 'wait':
      return durationText(step.duration);
    case 'wait_until':
      return untilText(step);
    case 'condition':
      return step.if.all.length === 0 ? words.always : step.if.all.map(conditionText).join(' and ');
    case 'update_contact': {
      const { type: _type, ...changes } = step;
      return words.set(Object.keys(changes).map((name) => words.changes[name as keyof typeof words.changes]));
    }
    case 'webhook':
      return step.url;
  }
}

function sendText({
  template,
  subject,
  from,
  topic,
}: Extract<AutomationStep, { readonly type: 'send' }>): string {
  const parts = [
    template !== undefined && words.template(template.slug ?? ''),
    (subject ?? '') !== '' && words.subject(subject ?? ''),
    from !== '' && words.from(from),
    topic !== undefined && words.topic(topic),
  ];
  return parts.filter(Boolean).join(', ');
}

function untilText(step: Extract<AutomationStep, { readonly type: 'wait_until' }>): string {
  if (step.event !== undefined) return words.untilEvent(step.event, durationText(step.timeout ?? ''));
  if (step.time !== undefined) return words.untilTime(step.time, step.timezone ?? 'UTC');
  return words.untilProperty(step.event_property ?? '');
}

export function conditionText(condition: StepCondition): string {
  if ('waited' in condition) return words.waited[condition.waited];
  if (!('event_property' in condition)) return sentenceOf(condition);
  const { event_property: property, ...rest } = condition;
  return words.eventProperty(sentenceOf({ property, ...rest }));
}

/** The steps in words, one a line, branches indented. */
export function outlineOf(steps: readonly AutomationStep[], before = '', indent = ''): string[] {
  return steps.flatMap((step, index) => {
    const position = `${before}${index}`;
    const line = `${indent}${index + 1}. ${automationTexts.stepNames[step.type]}: ${stepText(step)}`;
    if (step.type !== 'condition') return [line];
    const branches = (['then', 'else'] as const).flatMap((branch) => [
      `${indent}   ${automationTexts[branch]}`,
      ...outlineOf(step[branch], `${position}.${branch}.`, `${indent}   `),
    ]);
    return [line, ...branches];
  });
}
