import type { AutomationStep } from '../../api/types';
import { automationTexts } from '../../texts/automations';
import { sentenceOf } from '../segments/segment-conditions';

const words = automationTexts.stepTexts;

type ConditionStep = Extract<AutomationStep, { readonly type: 'condition' }>;
type StepCondition = ConditionStep['if']['all'][number];

/** What a step does, in words. */
export function stepText(step: AutomationStep): string {
  switch (step.type) {
    case 'send':
      return sendText(step);
    case 'wait':
      return step.duration;
    case 'wait_until':
      return untilText(step);
    case 'condition':
      return step.if.all.length === 0 ? words.always : step.if.all.map(conditionText).join(' and ');
    case 'update_contact': {
      const { type: _type, ...changes } = step;
      return words.set(Object.keys(changes));
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
    template !== undefined && words.template(template.slug ?? template.id ?? ''),
    subject !== undefined && words.subject(subject),
    words.from(from),
    topic !== undefined && words.topic(topic),
  ];
  return parts.filter(Boolean).join(', ');
}

function untilText(step: Extract<AutomationStep, { readonly type: 'wait_until' }>): string {
  if (step.event !== undefined) return words.untilEvent(step.event, step.timeout ?? '');
  if (step.time !== undefined) return words.untilTime(step.time, step.timezone ?? 'UTC');
  return words.untilProperty(step.event_property ?? '');
}

export function conditionText(condition: StepCondition): string {
  if ('waited' in condition) return words.waited[condition.waited];
  if (!('event_property' in condition)) return sentenceOf(condition);
  const { event_property: property, ...rest } = condition;
  return words.eventProperty(sentenceOf({ property, ...rest }));
}

/** All steps with their positions, such as `2.then.1`, in the order of the page. */
export function positionsOf(
  steps: readonly AutomationStep[],
  before = '',
): readonly (readonly [string, AutomationStep])[] {
  return steps.flatMap((step, index) => {
    const position = `${before}${index}`;
    if (step.type !== 'condition') return [[position, step] as const];
    return [
      [position, step] as const,
      ...positionsOf(step.then, `${position}.then.`),
      ...positionsOf(step.else, `${position}.else.`),
    ];
  });
}
