import type { FloorRun } from '../measure/child-program';

/** Does a floor's fixed amount of work, times it, and tells the parent process; `work` returns the units done. */
export async function tellRun(work: () => Promise<number> | number): Promise<void> {
  const cpuBefore = process.cpuUsage();
  const begun = performance.now();
  const units = await work();
  const seconds = (performance.now() - begun) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const run: FloorRun = { units, seconds, cpuSeconds: (user + system) / 1e6 };
  process.stdout.write(`${JSON.stringify(run)}\n`);
}

/** Runs `one` for every index below `count`, so many at a time. */
export async function inParallel(
  { count, concurrency }: { count: number; concurrency: number },
  one: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      await one(index);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
}
