import { startScriptedResolver, type ScriptedResolver } from '../../test/scripted-resolver';
import { checkResolvers } from './check-resolvers';

let resolver: ScriptedResolver;
beforeEach(async () => {
  resolver = await startScriptedResolver();
});
afterEach(() => resolver.close());

const check = async (setting: 'DNS_SERVERS' | 'DNSSEC_RESOLVERS' | null = 'DNSSEC_RESOLVERS') => {
  const { server } = resolver;
  return checkResolvers([{ server, setting, mustValidate: setting === 'DNSSEC_RESOLVERS' }]);
};
const ordinary = 'MX gmail.com';
const keys = 'DNSKEY .';

it('finds a resolver that validates in order, and names it with its setting', async () => {
  expect(await check()).toEqual([
    {
      check: 'resolver',
      name: `127.0.0.1:${resolver.server.port} of DNSSEC_RESOLVERS`,
      state: 'ok',
      detail: 'TCP; EDNS; DNSSEC',
    },
  ]);
  expect(await check('DNS_SERVERS')).toMatchObject([{ state: 'ok', detail: 'TCP; EDNS' }]);
  expect(await check(null)).toMatchObject([
    { state: 'ok', name: `127.0.0.1:${resolver.server.port} of the system` },
  ]);
});

it.each([
  [
    'an error',
    { [ordinary]: 'SERVFAIL' },
    'does not answer MX gmail.com (ESERVFAIL): start it, or remove it',
  ],
  ['no answer', { [ordinary]: 'silence' }, 'does not answer MX gmail.com (ETIMEOUT): start it, or remove it'],
] as const)('%s to an ordinary question is the only finding', async (_name, faults, detail) => {
  resolver.faults = faults;
  expect(await check('DNS_SERVERS')).toMatchObject([
    { state: 'wrong', detail: expect.stringContaining(`${detail} from DNS_SERVERS`) as string },
  ]);
});

it.each([
  ['TCP is refused', { [`tcp ${keys}`]: 'refused' }, 'does not answer DNSKEY . over TCP (E'],
  [
    'long datagrams are dropped',
    { [`edns ${keys}`]: 'silence' },
    'does not answer DNSKEY . over UDP with EDNS (ETIMEOUT)',
  ],
  ['answers are cut without TC', { [`plain ${keys}`]: 'cut' }, 'cuts the answer to DNSKEY . short over UDP'],
  ['the root is not known', { [keys]: 'NXDOMAIN' }, 'has no answer to DNSKEY . (NXDOMAIN)'],
] as const)('%s: says what is lost', async (_name, faults, detail) => {
  resolver.faults = faults;
  const rows = await check('DNS_SERVERS');
  expect(rows).toMatchObject([{ state: 'wrong', detail: expect.stringContaining(detail) as string }]);
});

it.each([
  ['there is no EDNS', { [`edns ${keys}`]: 'no EDNS' }, 'does not support EDNS (DNSKEY .)'],
  ['the root comes without AD', { 'SOA .': 'no AD' }, 'does not validate SOA . (no AD bit)'],
  [
    'a wrong signature is accepted',
    { 'A dnssec-failed.org': 'accepted' },
    'accepts a wrong signature (A dnssec-failed.org)',
  ],
] as const)(
  '%s: a fault where mail is routed by DNSSEC, and none where it is not',
  async (_name, faults, detail) => {
    resolver.faults = faults;
    expect(await check()).toMatchObject([
      { state: 'wrong', detail: expect.stringContaining(detail) as string },
    ]);
    expect(await check('DNS_SERVERS')).toMatchObject([{ state: 'ok' }]);
  },
);

it('each fault of each resolver has a row', async () => {
  resolver.faults = { 'SOA .': 'no AD', [`tcp ${keys}`]: 'refused' };
  const whole = await startScriptedResolver();
  try {
    const rows = await checkResolvers(
      [resolver, whole].map(({ server }) => ({ server, setting: 'DNSSEC_RESOLVERS', mustValidate: true })),
    );
    expect(rows.map(({ state }) => state)).toEqual(['wrong', 'wrong', 'ok']);
  } finally {
    await whole.close();
  }
});
