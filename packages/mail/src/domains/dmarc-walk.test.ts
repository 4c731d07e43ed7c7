import { findInheritedDmarc } from './dmarc-walk';

const asked: string[] = [];
beforeEach(() => {
  asked.length = 0;
});

/** DNS with these records at `_dmarc.` of their names; null: no answer. */
const zone = (records: Readonly<Record<string, string | null>>) => (name: string) => {
  asked.push(name);
  const value = records[name.replace(/^_dmarc\./, '')];
  return Promise.resolve(value === undefined ? [] : value === null ? null : [value]);
};

test('a domain without a record inherits that of its organizational domain, the one with the fewest labels', async () => {
  const find = zone({ 'shop.example': 'v=DMARC1; p=reject; t=y', 'news.shop.example': 'v=DMARC1; p=none' });
  expect(await findInheritedDmarc(find, 'eu.news.shop.example')).toEqual({
    ...{ name: '_dmarc.shop.example', policy: 'reject', testing: true },
  });
  expect(asked).toEqual(['_dmarc.news.shop.example', '_dmarc.shop.example', '_dmarc.example']);
});

test('the policy for subdomains comes before the policy', async () => {
  const find = zone({ 'shop.example': 'v=DMARC1; p=reject; sp=quarantine' });
  expect(await findInheritedDmarc(find, 'news.shop.example')).toMatchObject({ policy: 'quarantine' });
});

test('psd=n ends the walk, and psd=y names the level below as the organizational domain', async () => {
  const subsidiary = zone({
    'a.shop.example': 'v=DMARC1; p=none; psd=n',
    'shop.example': 'v=DMARC1; p=reject',
  });
  expect(await findInheritedDmarc(subsidiary, 'x.a.shop.example')).toMatchObject({
    name: '_dmarc.a.shop.example',
  });
  const suffix = { example: 'v=DMARC1; p=reject; psd=y' };
  const own = zone({ ...suffix, 'shop.example': 'v=DMARC1; p=none' });
  expect(await findInheritedDmarc(own, 'a.shop.example')).toMatchObject({ name: '_dmarc.shop.example' });
  expect(await findInheritedDmarc(zone(suffix), 'a.shop.example')).toMatchObject({ name: '_dmarc.example' });
});

test('nothing is inherited without a record, or while DNS does not answer', async () => {
  expect(await findInheritedDmarc(zone({}), 'a.shop.example')).toBeNull();
  const silent = zone({ 'a.shop.example': 'v=DMARC1; p=none', 'shop.example': null });
  expect(await findInheritedDmarc(silent, 'x.a.shop.example')).toBeNull();
});

test('asks about seven parents of a long name', async () => {
  const labels = Array.from({ length: 30 }, (_, n) => `l${n}`);
  expect(await findInheritedDmarc(zone({}), labels.join('.'))).toBeNull();
  expect(asked).toHaveLength(7);
  expect(asked[0]).toBe('_dmarc.l23.l24.l25.l26.l27.l28.l29');
});
