import type { SegmentFilter } from '../../api/types';
import { segmentTexts } from '../../texts/segments';

type FilterItem = SegmentFilter['all'][number];
/** Conditions that only all, or any, of a group meets. A group contains no other group. */
export type ConditionGroup = Extract<FilterItem, { readonly all: unknown } | { readonly any: unknown }>;
export type Condition = Exclude<FilterItem, ConditionGroup>;
export type ConditionItem = Condition | ConditionGroup;
export type ConditionKind = keyof typeof segmentTexts.kinds;

/** A filter as the editor has it. */
export interface EditedFilter {
  readonly all: readonly ConditionItem[];
  readonly any: readonly ConditionItem[];
}

/** The first field of a condition says its kind. */
export const conditionKinds = [
  ...(['status', 'topic', 'property', 'field', 'date', 'broadcast', 'activity', 'form', 'import'] as const),
];

export function kindOf(condition: Condition): ConditionKind {
  const kind = conditionKinds.find((each) => each in condition);
  // A stored filter is checked by `editedFilter` before it gets here.
  if (kind === undefined) throw new Error('a condition has no known kind');
  return kind;
}

export const isGroup = (item: ConditionItem): item is ConditionGroup => 'all' in item || 'any' in item;

/** A new condition of this kind. */
export function newCondition(kind: ConditionKind): Condition {
  switch (kind) {
    case 'status':
      return { status: 'SUBSCRIBED' };
    case 'topic':
      return { topic: '', state: 'SUBSCRIBED' };
    case 'property':
      return { property: '', op: 'eq', value: '' };
    case 'field':
      return { field: 'email_domain', op: 'eq', value: '' };
    case 'date':
      return { date: 'created_at', op: 'within_days', value: 30 };
    case 'broadcast':
      return { broadcast: '', received: true };
    case 'activity':
      return { activity: 'opened', op: 'within_days', value: 30 };
    case 'form':
      return { form: '', confirmed: true };
    case 'import':
      return { import: '', included: true };
  }
}

/** Whether something of a condition is still to be chosen. */
export function isIncomplete(item: ConditionItem): boolean {
  if (isGroup(item)) {
    const inner = 'all' in item ? item.all : item.any;
    return inner.length === 0 || inner.some(isIncomplete);
  }
  if ('topic' in item) return item.topic === '';
  if ('property' in item) return item.property === '' || (item.op !== 'exists' && item.value === '');
  if ('field' in item) return item.value === '';
  if ('date' in item || 'activity' in item) return item.value === '' || item.value === 0;
  if ('form' in item) return item.form === '';
  if ('import' in item) return item.import === '';
  return 'broadcast' in item && item.broadcast === '';
}

/** A stored filter for the editor; null when it has conditions that this console does not know. */
export function editedFilter(stored: {
  readonly all: readonly unknown[];
  readonly any?: readonly unknown[];
}) {
  const { all, any = [] } = stored;
  return [...all, ...any].every(isKnown)
    ? { all: all as readonly ConditionItem[], any: any as readonly ConditionItem[] }
    : null;
}

function isKnown(item: unknown): boolean {
  if (typeof item !== 'object' || item === null) return false;
  if (conditionKinds.some((kind) => kind in item)) return true;
  const { all, any } = item as { readonly all?: unknown; readonly any?: unknown };
  const inner = all ?? any;
  return Array.isArray(inner) && inner.every((each) => isKnown(each) && !('all' in each) && !('any' in each));
}

/** As the API takes it: without an empty list of alternatives. */
export function filterOf({ all, any }: EditedFilter): SegmentFilter {
  return { all: [...all], ...(any.length > 0 && { any: [...any] }) };
}

export type BroadcastAction = keyof typeof segmentTexts.broadcastActions;
type BroadcastCondition = Extract<Condition, { readonly broadcast: string }>;

export function broadcastActionOf(condition: BroadcastCondition): BroadcastAction {
  if ('received' in condition) return condition.received ? 'received' : 'not_received';
  if ('opened' in condition) return condition.opened ? 'opened' : 'not_opened';
  return condition.clicked ? 'clicked' : 'not_clicked';
}

export function broadcastCondition(broadcast: string, action: BroadcastAction): BroadcastCondition {
  const isWanted = !action.startsWith('not_');
  if (action.endsWith('received')) return { broadcast, received: isWanted };
  return action.endsWith('opened') ? { broadcast, opened: isWanted } : { broadcast, clicked: isWanted };
}

export type ActivityAction = keyof typeof segmentTexts.activityActions;
type ActivityCondition = Extract<Condition, { readonly activity: string }>;

