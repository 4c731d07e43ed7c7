import { Resolver } from 'node:dns/promises';
import { startDnsServer, type DnsServer } from '@postrider/testkit';
import { checkReverseName, reverseZoneName } from './reverse-name';

const ipv6 = '2001:db8::25';
const ipv6Name = `5.2.${'0.'.repeat(22)}8.b.d.0.1.0.0.2.ip6.arpa`;

let dns: DnsServer;
let resolver: Resolver;
beforeAll(async () => {
  dns = await startDnsServer({
    zone: {
      records: [
        { name: '1.2.0.192.in-addr.arpa', type: 'PTR', value: 'Out1.Mail.test' },
        { name: 'out1.mail.test', type: 'A', value: '192.0.2.1' },
        { name: '2.2.0.192.in-addr.arpa', type: 'PTR', value: 'other.test' },
        { name: '3.2.0.192.in-addr.arpa', type: 'PTR', value: 'out3.mail.test' },
        { name: 'out3.mail.test', type: 'A', value: '192.0.2.99' },
        { name: '4.2.0.192.in-addr.arpa', type: 'PTR', value: 'out4.mail.test' },
        { name: ipv6Name, type: 'PTR', value: 'six.mail.test' },
        { name: 'six.mail.test', type: 'AAAA', value: '2001:0db8:0:0:0:0:0:25' },
      ],
      failing: ['6.2.0.192.in-addr.arpa'],
    },
  });
  resolver = new Resolver({ timeout: 30_000, tries: 1 });
  resolver.setServers([dns.address]);
});
afterAll(() => dns.close());

const check = (address: string, helloName: string) => checkReverseName(resolver, { address, helloName });

describe('the reverse name of a source address', () => {
  it('is in order when the address gives the name and the name gives the address, of either family', async () => {
    expect(await check('192.0.2.1', 'out1.mail.test')).toEqual({ error: null });
    expect(await check('2001:db8:0::25', 'six.mail.test')).toEqual({ error: null });
  });

  it.each([
    ['192.0.2.2', 'out2.mail.test', 'its name in reverse DNS is other.test, not out2.mail.test'],
    ['192.0.2.3', 'out3.mail.test', 'out3.mail.test leads to 192.0.2.99, not back to it'],
    ['192.0.2.4', 'out4.mail.test', 'out4.mail.test has no address of its family'],
    ['192.0.2.5', 'out5.mail.test', 'it has no name in reverse DNS (PTR)'],
  ])('%s as %s: %s', async (address, name, error) => {
    expect(await check(address, name)).toEqual({ error });
  });

  it('is not judged while DNS does not answer', async () => {
    expect(await check('192.0.2.6', 'out6.mail.test')).toBe('unknown');
  });
});

test('the zone of an IPv6 address has all its 32 digits', () => {
  expect(reverseZoneName(ipv6)).toBe(ipv6Name);
  expect(reverseZoneName('::1')).toBe(`1.${'0.'.repeat(31)}ip6.arpa`);
});
