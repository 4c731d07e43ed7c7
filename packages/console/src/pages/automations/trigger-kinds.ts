import type { Trigger } from './automation-content';

type TriggerConditions = NonNullable<Trigger['if']>['all'];

/** A trigger as a person names it. */
type NamedTrigger =
  | { readonly kind: 'topic'; readonly topic: string }
  | { readonly kind: 'form'; readonly form: string }
  | { readonly kind: 'segment'; readonly segment: string }
  | { readonly kind: 'created' | 'unsubscribed' }
  | { readonly kind: 'event'; readonly event: string; readonly conditions: TriggerConditions };

export type TriggerKind = NamedTrigger['kind'];

/** The name of a trigger; one that the console would write otherwise is an event with conditions. */
export function namedTrigger({ event, segment = '', if: filter }: Trigger): NamedTrigger {
  const conditions = filter?.all ?? [];
  if (event === segmentEntered) return { kind: 'segment', segment };
  const [first] = conditions;
  if (event === 'contact.subscribed' && conditions.length === 1 && first?.op === 'contains') {
    const { event_property: property, value } = first;
    if (property === 'topics') return { kind: 'topic', topic: value };
    const [, form] = /^\/f\/(.*)\)$/.exec(value) ?? [];
    if (property === 'source' && form !== undefined) return { kind: 'form', form };
  }
  if (event === 'contact.created' && conditions.length === 0) return { kind: 'created' };
  if (event === 'contact.unsubscribed' && conditions.length === 0) return { kind: 'unsubscribed' };
  return { kind: 'event', event, conditions };
}

export function triggerOf(named: NamedTrigger): Trigger {
  switch (named.kind) {
    case 'topic':
      return subscribedIf('topics', named.topic);
    case 'form':
      // The source of a confirmed signup ends with the address of its form.
      return subscribedIf('source', `/f/${named.form})`);
    case 'segment':
      return { event: segmentEntered, segment: named.segment };
    case 'created':
    case 'unsubscribed':
      return { event: `contact.${named.kind}` };
    case 'event':
      return { event: named.event, ...(named.conditions.length > 0 && { if: { all: named.conditions } }) };
  }
}

const segmentEntered = 'segment.entered';

const subscribedIf = (property: string, value: string): Trigger => ({
  event: 'contact.subscribed',
  if: { all: [{ event_property: property, op: 'contains', value }] },
});

const unpublishedEvent = 'unpublished.';

/** Of an automation whose trigger is still being chosen: a version needs an event, and this one is never posted. */
export const newUnpublishedTrigger = (): Trigger => ({ event: `${unpublishedEvent}${Date.now()}` });

export const isUnpublished = (event: string): boolean => event.startsWith(unpublishedEvent);

export function newTrigger(kind: TriggerKind): Trigger {
  switch (kind) {
    case 'topic':
      return triggerOf({ kind, topic: '' });
    case 'form':
      return triggerOf({ kind, form: '' });
    case 'segment':
      return triggerOf({ kind, segment: '' });
    case 'event':
      return triggerOf({ kind, event: '', conditions: [] });
    case 'created':
    case 'unsubscribed':
      return triggerOf({ kind });
  }
}
