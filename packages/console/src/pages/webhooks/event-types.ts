import { eventExamples } from '../../api/generated/event-examples';
import type { Webhook } from '../../api/types';

export type EventType = Webhook['events'][number];

export const eventTypes: readonly EventType[] = eventExamples.map(({ type }) => type);

/** For a choice of events, in groups. */
export const groupedEventTypes = [...Map.groupBy(eventTypes, (type) => type.slice(0, type.indexOf('.')))].map(
  ([group, items]) => ({ group, items }),
);

/** A sample body of the event. */
export function sampleOf(type: EventType): string {
  return JSON.stringify(eventExamples.find((each) => each.type === type)?.body, null, 2);
}
