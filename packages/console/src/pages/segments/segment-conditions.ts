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

const kinds = ['status', 'topic', 'property', 'field', 'date', 'broadcast', 'activity'] as const;

export function kindOf(condition: Condition): ConditionKind {
  const kind = kinds.find((each) => each in condition);
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
  if (kinds.some((kind) => kind in item)) return true;
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

const words = segmentTexts.sentences;

/** The name of a topic by its slug. */
export type TopicName = (slug: string) => string;
const bySlug: TopicName = (slug) => slug;

/** A condition or group in words. */
export function sentenceOf(item: ConditionItem, topicName = bySlug): string {
  const sentence = (condition: Condition) => conditionSentence(condition, topicName);
  if ('any' in item) return `(${item.any.map(sentence).join(words.or)})`;
  if ('all' in item) return `(${item.all.map(sentence).join(words.and)})`;
  return sentence(item);
}

function conditionSentence(condition: Condition, topicName: TopicName): string {
  if ('status' in condition) return words.status(segmentTexts.statuses[condition.status]);
  if ('topic' in condition)
    return words.topic(segmentTexts.states[condition.state], topicName(condition.topic));
  if ('broadcast' in condition) {
    return words.broadcast(segmentTexts.broadcastActions[broadcastActionOf(condition)], condition.broadcast);
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
export function filterSentence({ all, any }: EditedFilter, topicName = bySlug): string {
  const sentence = (item: ConditionItem) => sentenceOf(item, topicName);
  const parts = [...all.map(sentence), ...(any.length > 0 ? [`(${any.map(sentence).join(words.or)})`] : [])];
  return parts.length === 0 ? segmentTexts.everyone : `${segmentTexts.sentence}: ${parts.join(words.and)}.`;
}
