import { CountByKey } from './count-by-key';

it('forgets keys with a count of zero', () => {
  const counts = new CountByKey();
  expect([counts.add('a', 2), counts.add('b', 1), counts.add('a', -2)]).toEqual([2, 1, 0]);
  expect([counts.of('a'), counts.of('b'), counts.size]).toEqual([0, 1, 1]);
});

it('refuses that more is given back than was taken', () => {
  const counts = new CountByKey();
  counts.add('a', 1);
  expect(() => counts.add('a', -2)).toThrow('no more is released than was taken');
  expect(() => counts.add('b', -1)).toThrow('no more is released than was taken');
});
