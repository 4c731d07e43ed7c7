import { newContact, type ContactState, type ContactWish } from './contact-change';
import { keepOwnChoices, type LastActors } from './own-choice';

const contact = (over: Partial<ContactState> = {}): ContactState => ({
  ...newContact({ id: '1', email: 'a@example.com' }),
  ...over,
});
const subscribe: ContactWish = { status: 'SUBSCRIBED', topics: [{ topic: 'news', state: 'SUBSCRIBED' }] };
const unsubscribed = { topics: new Map([['news', 'UNSUBSCRIBED' as const]]) };
const keptOf = (
  known: ContactState,
  actor: 'api_key' | 'import' | 'automation' | 'recipient' | 'form',
  lastActors: LastActors = new Map(),
) => keepOwnChoices(known, subscribe, { actor, lastActors }).kept;

describe('a topic that is unsubscribed', () => {
  it.each([
    ['recipient', 'api_key'],
    ['recipient', 'automation'],
    ['import', 'api_key'],
    ['api_key', 'import'],
    ['recipient', 'import'],
  ] as const)('by %s stays so when %s subscribes it', (last, actor) => {
    const kept = keptOf(contact(unsubscribed), actor, new Map([['news', last]]));
    expect(kept).toEqual({ status: false, topics: ['news'] });
  });

  it.each([
    ['api_key', 'api_key'],
    ['api_key', 'automation'],
    ['recipient', 'recipient'],
    ['recipient', 'form'],
  ] as const)('by %s is subscribed again by %s', (last, actor) => {
    expect(keptOf(contact(unsubscribed), actor, new Map([['news', last]]))).toBeNull();
  });
});

describe('a contact that left', () => {
  it('keeps its status and gets no new subscription', () => {
    const left = contact({ status: 'UNSUBSCRIBED' });
    const heeded = keepOwnChoices(
      left,
      { ...subscribe, first_name: 'Ada' },
      { actor: 'api_key', lastActors: new Map([[null, 'recipient']]) },
    );
    expect(heeded).toEqual({
      wish: { first_name: 'Ada', topics: [] },
      kept: { status: true, topics: ['news'] },
    });
  });

  it('by a complaint gets no new subscription from anyone but itself', () => {
    const complained = contact({ status: 'COMPLAINED' });
    expect(keptOf(complained, 'api_key')).toEqual({ status: true, topics: ['news'] });
    expect(keptOf(complained, 'form')).toBeNull();
  });

  it('may always be unsubscribed from more', () => {
    const wish = { topics: [{ topic: 'news', state: 'UNSUBSCRIBED' as const }] };
    const left = contact({ status: 'UNSUBSCRIBED' });
    expect(keepOwnChoices(left, wish, { actor: 'import', lastActors: new Map() })).toEqual({
      wish,
      kept: null,
    });
  });
});
