import { slugOf } from './slug-from-name';

it.each([
  ['Product news', 'product-news'],
  ['  Été & Soldes! ', 'ete-soldes'],
  ['Straße Øst', 'strasse-ost'],
  ['№ 1 — 2026', 'no-1-2026'],
  ['新聞', ''],
  ['---', ''],
  [`${'a'.repeat(49)} b`, 'a'.repeat(49)],
])('the slug of %j is %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});
