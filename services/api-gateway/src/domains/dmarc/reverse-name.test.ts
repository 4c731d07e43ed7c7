import type { RecordLookup } from '@postrider/runtime';
import { reverseName } from './reverse-name';

/** Answers by `PTR <name>`, `A <name>`; null: no answer. */
const lookupOf = (zone: Readonly<Record<string, readonly string[] | null>>): RecordLookup => ({
  find: (type, name) => {
    const values = zone[`${type} ${name}`];
    return Promise.resolve(
      values === null ? { kind: 'unknown', code: 'ETIMEOUT' } : { kind: 'values', values: values ?? [] },
    );
  },
  resolve: (name, type) => {
    const values = zone[`${type} ${name}`];
    const code = values === null ? 'ETIMEOUT' : 'ENOTFOUND';
    return values ? Promise.resolve([...values]) : Promise.reject(Object.assign(new Error(), { code }));
  },
});
const ptr = 'PTR 1.2.0.192.in-addr.arpa';

it('a reverse name leads back to the address', async () => {
  const lookup = lookupOf({ [ptr]: ['MX.Shop.Example'], 'A MX.Shop.Example': ['192.0.2.9', '192.0.2.1'] });
  expect(await reverseName(lookup, '192.0.2.1')).toEqual({ name: 'mx.shop.example' });
  const sixth = `PTR ${'1.0.0.0.'.repeat(1)}${'0.'.repeat(20)}8.b.d.0.1.0.0.2.ip6.arpa`;
  const lookup6 = lookupOf({ [sixth]: ['six.example'], 'AAAA six.example': ['2001:0db8::0001'] });
  expect(await reverseName(lookup6, '2001:db8::1')).toEqual({ name: 'six.example' });
});

it.each<[string, Readonly<Record<string, readonly string[] | null>>, string | null]>([
  ['no name', {}, null],
  ['a name of another owner', { [ptr]: ['mail.google.com'], 'A mail.google.com': ['198.51.100.1'] }, null],
  ['what is no name', { [ptr]: ['<b>', 'localhost', 'x'.repeat(300)] }, null],
  ['the fourth of many names', { [ptr]: ['a.b', 'c.d', 'e.f', 'g.h'], 'A g.h': ['192.0.2.1'] }, null],
  ['a resolver that does not answer', { [ptr]: null }, 'unknown'],
  ['a name whose address is not answered', { [ptr]: ['a.b'], 'A a.b': null }, 'unknown'],
])('a reverse name is missing: %s', async (_, zone, name) => {
  expect(await reverseName(lookupOf(zone), '192.0.2.1')).toEqual(name === null ? { name } : name);
});