export function activityActionOf({ activity, op }: ActivityCondition): ActivityAction {
  return op === 'within_days' ? activity : `not_${activity}`;
}

export function activityCondition(action: ActivityAction, value: number): ActivityCondition {
  const activity = action.replace('not_', '') as ActivityCondition['activity'];
  return { activity, op: action === activity ? 'within_days' : 'not_within_days', value };
}

export type FormAction = keyof typeof segmentTexts.formActions;
type FormCondition = Extract<Condition, { readonly form: string }>;

export function formActionOf(condition: FormCondition): FormAction {
  if ('confirmed' in condition) return condition.confirmed ? 'confirmed' : 'not_confirmed';
  return condition.added ? 'added' : 'not_added';
}

export function formCondition(form: string, action: FormAction): FormCondition {
  const isWanted = !action.startsWith('not_');
  return action.endsWith('confirmed') ? { form, confirmed: isWanted } : { form, added: isWanted };
}

export type ImportAction = keyof typeof segmentTexts.importActions;
type ImportCondition = Extract<Condition, { readonly import: string }>;

export function importActionOf(condition: ImportCondition): ImportAction {
  if ('included' in condition) return condition.included ? 'included' : 'not_included';
  return condition.added ? 'added' : 'not_added';
}

export function importCondition(id: string, action: ImportAction): ImportCondition {
  const isWanted = !action.startsWith('not_');
  return action.endsWith('included') ? { import: id, included: isWanted } : { import: id, added: isWanted };
}

const words = segmentTexts.sentences;

/** Names of what conditions refer to. */
export interface ConditionNames {
  /** By its slug. */
  readonly topic: (slug: string) => string;
  /** By their ids. */
  readonly broadcast: (id: string) => string;
  readonly form: (id: string) => string;
  readonly import: (id: string) => string;
}

const same = (named: string): string => named;
const asNamed: ConditionNames = { topic: same, broadcast: same, form: same, import: same };

/** A condition or group in words. */
export function sentenceOf(item: ConditionItem, names = asNamed): string {
  const sentence = (condition: Condition) => conditionSentence(condition, names);
  if ('any' in item) return `(${item.any.map(sentence).join(words.or)})`;
  if ('all' in item) return `(${item.all.map(sentence).join(words.and)})`;
  return sentence(item);
}

function conditionSentence(condition: Condition, names: ConditionNames): string {
  if ('status' in condition) return words.status(segmentTexts.statuses[condition.status]);
  if ('topic' in condition)
    return words.topic(segmentTexts.states[condition.state], names.topic(condition.topic));
  if ('broadcast' in condition) {
    const action = segmentTexts.broadcastActions[broadcastActionOf(condition)];
    return words.broadcast(action, names.broadcast(condition.broadcast));
  }
  if ('form' in condition) {
    return words.form(segmentTexts.formActions[formActionOf(condition)], names.form(condition.form));
  }
  if ('import' in condition) {
    return words.import(
      segmentTexts.importActions[importActionOf(condition)],
      names.import(condition.import),
    );
  }
  if ('activity' in condition) {
    return words.activity(segmentTexts.activityActions[activityActionOf(condition)], condition.value);
  }
  if ('field' in condition) {
    const { field, op, value } = condition;
    return words.field(segmentTexts.contactFields[field], segmentTexts.textOperators[op], value);
  }
  if ('date' in condition) {
    const date = segmentTexts.dates[condition.date];
    if (condition.op === 'within_days') return words.withinDays(date, condition.value);
    return words.date(
      date,
      segmentTexts.dateOperators[condition.op],
      condition.value.slice(0, 16).replace('T', ' '),
    );
  }
  if (condition.op === 'exists') {
    const operator =
      condition.value === false ? segmentTexts.operators.missing : segmentTexts.operators.exists;
    return words.property(condition.property, operator, '');
  }
  return words.property(
    condition.property,
    segmentTexts.operators[condition.op],
    typeof condition.value === 'string' ? `“${condition.value}”` : String(condition.value),
  );
}

/** The whole filter in words. */
export function filterSentence({ all, any }: EditedFilter, names = asNamed): string {
  const sentence = (item: ConditionItem) => sentenceOf(item, names);
  const parts = [...all.map(sentence), ...(any.length > 0 ? [`(${any.map(sentence).join(words.or)})`] : [])];
  return parts.length === 0 ? segmentTexts.everyone : `${segmentTexts.sentence}: ${parts.join(words.and)}.`;
}
