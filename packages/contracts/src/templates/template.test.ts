import { createTemplateRequest, updateTemplateRequest } from './template';

const create = (fields: object): boolean => createTemplateRequest.safeParse({ slug: 'x', ...fields }).success;
const declare = (fields: object): boolean => create({ variables: [{ key: 'a', type: 'string', ...fields }] });

it.each(['receipt', 'a', 'a.b', 'a-b_c', '2026', 'a'.repeat(64)])('takes %s for a slug', (slug) => {
  expect(create({ slug })).toBe(true);
});

it.each([
  ...['', 'A', 'ä', 'a b', '-a', 'a-', '.', '..', 'a/b', 'a\n', 'a'.repeat(65)],
  '019a8f00-1234-7abc-8def-0123456789ab',
])('does not take %j for a slug', (slug) => {
  expect(create({ slug })).toBe(false);
});

it.each(['a', 'first_name', 'order.total', '_x.y2', 'a.b.c.d.e.f.g.h'])('takes %s for a key', (key) => {
  expect(declare({ key })).toBe(true);
});

it.each([
  '',
  '.',
  'a.',
  'a..b',
  '1a',
  'a-b',
  'a b',
  'a[0]',
  'a.b.c.d.e.f.g.h.i',
  'a\n',
  'é',
  'a'.repeat(101),
])('does not take %j for a key', (key) => {
  expect(declare({ key })).toBe(false);
});

it('takes any JSON that can be stored for a fallback', () => {
  const read = (fallback: unknown): unknown =>
    createTemplateRequest.parse({ slug: 'x', variables: [{ key: 'a', type: 'object', fallback }] })
      .variables[0]?.fallback;
  expect(read({ a: [1, null, { b: true }] })).toEqual({ a: [1, null, { b: true }] });
  expect(read('\ud800')).toBe('\ufffd');
  expect(read({ '\udc00': ['\ud800'] })).toEqual({ '\ufffd': ['\ufffd'] });
  const polluting = read(JSON.parse('{"__proto__": {"x": 1}}')) as object;
  expect([Object.keys(polluting), Object.getPrototypeOf(polluting)]).toEqual([
    ['__proto__'],
    Object.prototype,
  ]);
});

it.each([['\0'], [{ a: ['\0'] }], [{ 'a\0': 1 }], ['x'.repeat(20_000)]])(
  'does not take %.20j for a fallback',
  (fallback) => {
    expect(declare({ fallback })).toBe(false);
  },
);

it('a template has limits of its own', () => {
  expect(create({ html: 'ü'.repeat(250_000), text: 'x'.repeat(500_000), subject: 'x'.repeat(2_000) })).toBe(
    true,
  );
  expect(create({ html: 'ü'.repeat(250_001) })).toBe(false);
  expect(create({ subject: 'x'.repeat(2_001) })).toBe(false);
  expect(create({ text: 'a\0' })).toBe(false);
  const variables = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ key: `v${n}`, type: 'string' }));
  expect([create({ variables: variables(100) }), create({ variables: variables(101) })]).toEqual([
    true,
    false,
  ]);
});

it('tells clearing from leaving as it is', () => {
  expect(updateTemplateRequest.parse({ html: null })).toEqual({ html: null });
});
