import type { SourceAddress } from './source-addresses.repository';
import { byPreference, poolFor } from './choose-address';

const address = (text: string): SourceAddress => ({
  ...{ id: text, address: text, bindAddress: text, helloName: 'out.test', pool: 'default', status: 'active' },
  ...{ warmUpStartedAt: null, isNamed: true, isSeen: true, toBeSeen: false },
});
const four = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'].map(address);
const domains = Array.from({ length: 2_000 }, (_, index) => `domain-${index}`);
const firstOf = (addresses: readonly SourceAddress[], domainId: string) =>
  byPreference(addresses, { domainId, site: 'google' })[0]?.address;

describe('the address that a domain prefers at a site', () => {
  it('is each one about as often', () => {
    const counts = Map.groupBy(domains, (domainId) => firstOf(four, domainId));
    for (const { length } of counts.values()) expect(length).toBeGreaterThan(400);
    expect(counts.size).toBe(4);
  });

  it('stays the same while others come and go, in whichever order they are read', () => {
    const three = four.slice(0, 3).toReversed();
    for (const domainId of domains) {
      const before = firstOf(four, domainId);
      if (before !== '192.0.2.4') expect(firstOf(three, domainId)).toBe(before);
    }
  });
});

test.each([
  ['vip', ['vip', 'transactional', 'default'], 'vip'],
  ['gone', ['transactional', 'default'], 'gone'],
  [null, ['transactional', 'default'], 'transactional'],
  [null, ['bulk', 'default'], 'default'],
  [null, ['bulk'], null],
])('a domain pinned to %s with the pools %j uses %s', (sourcePool, pools, expected) => {
  expect(poolFor({ domainId: 'd', sourcePool, stream: 'transactional' }, new Set(pools))).toBe(expected);
});
