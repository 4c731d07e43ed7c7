import { createAddressMatcher, parseAddressRange } from './address-range';

describe('parseAddressRange', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7/32'],
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8:0::1', '2001:db8::1/128'],
    ['2001:db8:1:2::3/32', '2001:db8::/32'],
    ['::/0', '::/0'],
    ['::ffff:203.0.113.7', '203.0.113.7/32'],
  ])('writes %s as %s', (text, range) => {
    expect(parseAddressRange(text)).toBe(range);
  });

  it.each([
    ...[
      '',
      ' ',
      'example.com',
      '203.0.113',
      '203.0.113.7/',
      '203.0.113.7/33',
      '203.0.113.7/08',
      '203.0.113.7/+8',
    ],
    ...[
      '203.0.113.7/8/8',
      '0x7f.0.0.1',
      '127.1',
      '2130706433',
      '2001:db8::/129',
      'fe80::1%eth0',
      '1.2.3.4/1e1',
    ],
    ...['::ffff:203.0.113.7/104', '203.0.113.7-203.0.113.9', '*'],
  ])('refuses "%s"', (text) => {
    expect(parseAddressRange(text)).toBeNull();
  });
});

describe('createAddressMatcher', () => {
  const matches = createAddressMatcher(['203.0.113.0/24', '198.51.100.7/32', '2001:db8::/32']);

  it.each(['203.0.113.0', '203.0.113.255', '198.51.100.7', '::ffff:203.0.113.9', '2001:db8:ffff::1'])(
    'includes %s',
    (address) => {
      expect(matches(address)).toBe(true);
    },
  );

  it.each(['203.0.112.255', '198.51.100.8', '2001:db9::1', '', 'unknown', '2001:db8::1%eth0'])(
    'excludes "%s"',
    (address) => {
      expect(matches(address)).toBe(false);
    },
  );

  it('includes all addresses of a family in its whole range, and none of the other', () => {
    const all = createAddressMatcher(['0.0.0.0/0']);
    expect([all('192.0.2.1'), all('2001:db8::1')]).toEqual([true, false]);
  });
});
