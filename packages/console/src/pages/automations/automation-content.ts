import type { Automation, AutomationStep } from '../../api/types';
import { inOrder } from '../../editor/in-order';
import { conditionKinds } from '../segments/segment-conditions';

export type Trigger = Automation['trigger'];
export type Steps = readonly AutomationStep[];
export type StepOf<Type extends AutomationStep['type']> = Extract<AutomationStep, { readonly type: Type }>;

/** What a version of an automation does. While it is edited, texts of it may be empty. */
export interface AutomationContent {
  readonly trigger: Trigger;
  readonly steps: Steps;
}

/** An automation as the editor has it. */
export interface AutomationEdit {
  readonly name: string;
  readonly isOnce: boolean;
  readonly content: AutomationContent;
}

/** The trigger and steps of a version, as they are edited. */
export const publishedContent = ({
  trigger,
  steps,
}: Pick<Automation, 'trigger' | 'steps'>): AutomationContent =>
  inOrder({ trigger, steps: withoutRendered(steps) });

export function editOf(automation: Automation): AutomationEdit {
  const { name, one_per_contact: isOnce, draft } = automation;
  return { name, isOnce, content: contentOfDraft(draft) ?? publishedContent(automation) };
}

/** A draft that this console wrote, or could have written; null: it is of another form. */
export function contentOfDraft(draft: Automation['draft']): AutomationContent | null {
  if (draft === null || !isContent(draft)) return null;
  return inOrder({ trigger: draft.trigger, steps: withoutRendered(draft.steps) });
}

/** Whether a value has the form of a trigger and steps that this console knows, however incomplete. */
export function isContent(value: unknown): value is AutomationContent {
  if (!isObject(value) || !isObject(value['trigger'])) return false;
  const { event, if: filter } = value['trigger'];
  if (typeof event !== 'string' || (filter !== undefined && !hasConditions(filter))) return false;
  return Array.isArray(value['steps']) && value['steps'].every(isStep);
}

function isStep(step: unknown): boolean {
  if (!isObject(step)) return false;
  const { type } = step;
  const isText = (...names: string[]) => names.every((name) => typeof step[name] === 'string');
  switch (type) {
    case 'send':
      return isText('from') && (step['template'] === undefined || isObject(step['template']));
    case 'wait':
      return isText('duration');
    case 'wait_until':
      return ['event', 'time', 'event_property'].some((name) => isText(name));
    case 'condition': {
      const branches = [step['then'], step['else']];
      return (
        hasConditions(step['if']) && branches.every((branch) => Array.isArray(branch) && branch.every(isStep))
      );
    }
    case 'webhook':
      return isText('url');
    default:
      return type === 'update_contact';
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const conditionFields = [...conditionKinds, 'event_property', 'waited'];

function hasConditions(filter: unknown): boolean {
  if (!isObject(filter) || !Array.isArray(filter['all'])) return false;
  return filter['all'].every(
    (condition) => isObject(condition) && conditionFields.some((field) => field in condition),
  );
}

/** The API renders HTML and text of a document when steps are published: they are not edited. */
function withoutRendered(steps: Steps): Steps {
  return steps.map((step) => {
    if (step.type === 'send' && step.document !== undefined) {
      const { html: _, text: __, ...rest } = step;
      return rest;
    }
    if (step.type !== 'condition') return step;
    return { ...step, then: [...withoutRendered(step.then)], else: [...withoutRendered(step.else)] };
  });
}
