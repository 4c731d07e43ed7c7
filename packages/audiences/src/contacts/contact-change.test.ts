import { changeContact, changesBetween, differs, newContact, type ContactState } from './contact-change';

const contact = (over: Partial<ContactState> = {}): ContactState => ({
  ...newContact({ id: '1', email: 'a@example.com' }),
  ...over,
});

describe('a wish for a contact', () => {
  it.each(['BOUNCED', 'COMPLAINED'] as const)('never takes %s back', (status) => {
    for (const wanted of ['SUBSCRIBED', 'UNSUBSCRIBED'] as const) {
      expect(changeContact(contact({ status }), { status: wanted }).status).toBe(status);
    }
  });

  it('moves between subscribed and unsubscribed, and leaves the status that it does not name', () => {
    expect(changeContact(contact(), { status: 'UNSUBSCRIBED' }).status).toBe('UNSUBSCRIBED');
    expect(changeContact(contact({ status: 'UNSUBSCRIBED' }), { status: 'SUBSCRIBED' }).status).toBe(
      'SUBSCRIBED',
    );
    expect(changeContact(contact({ status: 'UNSUBSCRIBED' }), {}).status).toBe('UNSUBSCRIBED');
  });

  it('merges properties, and null removes one', () => {
    const known = contact({ properties: { city: 'Rome', age: 30 } });
    const { properties } = changeContact(known, { properties: { age: null, tier: 'gold' } });
    expect(properties).toEqual({ city: 'Rome', tier: 'gold' });
  });

  it('keeps names that it leaves out, and clears those that are null or empty', () => {
    const known = contact({ firstName: 'Ada', lastName: 'Byron' });
    expect(changeContact(known, { last_name: '' })).toMatchObject({ firstName: 'Ada', lastName: null });
    expect(changeContact(known, { first_name: null })).toMatchObject({ firstName: null, lastName: 'Byron' });
  });

  it('that changes nothing writes nothing', () => {
    const known = contact({ properties: { a: [1], b: 'x' }, firstName: 'Ada' });
    expect(differs(known, changeContact(known, { first_name: 'Ada', properties: { b: 'x' } }))).toBe(false);
    expect(differs(known, changeContact(known, { properties: { b: 'y' } }))).toBe(true);
  });
});

describe('the history of a contact', () => {
  it('begins with its status, and tells each choice that is another than before', () => {
    const before = contact({ topics: new Map([['news', 'SUBSCRIBED']]) });
    const after = changeContact(before, {
      status: 'UNSUBSCRIBED',
      topics: [
        { topic: 'news', state: 'SUBSCRIBED' },
        { topic: 'offers', state: 'UNSUBSCRIBED' },
      ],
    });
    expect(changesBetween(null, before)).toEqual([
      { topic: null, before: null, after: 'SUBSCRIBED' },
      { topic: 'news', before: null, after: 'SUBSCRIBED' },
    ]);
    expect(changesBetween(before, after)).toEqual([
      { topic: null, before: 'SUBSCRIBED', after: 'UNSUBSCRIBED' },
      { topic: 'offers', before: null, after: 'UNSUBSCRIBED' },
    ]);
  });
});
