import { isPublicAddress } from './public-address';

const inside: [kind: string, ...addresses: string[]][] = [
  ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
  ['unspecified', '0.0.0.0', '0.1.2.3', '::'],
  ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1'],
  ['carrier-grade NAT', '100.64.0.1', '100.100.100.200', '100.127.255.255'],
  ['link-local and metadata', '169.254.169.254', '169.254.170.2', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254'],
  ['cloud services inside', '168.63.129.16', '192.0.0.192'],
  ['multicast and broadcast', '224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
  ['reserved', '240.0.0.1', '192.88.99.1', '198.18.0.1', '4000::1', '5f00::1', '100::1', 'fec0::1'],
  ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  ['IPv4-mapped', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:169.254.169.254', '::ffff:0:127.0.0.1'],
  ['IPv4-compatible', '::127.0.0.1', '::7f00:1', '::10.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::7f00:1'],
  ['6to4', '2002:7f00:1::', '2002:a9fe:a9fe::1'],
  ['Teredo', '2001::1', '2001:0:7f00:1::'],
  ['no address', '', 'localhost', 'example.com', '300.1.1.1', '[::1]', '1.2.3.4.5'],
];

describe('public address', () => {
  it.each(inside)('refuses %s', (_kind, ...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });

  it('takes addresses of the Internet, also written as IPv4-mapped', () => {
    const outside = [
      '8.8.8.8',
      '1.1.1.1',
      '93.184.216.34',
      '2606:4700::1111',
      '2a00:1450::1',
      '::ffff:8.8.8.8',
    ];
    expect(outside.filter((address) => !isPublicAddress(address))).toEqual([]);
  });
});
