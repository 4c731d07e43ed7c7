import type { EmailEventMessage, EmailEventType } from '@postrider/contracts/events';
import type { BounceType } from '@postrider/contracts/statuses';
import { replyKey } from './normal-reply';

/** What counting needs to know of an event. */
export interface CountableEvent {
  readonly id: string;
  readonly messageId: string;
  readonly organizationId: string;
  readonly domainId: string;
  readonly keyId: string;
  readonly templateId: string | null;
  readonly kind: string | null;
  readonly provider: string | null;
  readonly type: EmailEventType;
  readonly bounceType: BounceType | null;
  readonly blocked: boolean;
  readonly machine: boolean;
  /** The same recipient had opened, or clicked, before. */
  readonly repeated: boolean;
  /** ISO 8601, in UTC. */
  readonly occurredAt: string;
  /** UTC day on which it occurred, `yyyy-mm-dd`. */
  readonly day: string;
  /** Beginning of the UTC hour in which it occurred, ISO 8601. */
  readonly hour: string;
  /** Where a click led. */
  readonly url: string | null;
  /** What the receiving server answered, as it is counted; null: nothing that is counted. */
  readonly reply: string | null;
}

/** Counts of one event, by the column of `daily_counters` each is added to. */
export const counterColumns = [
  'sent',
  'delivered',
  'bounced_hard',
  'bounced_soft',
  'complained',
  'opened',
  'clicked',
  'unsubscribed',
  'delayed',
  'blocked',
] as const;
export type CounterColumn = (typeof counterColumns)[number];
export type CounterAmounts = Record<CounterColumn, number>;

/** Null for events of test mode, which are counted nowhere. */
export function toCountable(event: EmailEventMessage): CountableEvent | null {
  if (event.mode !== 'live') return null;
  const { email } = event;
  return {
    id: event.id,
    messageId: email.id,
    organizationId: event.organization_id,
    domainId: email.domain_id,
    keyId: email.key_id,
    templateId: email.template?.id ?? null,
    kind: email.kind,
    provider: event.provider,
    type: event.type,
    bounceType: event.bounce_type,
    blocked: event.blocked,
    machine: event.machine,
    repeated: event.repeated ?? false,
    ...timesOf(inUtc(event.occurred_at)),
    url: event.url,
    reply: replyKey(event),
  };
}

/** Day and hour of an ISO 8601 timestamp in UTC, and itself. */
export function timesOf(utc: string): Pick<CountableEvent, 'occurredAt' | 'day' | 'hour'> {
  return { occurredAt: utc, day: utc.slice(0, 10), hour: `${utc.slice(0, 13)}:00:00Z` };
}

/** A timestamp in UTC. Ours end in `Z`: then no date has to be made of them. */
function inUtc(timestamp: string): string {
  return timestamp.endsWith('Z') ? timestamp : new Date(timestamp).toISOString();
}

/** The column that an event of the type is counted in; exhaustive, so that a new type does not compile without. */
const columnOf: Record<EmailEventType, (event: CountableEvent) => CounterColumn | null> = {
  'email.sent': () => 'sent',
  'email.delivered': () => 'delivered',
  'email.delivery_delayed': () => 'delayed',
  'email.late': () => null,
  // A bounce of unknown kind is no reason to give an address up: it counts as soft.
  'email.bounced': ({ bounceType }) => (bounceType === 'hard' ? 'bounced_hard' : 'bounced_soft'),
  'email.complained': () => 'complained',
  'email.opened': ({ machine, repeated }) => (machine || repeated ? null : 'opened'),
  'email.clicked': ({ machine, repeated }) => (machine || repeated ? null : 'clicked'),
  'email.unsubscribed': () => 'unsubscribed',
  'email.rejected': () => null,
  'email.failed': () => null,
};

/** The columns that grow by one with this event. */
export function countedColumns(event: CountableEvent): CounterColumn[] {
  const column = columnOf[event.type](event);
  const blocked: CounterColumn[] = event.blocked ? ['blocked'] : [];
  return column === null ? blocked : [column, ...blocked];
}

/** What decides which rows an event is counted in. */
export type CounterShape = Pick<
  CountableEvent,
  'organizationId' | 'domainId' | 'day' | 'keyId' | 'templateId' | 'provider' | 'kind' | 'reply'
>;

/** A row of `daily_counters` to add to. */
export interface CounterKey {
  readonly organizationId: string;
  readonly facet: 'total' | 'provider' | 'key' | 'template' | 'kind' | 'reply';
  readonly day: string;
  readonly domainId: string;
  readonly facetKey: string;
}

/** The rows that events of the shape are counted in: the total, and one for each facet they have a value for. */
export function counterKeys(shape: CounterShape): CounterKey[] {
  const { organizationId, domainId, day } = shape;
  const facets: [CounterKey['facet'], string | null][] = [
    ['total', ''],
    ['provider', shape.provider],
    ['key', shape.keyId],
    ['template', shape.templateId],
    ['kind', shape.kind],
    ['reply', shape.reply],
  ];
  return facets.flatMap(([facet, facetKey]) =>
    facetKey === null ? [] : [{ organizationId, facet, day, domainId, facetKey }],
  );
}
