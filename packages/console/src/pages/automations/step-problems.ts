import type { AutomationStep } from '../../api/types';
import { hasExampleText } from '../../editor/starter-document';
import { automationEditorTexts } from '../../texts/automation-editor';
import { isIncomplete } from '../segments/segment-conditions';
import type { AutomationContent, StepOf, Trigger } from './automation-content';
import { durationOf } from './durations';
import { positionsOf } from './step-positions';
import { namedTrigger } from './trigger-kinds';

const { problems: words } = automationEditorTexts;

type StepCondition = StepOf<'condition'>['if']['all'][number];

/** What is missing before an automation can run. */
export interface Problem {
  /** Of a step; `trigger`; or null: of the whole. */
  readonly position: string | null;
  readonly text: string;
}

export function problemsOf({ trigger, steps }: AutomationContent): readonly Problem[] {
  return [
    ...triggerProblems(trigger).map((text) => ({ position: 'trigger', text })),
    ...(steps.length === 0 ? [{ position: null, text: words.noSteps }] : []),
    ...positionsOf(steps).flatMap(([position, step]) =>
      stepProblems(step).map((text) => ({ position, text })),
    ),
  ];
}

/** Positions of the emails that still have a sentence of a recipe, which says what to write in its place. */
export function exampleEmails({ steps }: AutomationContent): readonly string[] {
  return positionsOf(steps).flatMap(([position, step]) =>
    step.type === 'send' && step.document !== undefined && hasExampleText(step.document) ? [position] : [],
  );
}

/** What a condition asks about and no email of the automation tracks. */
export function untracked(step: AutomationStep, steps: AutomationContent['steps']): readonly string[] {
  if (step.type !== 'condition') return [];
  const asked = step.if.all.map((condition) => 'activity' in condition && condition.activity);
  const emails = positionsOf(steps).flatMap(([, each]) => (each.type === 'send' ? [each] : []));
  return [
    ...(asked.includes('opened') && !emails.some(({ track }) => track?.opens) ? [words.untracked.opens] : []),
    ...(asked.includes('clicked') && !emails.some(({ track }) => track?.clicks)
      ? [words.untracked.clicks]
      : []),
  ];
}

const eventName = /^[A-Za-z0-9](?:[A-Za-z0-9._:-]*[A-Za-z0-9])?$/;

export function triggerProblems(trigger: Trigger): string[] {
  const named = namedTrigger(trigger);
  switch (named.kind) {
    case 'topic':
      return named.topic === '' ? [words.trigger.topic] : [];
    case 'form':
      return named.form === '' ? [words.trigger.form] : [];
    case 'segment':
      return named.segment === '' ? [words.trigger.segment] : [];
    case 'event': {
      const { event, conditions } = named;
      return [
        ...(event === '' ? [words.trigger.event] : eventName.test(event) ? [] : [words.trigger.eventName]),
        ...(conditions.some(isUnfinished) ? [words.trigger.condition] : []),
      ];
    }
    case 'created':
    case 'unsubscribed':
      return [];
  }
}

export function stepProblems(step: AutomationStep): string[] {
  switch (step.type) {
    case 'send':
      return sendProblems(step);
    case 'wait':
      return durationOf(step.duration) === null ? [words.duration] : [];
    case 'wait_until':
      return waitProblems(step);
    case 'condition':
      return [
        ...(step.if.all.some(isUnfinished) ? [words.condition] : []),
        ...(step.then.length + step.else.length === 0 ? [words.branches] : []),
      ];
    case 'update_contact':
      return updateProblems(step);
    case 'webhook':
      return /^https:\/\/[^\s/]+/.test(step.url) ? [] : [words.url];
  }
}

function sendProblems({ from, template, subject, html, text, document }: StepOf<'send'>): string[] {
  const problems = from === '' ? [words.from] : [];
  if (template !== undefined) {
    return (template.id ?? template.slug ?? '') === '' ? [...problems, words.template] : problems;
  }
  if ((subject ?? '').trim() === '') problems.push(words.subject);
  const isEmpty = document === undefined && (html ?? '') === '' && (text ?? '') === '';
  return isEmpty || document?.blocks.length === 0 ? [...problems, words.content] : problems;
}

function waitProblems({ event, timeout, time, event_property: property }: StepOf<'wait_until'>): string[] {
  if (event !== undefined) {
    return [
      ...(eventName.test(event) ? [] : [words.event]),
      ...(durationOf(timeout ?? '') === null ? [words.duration] : []),
    ];
  }
  if (time !== undefined) return time === '' ? [words.time] : [];
  return (property ?? '') === '' ? [words.property] : [];
}

function updateProblems(step: StepOf<'update_contact'>): string[] {
  const { properties = {}, topics = [], first_name: first, last_name: last, status } = step;
  const names = Object.keys(properties);
  const changes = [first, last, status].filter((value) => value !== undefined);
  if (names.length + topics.length + changes.length === 0) return [words.change];
  return names.includes('') ? [words.propertyName] : [];
}

/** Whether something of a condition is still to be chosen. */
function isUnfinished(condition: StepCondition): boolean {
  if ('waited' in condition) return false;
  if (!('event_property' in condition)) return isIncomplete(condition);
  const { event_property: property, ...rest } = condition;
  return isIncomplete({ property, ...rest });
}
