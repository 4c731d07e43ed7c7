import { createCountPreview } from './segment-counts';
import type { SegmentFilter } from '@postrider/contracts/segments';
import type { SegmentCount } from '@postrider/audiences';
import { createLogger } from '@postrider/runtime';

const filterOf = (value: number): SegmentFilter => ({ all: [{ property: 'age', op: 'eq', value }] });

it('begins three counts of previews of an organization at a time, and shares those of the same filter', async () => {
  const counts: ((count: SegmentCount) => void)[] = [];
  const countPreview = createCountPreview({
    countSegment: () => new Promise((resolve) => counts.push(resolve)),
    log: createLogger({ name: 'test', level: 'silent' }),
  });
  const first = [1, 2, 3, 3].map((value) => countPreview('a', filterOf(value)));
  expect(counts).toHaveLength(3);
  expect(await countPreview('a', filterOf(4))).toBeNull();
  const foreign = countPreview('b', filterOf(4));
  expect(counts).toHaveLength(4);
  const counted = { count: 7, countedAt: new Date() };
  for (const settle of counts) settle(counted);
  expect(await Promise.all([...first, foreign])).toEqual(Array.from({ length: 5 }, () => counted));
  const next = countPreview('a', filterOf(4));
  expect(counts).toHaveLength(5);
  counts[4]?.(counted);
  expect(await next).toBe(counted);
});
