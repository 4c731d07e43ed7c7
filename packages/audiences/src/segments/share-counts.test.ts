import type { SegmentFilter } from '@postrider/contracts/segments';
import { createSharedCounts } from './share-counts';

interface Pass {
  readonly organizationId: string;
  readonly filters: readonly SegmentFilter[];
  readonly finish: (counts: readonly number[]) => void;
  readonly fail: (error: Error) => void;
}

let passes: Pass[];
let nowMs: number;
let count: (organizationId: string, filter: SegmentFilter) => Promise<number>;

beforeEach(() => {
  passes = [];
  nowMs = 0;
  const shared = createSharedCounts({
    nowMs: () => nowMs,
    countFilters: (organizationId, filters) =>
      new Promise((finish, fail) => passes.push({ organizationId, filters, finish, fail })),
  });
  count = async (organizationId, filter) => (await shared(organizationId, filter)).count;
});

const filterOf = (status: 'SUBSCRIBED' | 'BOUNCED', conditions = 1): SegmentFilter => ({
  all: Array.from({ length: conditions }, () => ({ status })),
});
/** Until everything that was asked for had its turn. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

async function passAt(index: number): Promise<Pass> {
  await settled();
  const pass = passes[index];
  if (pass === undefined) throw new Error(`no pass ${index}`);
  return pass;
}

it('counts once for all who ask at the same time, and what they ask for in one pass', async () => {
  const counts = Promise.all([
    ...[count('o', filterOf('BOUNCED')), count('o', filterOf('BOUNCED'))],
    count('o', filterOf('SUBSCRIBED')),
  ]);
  (await passAt(0)).finish([1, 2]);
  expect(await counts).toEqual([1, 1, 2]);
  expect(passes).toHaveLength(1);
});

it('counting segments has one pass of an organization at a time, and two in all, in turn', async () => {
  const first = count('a', filterOf('BOUNCED'));
  await settled();
  const others = [count('a', filterOf('SUBSCRIBED')), count('b', filterOf('BOUNCED'))];
  const third = count('c', filterOf('BOUNCED'));
  await settled();
  expect(passes.map(({ organizationId }) => organizationId)).toEqual(['a', 'b']);
  passes[1]?.finish([3]);
  (await passAt(2)).finish([4]);
  passes[0]?.finish([1]);
  (await passAt(3)).finish([2]);
  expect(passes.map(({ organizationId }) => organizationId)).toEqual(['a', 'b', 'c', 'a']);
  expect(await Promise.all([first, ...others, third])).toEqual([1, 2, 3, 4]);
});

it('keeps what took long for twenty times as long, and counts again what did not', async () => {
  const slow = count('o', filterOf('BOUNCED'));
  await settled();
  nowMs = 1_000;
  passes[0]?.finish([1]);
  expect(await slow).toBe(1);
  nowMs = 20_999;
  expect(await count('o', filterOf('BOUNCED'))).toBe(1);
  nowMs = 21_000;
  const again = count('o', filterOf('BOUNCED'));
  (await passAt(1)).finish([2]);
  expect(await again).toBe(2);
  const third = count('o', filterOf('BOUNCED'));
  (await passAt(2)).finish([3]);
  expect(await third).toBe(3);
});

it('divides what is asked for, so that a pass has a bounded number of conditions', async () => {
  const counts = Promise.all([count('o', filterOf('BOUNCED', 30)), count('o', filterOf('BOUNCED', 9))]);
  (await passAt(0)).finish([1]);
  (await passAt(1)).finish([2]);
  expect(await counts).toEqual([1, 2]);
});

it('tells all who asked that a pass failed, and counts again for the next', async () => {
  const [one, other] = [count('o', filterOf('BOUNCED')), count('o', filterOf('BOUNCED'))];
  const refused = Promise.all([expect(one).rejects.toThrow('gone'), expect(other).rejects.toThrow('gone')]);
  (await passAt(0)).fail(new Error('gone'));
  await refused;
  const again = count('o', filterOf('BOUNCED'));
  (await passAt(1)).finish([1]);
  expect(await again).toBe(1);
});

it('refuses more than anybody could count', async () => {
  const filters = Array.from({ length: 1_001 }, (_, n): SegmentFilter => ({
    all: [{ property: `p${n}`, op: 'exists', value: true }],
  }));
  const counts = filters.map((filter) => count('o', filter));
  await expect(counts.at(-1)).rejects.toMatchObject({ code: 'service_unavailable' });
});
