import { startDnsServer, type DnsServer } from '@postrider/testkit';
import { createDnsResolver } from './dns-resolver';
import { createMailDns, type MailDns } from './mx-lookup';

let server: DnsServer;
let dns: MailDns;

const resolver = () =>
  createDnsResolver({
    servers: [{ host: server.host, port: server.port }],
    ...{ trustsAd: false, timeoutMs: 20_000 },
  });

beforeAll(async () => {
  server = await startDnsServer({
    zone: {
      records: [
        { name: 'two.test', type: 'MX', value: 'mx2.two.test', priority: 20 },
        { name: 'two.test', type: 'MX', value: 'MX1.two.test', priority: 10 },
        { name: 'mx1.two.test', type: 'A', value: '192.0.2.1' },
        { name: 'mx1.two.test', type: 'AAAA', value: '2001:db8::1' },
        { name: 'none.test', type: 'MX', value: '.', priority: 0 },
        { name: 'plain.test', type: 'A', value: '192.0.2.9' },
        { name: 'six.test', type: 'AAAA', value: '2001:db8::9' },
        { name: 'text.test', type: 'TXT', value: 'nothing else here' },
      ],
      failing: ['broken.test'],
    },
  });
  dns = createMailDns({ resolver: resolver(), useIpv6: false });
});
afterAll(() => server.close());

describe('the mail hosts of a domain', () => {
  it('are its MX records, the preferred first', async () => {
    await expect(dns.mx('two.test')).resolves.toEqual({
      kind: 'hosts',
      hosts: [
        { name: 'mx1.two.test', preference: 10 },
        { name: 'mx2.two.test', preference: 20 },
      ],
      isAuthentic: false,
    });
  });

  it('are the domain itself when it has an address and no MX', async () => {
    await expect(dns.mx('plain.test')).resolves.toMatchObject({
      kind: 'hosts',
      hosts: [{ name: 'plain.test', preference: 0 }],
    });
  });

  it('do not exist when it says so (null MX)', async () => {
    await expect(dns.mx('none.test')).resolves.toEqual({ kind: 'null-mx' });
  });

  it('do not exist where the domain does not', async () => {
    await expect(dns.mx('absent.test')).resolves.toEqual({ kind: 'no-domain' });
  });

  it.each(['text.test', 'six.test'])('are none for %s, which exists all the same', async (domain) => {
    await expect(dns.mx(domain)).resolves.toEqual({ kind: 'no-host' });
  });

  it('are not known while DNS fails, and asked for again', async () => {
    await expect(dns.mx('broken.test')).resolves.toMatchObject({ kind: 'unknown' });
    const before = server.questions.length;
    await dns.mx('broken.test');
    expect(server.questions.length).toBeGreaterThan(before);
  });

  it('are remembered', async () => {
    await dns.mx('two.test');
    const before = server.questions.length;
    await dns.mx('two.test');
    expect(server.questions).toHaveLength(before);
  });
});

describe('the addresses of a host', () => {
  it('are IPv4 only, unless IPv6 is wanted', async () => {
    await expect(dns.addresses('mx1.two.test')).resolves.toMatchObject({ addresses: ['192.0.2.1'] });
    const both = createMailDns({ resolver: resolver(), useIpv6: true });
    await expect(both.addresses('mx1.two.test')).resolves.toMatchObject({
      addresses: ['192.0.2.1', '2001:db8::1'],
    });
  });
});
