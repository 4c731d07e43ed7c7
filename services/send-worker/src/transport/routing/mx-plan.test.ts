import { isPublicAddress } from '@postrider/runtime';
import { startDnsServer, type DnsServer } from '@postrider/testkit';
import { createDnsResolver } from '../dns/dns-resolver';
import { createMailDns } from '../dns/mx-lookup';
import { opportunistic, type HostPolicy } from '../tls-policy/tls-policy';
import { planMx, type MxPlan, type NoRoute } from './mx-plan';

let server: DnsServer;

beforeAll(async () => {
  const mx = (name: string, value: string, priority = 10) => ({ name, type: 'MX' as const, value, priority });
  const a = (name: string, value: string) => ({ name, type: 'A' as const, value });
  server = await startDnsServer({
    zone: {
      records: [
        ...[
          mx('two.test', 'b.two.test', 10),
          mx('two.test', 'a.two.test', 10),
          mx('two.test', 'c.two.test', 20),
        ],
        ...[a('a.two.test', '8.8.8.1'), a('b.two.test', '8.8.8.2'), a('c.two.test', '8.8.8.3')],
        ...[mx('loopback.test', 'mx.loopback.test'), a('mx.loopback.test', '127.0.0.1')],
        ...[mx('metadata.test', 'mx.metadata.test'), a('mx.metadata.test', '169.254.169.254')],
        ...[mx('mixed.test', 'mx.mixed.test'), a('mx.mixed.test', '10.0.0.1'), a('mx.mixed.test', '8.8.8.8')],
        ...[mx('literal.test', '192.0.2.1'), mx('localhost.test', 'localhost')],
        ...[mx('homeless.test', 'mx.homeless.test'), mx('broken-host.test', 'mx.broken.test')],
        ...[mx('ours.test', 'relay.example'), mx('behind.test', 'relay.example', 10)],
        ...[mx('behind.test', 'a.two.test', 5), mx('behind.test', 'c.two.test', 20)],
        { name: 'mx.alias.test', type: 'CNAME', value: 'a.two.test' },
        mx('alias.test', 'mx.alias.test'),
        ...Array.from({ length: 20 }, (_, index) => mx('many.test', `mx${index}.many.test`, index)),
        ...Array.from({ length: 20 }, (_, index) => a(`mx${index}.many.test`, `8.8.4.${index}`)),
        ...Array.from({ length: 20 }, (_, index) => a('wide.test', `8.8.5.${index}`)),
      ],
      failing: ['broken.test'],
    },
  });
});
afterAll(() => server.close());

function plan(domain: string, decided: HostPolicy = opportunistic): Promise<MxPlan | NoRoute> {
  const resolver = createDnsResolver({
    servers: [{ host: server.host, port: server.port }],
    trustsAd: false,
    timeoutMs: 20_000,
  });
  return planMx(domain, {
    dns: createMailDns({ resolver, useIpv6: false }),
    policies: { decide: (_, hosts) => Promise.resolve(hosts.map(() => decided)) },
    ownHosts: ['relay.example'],
    isPermitted: isPublicAddress,
    onRefused: () => undefined,
  });
}

async function namesOf(domain: string): Promise<readonly string[]> {
  const found = await plan(domain);
  return found.kind === 'hosts' ? found.hosts.map(({ name }) => name) : [];
}

it('goes to the preferred hosts first, among equals to each in turn', async () => {
  const orders = await Promise.all(Array.from({ length: 40 }, () => namesOf('two.test')));
  expect(new Set(orders.map((names) => names.join(' ')))).toEqual(
    new Set(['a.two.test b.two.test c.two.test', 'b.two.test a.two.test c.two.test']),
  );
});

it('follows an alias, which a mail host should not be', async () => {
  await expect(plan('alias.test')).resolves.toMatchObject({ hosts: [{ addresses: ['8.8.8.1'] }] });
});

it('asks so many hosts and addresses and no more', async () => {
  await expect(namesOf('many.test')).resolves.toEqual([0, 1, 2, 3, 4].map((index) => `mx${index}.many.test`));
  await expect(plan('wide.test')).resolves.toMatchObject({ hosts: [{ addresses: { length: 3 } }] });
});

it('takes of a host the addresses alone that are on the public Internet', async () => {
  await expect(plan('mixed.test')).resolves.toMatchObject({ hosts: [{ addresses: ['8.8.8.8'] }] });
});

it('goes to hosts that are preferred to ourselves, so that no mail comes back', async () => {
  await expect(namesOf('behind.test')).resolves.toEqual(['a.two.test']);
});

it.each([
  [
    'loopback.test',
    'no_mail_host',
    'mx.loopback.test, mail host of loopback.test, is not on the public Internet (127.0.0.1)',
  ],
  ['metadata.test', 'no_mail_host', 'is not on the public Internet (169.254.169.254)'],
  ['literal.test', 'no_mail_host', 'the MX of literal.test is no mail host: 192.0.2.1'],
  ['localhost.test', 'no_mail_host', 'the MX of localhost.test is no mail host: localhost'],
  ['homeless.test', 'no_mail_host', 'mx.homeless.test, mail host of homeless.test, has no address'],
  ['broken-host.test', 'dns_unavailable', 'DNS does not answer for mx.broken.test (ESERVFAIL)'],
  ['ours.test', 'mail_loop', 'mail for ours.test would come back: its MX is relay.example'],
])('finds no way to %s: %s', async (domain, failure, detail) => {
  await expect(plan(domain)).resolves.toEqual({
    kind: 'none',
    failure,
    detail: expect.stringContaining(detail),
  });
});

it('finds none where a policy forbids all hosts, and says why', async () => {
  const policy = { type: 'sts', text: [], mxPatterns: [] } as const;
  const refused: HostPolicy = { kind: 'refused', reason: 'not named', policy, failure: 'validation-failure' };
  await expect(plan('two.test', refused)).resolves.toEqual({
    ...{ kind: 'none', failure: 'tls_policy', detail: 'not named' },
  });
});
