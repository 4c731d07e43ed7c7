import type { Context } from 'liquidjs';

/** What one rendering of a template, all its fields together, may cost. */
export interface WorkLimits {
  readonly stepsMax: number;
  readonly allocationMax: number;
  readonly cpuMsMax: number;
}

/** At all. */
export const wholeWork: WorkLimits = {
  /** Texts, outputs and tags that are passed, each time. A digest of 500 rows of 20 outputs has some 20,000. */
  stepsMax: 50_000,
  /** Characters and list entries that filters, ranges and outputs make; two bodies of the largest size fit. */
  allocationMax: 4_200_000,
  /**
   * Processor time of this thread, not of the clock: a busy machine must not fail what is cheap. A virtual machine
   * counts the time its host takes away, so this is twenty times what a digest of 500 rows of 10 outputs takes.
   */
  cpuMsMax: 1_000,
};

/** On an event loop that others wait for; a receipt of fifty lines takes a tenth of it. */
export const briefWork: WorkLimits = { stepsMax: 2_000, allocationMax: 400_000, cpuMsMax: 5 };

/** A limit that a template went over. */
export class WorkLimitError extends Error {
  override readonly name = 'WorkLimitError';
}

type Limiter = Context['renderLimit'];

export interface WorkBudget {
  readonly limiter: Limiter;
  /** Whether more would have gone on; a template also fails by rules of its own. */
  readonly isExceeded: () => boolean;
  /** Since it was made: by the clock, which is cheap to ask, up to a millisecond; processor time beyond it. */
  readonly spentMs: () => number;
}

/**
 * Replaces both limiters of a Liquid context. The library's own time limit reads the clock, which a loaded
 * machine exhausts for it; counting steps gives the same answer to the same template and data.
 */
export function createWorkBudget(limits: WorkLimits): WorkBudget {
  const startedMs = performance.now();
  const startedCpu = process.threadCpuUsage();
  let steps = 0;
  let allocated = 0;
  let isExceeded = false;

  const exceed = (message: string): never => {
    isExceeded = true;
    throw new WorkLimitError(message);
  };
  const cpuMs = (): number => {
    const { user, system } = process.threadCpuUsage(startedCpu);
    return (user + system) / 1_000;
  };
  const check = (): void => {
    steps += 1;
    if (steps > limits.stepsMax) exceed('takes too many steps');
    // Asking for processor time is a system call, and it cannot be more than what the clock says.
    if (performance.now() - startedMs > limits.cpuMsMax && cpuMs() > limits.cpuMsMax)
      exceed('takes too long');
  };
  const use = (count: number): void => {
    // Sizes come from templates: a range that counts down, or ends nowhere, must not widen the budget.
    if (Number.isNaN(Number(count))) throw new WorkLimitError('uses a size that is not a number');
    allocated += Math.max(0, Number(count));
    if (allocated > limits.allocationMax) exceed('needs too much memory');
  };
  // The declared class has private fields; the library calls these two methods alone.
  const spentMs = (): number => {
    const byClockMs = performance.now() - startedMs;
    return byClockMs < 1 ? byClockMs : Math.min(byClockMs, cpuMs());
  };
  return { limiter: { use, check } as unknown as Limiter, isExceeded: () => isExceeded, spentMs };
}
