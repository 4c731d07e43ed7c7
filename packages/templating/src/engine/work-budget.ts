import type { Context } from 'liquidjs';

/** What one rendering of a template, all its fields together, may cost. */
const workLimits = {
  /** Texts, outputs and tags that are passed, each time. A digest of 500 rows of 20 outputs has some 20,000. */
  stepsMax: 50_000,
  /** Characters and list entries that filters, ranges and outputs make; two bodies of the largest size fit. */
  allocationMax: 4_200_000,
  /** Processor time of this thread, not of the clock: a busy machine must not fail what is cheap. */
  cpuMsMax: 250,
} as const;

/** A limit that a template went over. */
export class WorkLimitError extends Error {
  override readonly name = 'WorkLimitError';
}

type Limiter = Context['renderLimit'];

/**
 * Stands in for both limiters of a Liquid context. The library's own time limit reads the clock, which a loaded
 * machine exhausts for it; counting steps gives the same answer to the same template and data.
 */
export function createWorkBudget(): Limiter {
  const startedMs = performance.now();
  const startedCpu = process.threadCpuUsage();
  let steps = 0;
  let allocated = 0;

  const check = (): void => {
    steps += 1;
    if (steps > workLimits.stepsMax) throw new WorkLimitError('takes too many steps');
    // Asking for processor time is a system call, and it cannot be more than what the clock says.
    if (performance.now() - startedMs <= workLimits.cpuMsMax) return;
    const { user, system } = process.threadCpuUsage(startedCpu);
    if ((user + system) / 1_000 > workLimits.cpuMsMax) throw new WorkLimitError('takes too long');
  };
  const use = (count: number): void => {
    // Sizes come from templates: a range that counts down, or ends nowhere, must not widen the budget.
    if (Number.isNaN(Number(count))) throw new WorkLimitError('asks for a size that is no number');
    allocated += Math.max(0, Number(count));
    if (allocated > workLimits.allocationMax) throw new WorkLimitError('needs too much memory');
  };
  // The declared class has private fields; the library calls these two methods alone.
  return { use, check } as unknown as Limiter;
}
