import { newId } from '@postrider/contracts/ids';
import { emailEvent } from '@postrider/testkit';
import { toCountable, type CountableEvent, type CounterColumn } from './countable-event';
import { sumEvents } from './sum-events';

function countable(overrides: Partial<CountableEvent> = {}): CountableEvent {
  return {
    id: newId(),
    messageId: 'm',
    organizationId: 'o',
    domainId: 'd',
    keyId: 'k',
    templateId: 't',
    kind: 'receipt',
    provider: 'google',
    type: 'email.delivered',
    bounceType: null,
    blocked: false,
    machine: false,
    repeated: false,
    occurredAt: '2026-11-21T00:00:00Z',
    day: '2026-11-21',
    hour: '2026-11-21T00:00:00Z',
    url: null,
    reply: null,
    ...overrides,
  };
}

const total = (events: CountableEvent[]): Partial<Record<CounterColumn, number>> => {
  const sum = sumEvents(events).find(({ key }) => key.facet === 'total');
  return Object.fromEntries(Object.entries(sum?.amounts ?? {}).filter(([, amount]) => amount > 0));
};

describe('sums of events', () => {
  it.each<[Partial<CountableEvent>, Partial<Record<CounterColumn, number>>]>([
    [{ type: 'email.sent' }, { sent: 1 }],
    [{ type: 'email.delivered' }, { delivered: 1 }],
    [{ type: 'email.bounced', bounceType: 'hard' }, { bounced_hard: 1 }],
    [{ type: 'email.bounced', bounceType: 'soft' }, { bounced_soft: 1 }],
    [{ type: 'email.bounced', bounceType: 'undetermined' }, { bounced_soft: 1 }],
    [
      { type: 'email.bounced', bounceType: 'hard', blocked: true },
      { bounced_hard: 1, blocked: 1 },
    ],
    [
      { type: 'email.delivery_delayed', blocked: true },
      { delayed: 1, blocked: 1 },
    ],
    [{ type: 'email.complained' }, { complained: 1 }],
    [{ type: 'email.opened' }, { opened: 1 }],
    [{ type: 'email.opened', machine: true }, {}],
    [{ type: 'email.opened', repeated: true }, {}],
    [{ type: 'email.clicked' }, { clicked: 1 }],
    [{ type: 'email.clicked', machine: true }, {}],
    [{ type: 'email.clicked', repeated: true }, {}],
    [{ type: 'email.unsubscribed' }, { unsubscribed: 1 }],
    [{ type: 'email.rejected' }, {}],
    [{ type: 'email.failed' }, {}],
  ])('count %j as %j', (event, counts) => {
    expect(total([countable(event)])).toEqual(counts);
  });

  it('have a row for the total and for each facet with a value', () => {
    const facets = (event: Partial<CountableEvent>) =>
      sumEvents([countable(event)]).map(({ key }) => `${key.facet}=${key.facetKey}`);
    expect(facets({})).toEqual(['key=k', 'kind=receipt', 'provider=google', 'template=t', 'total=']);
    expect(facets({ kind: null, provider: null, templateId: null })).toEqual(['key=k', 'total=']);
  });

  it.each([
    ['2026-11-21T23:59:59.999Z', '2026-11-21'],
    ['2026-11-22T00:00:00.000Z', '2026-11-22'],
    ['2026-11-22T00:30:00.000+01:00', '2026-11-21'],
  ])('belong to the UTC day of %s', (occurredAt, day) => {
    expect(toCountable(emailEvent({ occurred_at: occurredAt }))?.day).toBe(day);
  });

  it('keep apart what differs in any of organization, domain, day and facet', () => {
    const variants: Partial<CountableEvent>[] = [
      {},
      { organizationId: 'p' },
      { domainId: 'e' },
      { day: '2026-11-22' },
      { keyId: 'l' },
      { templateId: null },
      { kind: null },
      { kind: '' },
      { provider: null },
    ];
    const together = sumEvents(variants.map(countable)).map(({ key }) => JSON.stringify(key));
    const apart = variants.flatMap((variant) => sumEvents([countable(variant)]));
    expect(new Set(together)).toEqual(new Set(apart.map(({ key }) => JSON.stringify(key))));
    expect(together).toHaveLength(new Set(together).size);
  });

  it('are one row for many events, and ordered whatever the order of the events', () => {
    const events = ['b', 'a', 'c', 'a'].map((organizationId) => countable({ organizationId }));
    const sums = sumEvents(events);
    expect(sums).toEqual(sumEvents(events.toReversed()));
    expect(
      sums.find(({ key }) => key.organizationId === 'a' && key.facet === 'total')?.amounts.delivered,
    ).toBe(2);
  });

  it.each(['email.sent', 'email.opened', 'email.clicked'] as const)('leave test mode out: %s', (type) => {
    expect(toCountable(emailEvent({ type, mode: 'test' }))).toBeNull();
    expect(toCountable(emailEvent({ type, mode: 'live' }))).not.toBeNull();
  });
});
