import { createHash } from 'node:crypto';
import { auditValues } from './audit-values';

it('keeps small values as they are, whatever their type', () => {
  const state = {
    name: 'News',
    count: 0,
    active: false,
    gone: null,
    list: [1, 'a'],
    text: 'é'.repeat(1_000),
  };
  expect(auditValues(state)).toEqual(state);
});

it('keeps of a large value its size and digest, and its neighbours whole', () => {
  const variables = [{ key: 'a', fallback: 'x'.repeat(20_000) }];
  const json = JSON.stringify(variables);
  const sha256 = createHash('sha256').update(json).digest('hex');
  expect(auditValues({ slug: 'welcome', variables })).toEqual({
    slug: 'welcome',
    variables: { omitted: { bytes: json.length, sha256 } },
  });
});

it('tells two large values apart, and the same one not', () => {
  const of = (value: string): string => JSON.stringify(auditValues({ value: value.repeat(3_000) }));
  expect(of('a')).toBe(of('a'));
  expect(of('a')).not.toBe(of('b'));
});
