import { createReleaseRule } from './release-memory';

const megabyte = 1_048_576;
const start = 100 * megabyte;

/** What the rule says of samples that are given as [share of the processor, MB]. */
function due(...samples: readonly (readonly [cpuShare: number, megabytes: number])[]): boolean[] {
  const isDue = createReleaseRule(start);
  return samples.map(([cpuShare, megabytes]) => isDue({ cpuShare, residentBytes: megabytes * megabyte }));
}

const times = (count: number, cpuShare: number, megabytes: number) =>
  Array.from({ length: count }, () => [cpuShare, megabytes] as const);

it('collects once a service that has grown is quiet', () => {
  expect(due([0.9, 250], [0.5, 250], [0, 250], [0, 250], [0, 250])).toEqual([
    ...[false, false, false, false, true],
  ]);
});

it('leaves a busy service alone, however large', () => {
  expect(due(...times(20, 0.05, 400))).not.toContain(true);
});

it('starts to wait again with each busy moment', () => {
  expect(due([0, 250], [0, 250], [0.5, 250], [0, 250], [0, 250], [0, 250]).indexOf(true)).toBe(5);
});

it('leaves a quiet service alone that has not grown', () => {
  expect(due(...times(20, 0, 120))).not.toContain(true);
});

it('does not repeat a collection that freed nothing', () => {
  expect(due(...times(20, 0, 250)).filter(Boolean)).toHaveLength(1);
});

it('collects again after the next growth', () => {
  expect(due(...times(4, 0, 250), ...times(4, 0, 110), ...times(4, 0, 180)).filter(Boolean)).toHaveLength(2);
});
