import { resolveKind } from './resolve-kind';

it.each([
  ['the field', { kind: 'receipt' }, 'receipt'],
  ['the field before the tag', { kind: 'receipt', tags: [{ name: 'kind', value: 'other' }] }, 'receipt'],
  [
    'the tag',
    {
      tags: [
        { name: 'a', value: 'b' },
        { name: 'kind', value: 'digest.daily' },
      ],
    },
    'digest.daily',
  ],
  [
    'the first of two tags',
    {
      tags: [
        { name: 'kind', value: 'one' },
        { name: 'kind', value: 'two' },
      ],
    },
    'one',
  ],
  ['nothing for an empty tag', { tags: [{ name: 'kind', value: '' }] }, null],
  ['nothing for a tag of another name', { tags: [{ name: 'Kind', value: 'x' }] }, null],
  ['nothing', {}, null],
])('is %s', (_what, request, kind) => {
  expect(resolveKind(request)).toBe(kind);
});

it('names the tag whose value is too long for a kind', () => {
  const tags = [
    { name: 'a', value: 'b' },
    { name: 'kind', value: 'k'.repeat(65) },
  ];
  expect(() => resolveKind({ tags })).toThrow('tags[1].value: a kind has at most 64 characters');
});
