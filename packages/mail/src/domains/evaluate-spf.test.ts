import { checkDomainSpf, checkPlatformSpf, type ResolveRecords } from './evaluate-spf';

const include = '_spf.mail.platform.example';
const name = 'bounce.shop.example';
const expected = { name, value: `v=spf1 include:${include} ~all` };
const addresses = ['203.0.113.7', '2001:db8::7'];
const ours = { [include]: 'v=spf1 ip4:203.0.113.0/28 ip6:2001:db8::7 -all' };

type Zone = Readonly<Record<string, string | readonly string[]>>;

/** TXT records by name, addresses by `A <name>`; `SERVFAIL` is a name server that fails. */
function resolverOf(zone: Zone): ResolveRecords {
  return (asked, type) => {
    const found = zone[type === 'TXT' ? asked.toLowerCase() : `${type} ${asked}`];
    if (found === 'SERVFAIL') return Promise.reject(Object.assign(new Error(), { code: 'ESERVFAIL' }));
    if (found === undefined) return Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }));
    const values = [found].flat();
    return Promise.resolve((type === 'TXT' ? values.map((value) => [value]) : values) as string[]);
  };
}

const checked = (zone: Zone, known: readonly string[] = addresses) =>
  checkDomainSpf(resolverOf(zone), expected, { addresses: known, isOurs: true });

describe.each([
  ['with known addresses', addresses],
  ['without known addresses', []],
])('the SPF record of a domain, %s', (_, known) => {
  it.each([
    ['the expected one', expected.value],
    ['others beside us, in any case', `V=SPF1 a INCLUDE:${include.toUpperCase()} include:other.example -all`],
    ['by way of another record', 'v=spf1 include:all.shop.example -all'],
    ['by way of a redirect', 'v=spf1 redirect=all.shop.example'],
  ])('is right where it allows our servers: %s', async (__, record) => {
    const zone = {
      ...ours,
      [name]: record,
      [`A ${name}`]: '198.51.100.1',
      'all.shop.example': `v=spf1 include:${include} -all`,
      'other.example': 'v=spf1 ip4:198.51.100.2 -all',
    };
    expect(await checked(zone, known)).toEqual({ status: 'verified' });
  });

  it.each([
    ['nothing', 'v=spf1 -all', 'does not allow our servers (fail): it needs include:_spf.mail'],
    ['us behind `all`', `v=spf1 ~all include:${include}`, 'does not allow our servers (softfail)'],
    ['us as a fail', `v=spf1 -include:${include} -all`, 'does not allow our servers (fail)'],
    ['an unknown term', `v=spf1 ip5:1.2.3.4 include:${include} -all`, 'cannot evaluate the SPF record at'],
    [
      'a name without a record',
      `v=spf1 include:gone.example include:${include} -all`,
      'no SPF records found for gone.example',
    ],
    [
      'more than ten look-ups',
      `v=spf1 ${Array.from({ length: 10 }, (__, n) => `include:s${n}.example`).join(' ')} include:${include} -all`,
      'Too many DNS requests',
    ],
    [
      'three names without an address',
      `v=spf1 a:x.example a:y.example a:z.example include:${include} -all`,
      'Too many void DNS results',
    ],
  ])('is wrong where it allows %s, and the reason is named', async (__, record, reason) => {
    const others = Object.fromEntries(
      Array.from({ length: 10 }, (___, n) => [`s${n}.example`, 'v=spf1 -all']),
    );
    expect(await checked({ ...ours, ...others, [name]: record }, known)).toEqual({
      status: 'mismatch',
      error: expect.stringContaining(reason) as string,
    });
  });

  it('is right while ours is wrong, and the hint says whose fault it is', async () => {
    for (const broken of [{}, { [include]: 'v=spf1 ip4:203.0.113.7/40 -all' }]) {
      expect(await checked({ ...broken, [name]: expected.value }, known)).toEqual({
        status: 'verified',
        hint: expect.stringMatching(/^No action needed: .*_spf\.mail\.platform\.example.*operator/) as string,
      });
    }
  });

  it('is not known while DNS does not answer', async () => {
    expect(await checked({ ...ours, [name]: 'SERVFAIL' }, known)).toBe('unknown');
    const other = {
      [name]: `v=spf1 include:slow.example include:${include} ~all`,
      'slow.example': 'SERVFAIL',
    };
    expect(await checked({ ...ours, ...other }, known)).toBe('unknown');
  });
});

it('a record that lists our addresses without ours is right, where they are known', async () => {
  const zone = { ...ours, [name]: 'v=spf1 ip4:203.0.113.7 ip6:2001:db8::7 -all' };
  expect(await checked(zone)).toEqual({ status: 'verified' });
  expect(await checked({ ...ours, [name]: 'v=spf1 ip4:203.0.113.7 -all' })).toMatchObject({
    status: 'mismatch',
  });
});

it('the record of a provider is not ours to judge', async () => {
  const ses = { name, value: 'v=spf1 include:amazonses.com ~all' };
  const options = { addresses: [], isOurs: false };
  const check = (record: string) => checkDomainSpf(resolverOf({ [name]: record }), ses, options);
  expect(await check(ses.value)).toEqual({ status: 'verified' });
  expect(await check(expected.value)).toMatchObject({ status: 'mismatch' });
});

describe('our own record', () => {
  const check = (zone: Zone, known: readonly string[] = addresses) =>
    checkPlatformSpf(resolverOf(zone), { include, addresses: known });

  it('allows all addresses, or the first that it does not is named', async () => {
    expect(await check(ours)).toEqual({ fault: null });
    expect(await check(ours, ['203.0.113.7', '203.0.113.16'])).toEqual({
      fault: `the SPF record at ${include} does not allow 203.0.113.16`,
    });
  });

  it('that is missing, or twice, is a permanent error for receivers', async () => {
    expect(await check({})).toEqual({
      fault: expect.stringContaining(`no SPF records found for ${include}`) as string,
    });
    expect(await check({ [include]: ['v=spf1 -all', 'v=spf1 ip4:203.0.113.7 -all'] })).toEqual({
      fault: expect.stringContaining('permerror') as string,
    });
  });

  it('of a smart host has to be there, and its addresses are its own', async () => {
    const relay = { [include]: 'v=spf1 include:spf.relay.example -all' };
    expect(await check({ ...relay, 'spf.relay.example': 'v=spf1 ip4:198.51.100.0/24 -all' }, [])).toEqual({
      fault: null,
    });
    expect(await check(relay, [])).toEqual({
      fault: expect.stringContaining('no SPF records found for spf.relay.example') as string,
    });
    expect(await check({ [include]: 'SERVFAIL' }, [])).toBe('unknown');
  });
});
