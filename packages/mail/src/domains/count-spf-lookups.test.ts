import { countSpfLookups } from './count-spf-lookups';
import type { ResolveRecords } from './evaluate-spf';

type Zone = Readonly<Record<string, string | readonly string[]>>;

let asked = 0;
/** TXT records by name, others by `A <name>`; `SERVFAIL` is a name server that fails. */
const resolverOf =
  (zone: Zone): ResolveRecords =>
  (name, type) => {
    asked += 1;
    const found = zone[type === 'TXT' ? name : `${type} ${name}`];
    if (found === 'SERVFAIL') return Promise.reject(Object.assign(new Error(), { code: 'ESERVFAIL' }));
    if (found === undefined) return Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }));
    const values = [found].flat();
    // TXT comes in chunks.
    return Promise.resolve(
      (type === 'TXT' ? values.map((value) => [value.slice(0, 9), value.slice(9)]) : values) as string[],
    );
  };
const count = (zone: Zone) => countSpfLookups(resolverOf(zone), 'shop.example');

test('counts the terms that ask DNS, within included records too', async () => {
  const zone = {
    'shop.example': 'v=spf1 ip4:192.0.2.0/24 a mx/24 include:one.example ?include:One.Example. -all',
    'A shop.example': '192.0.2.1',
    'MX shop.example': 'mx.shop.example',
    'one.example': 'v=spf1 a:host.one.example//64 redirect=two.example',
    'AAAA host.one.example': '2001:db8::1',
    'two.example': 'v=spf1 exists:%{i}.list.example ptr ip6:2001:db8::/32 -all',
  };
  expect(await count(zone)).toEqual({
    ...{ lookups: 12, voids: 0 },
    includes: ['one.example', 'two.example', 'one.example', 'two.example'],
  });
});

test('counts names without a record', async () => {
  const zone = { 'shop.example': 'v=spf1 a:x.example mx:y.example include:z.example exists:w.example ~all' };
  expect(await count(zone)).toMatchObject({ lookups: 4, voids: 4 });
});

test('an ordinary record needs few', async () => {
  expect(
    await count({
      'shop.example': 'v=spf1 include:_spf.mail.example ~all',
      '_spf.mail.example': 'v=spf1 ip4:192.0.2.1 -all',
    }),
  ).toMatchObject({ lookups: 1, voids: 0 });
});

test('a redirect beside `all` is not followed, and other terms do not count', async () => {
  const record = 'v=spf1 redirect=other.example ip4:192.0.2.1 exp=why.example allow:x -all';
  expect(await count({ 'shop.example': record })).toMatchObject({ lookups: 0, voids: 0 });
});

test('nothing is counted without one record, or while DNS does not answer', async () => {
  expect(await count({})).toBeNull();
  expect(await count({ 'shop.example': ['v=spf1 -all', 'v=spf1 ~all'] })).toBeNull();
  expect(await count({ 'shop.example': 'SERVFAIL' })).toBe('unknown');
  const zone = { 'shop.example': 'v=spf1 include:a.example', 'a.example': 'SERVFAIL' };
  expect(await count(zone)).toBe('unknown');
});

test('a record that includes itself, and one of thousands of terms, cost thirty look-ups', async () => {
  expect(await count({ 'shop.example': 'v=spf1 include:shop.example -all' })).toMatchObject({ lookups: 30 });
  asked = 0;
  const many = Array.from({ length: 5_000 }, (_, n) => `include:s${n}.example`).join(' ');
  expect(await count({ 'shop.example': `v=spf1 ${many}` })).toMatchObject({ lookups: 30, voids: 30 });
  expect(asked).toBe(31);
});
