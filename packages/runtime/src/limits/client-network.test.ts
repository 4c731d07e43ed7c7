import { clientNetwork } from './client-network';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::a:b:c:d:e', '2001:db8:0:a::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('the client %s counts with its network %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});
