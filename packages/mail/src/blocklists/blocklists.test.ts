import { readBlocklistAnswer } from './blocklist-answer';
import { defaultBlocklists, describeListing, parseBlocklists } from './blocklists';

const namesOf = (items: readonly string[], key?: string) => {
  const parsed = parseBlocklists(items, key);
  return 'lists' in parsed ? parsed.lists.map(({ name, zone, kind }) => [name, zone, kind]) : parsed.error;
};

describe('the setting of blocklists', () => {
  it('knows the default lists, of addresses and of domains', () => {
    expect(namesOf(defaultBlocklists.split(','))).toEqual([
      ['psbl.surriel.com', 'psbl.surriel.com', 'address'],
      ['bl.spamcop.net', 'bl.spamcop.net', 'address'],
      ['multi.uribl.com', 'multi.uribl.com', 'domain'],
    ]);
  });

  it('takes lists of the operator with their kind, each once', () => {
    expect(namesOf(['addresses:bl.mine.test', 'domains:dom.mine.test', 'domains:dom.mine.test'])).toEqual([
      ['bl.mine.test', 'bl.mine.test', 'address'],
      ['dom.mine.test', 'dom.mine.test', 'domain'],
    ]);
  });

  it('asks Spamhaus with a key, which is no part of the name', () => {
    expect(namesOf(['zen.spamhaus.org'], 'abc123')).toEqual([
      ['zen.spamhaus.org', 'abc123.zen.dq.spamhaus.net', 'address'],
      ['dbl.spamhaus.org', 'abc123.dbl.dq.spamhaus.net', 'domain'],
    ]);
  });

  it.each([
    'bl.mine.test',
    'addresses:',
    'addresses:no zone',
    'addresses:localhost',
    'addresses:Bl.mine.test',
    'constructor',
  ])('refuses %s', (item) => {
    expect(namesOf([item])).toBe(`${item} is not a known list: write addresses:zone or domains:zone`);
  });
});

it.each([
  [[], { kind: 'not_listed' }],
  [['127.0.0.2'], { kind: 'listed', codes: ['127.0.0.2'] }],
  [['127.0.0.10', '127.0.0.2', '127.0.0.2'], { kind: 'listed', codes: ['127.0.0.10', '127.0.0.2'] }],
  [['127.0.1.2'], { kind: 'listed', codes: ['127.0.1.2'] }],
  [['127.0.0.1'], { kind: 'unknown', error: 'the list refuses queries of this resolver (127.0.0.1)' }],
  [
    ['127.255.255.254'],
    { kind: 'unknown', error: 'the list refuses queries of this resolver (127.255.255.254)' },
  ],
  [
    ['127.0.0.2', '198.51.100.1'],
    { kind: 'unknown', error: 'the resolver answered 198.51.100.1, which is no code of a blocklist' },
  ],
])('the answer %j of a blocklist means %j', (addresses, expected) => {
  expect(readBlocklistAnswer(addresses)).toEqual(expected);
});

describe('a listing', () => {
  it('of a domain says where its owner can ask for removal', () => {
    const listing = { list: 'multi.uribl.com', kind: 'domain', subject: 'acme.example' } as const;
    expect(describeListing({ ...listing, codes: ['127.0.0.2'], reason: 'black' })).toEqual({
      evidence: ['The blocklist multi.uribl.com lists acme.example (127.0.0.2).', 'The list says: black'],
      advice:
        'Find out which email or website of the domain caused the listing, stop it, then ask for removal: https://admin.uribl.com/',
    });
  });

  it('of an address is the operator’s to end', () => {
    const listing = { list: 'bl.mine.test', kind: 'address', subject: '192.0.2.7' } as const;
    expect(describeListing({ ...listing, codes: ['127.0.0.2'], reason: null }).advice).toBe(
      'The operator of this service must find the sender that caused the listing, stop it, then ask the operator of bl.mine.test for removal.',
    );
  });
});
