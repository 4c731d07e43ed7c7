import type { ServiceProcess } from '@postrider/devtools';
import { eventually } from '@postrider/testkit';
import { withCpu } from './cpu-time';
import { sampleOf, type Sample } from './sample';

/** A line must fit into a minute. */
const drainMs = 40_000;
/** Of a drain that takes seconds this is a hundredth, and looking costs PostgreSQL half a millisecond. */
const lookEveryMs = 40;

export interface Drain {
  /** One, or several that share the work. */
  readonly services: readonly ServiceProcess[];
  readonly units: number;
  /** Puts the work into the service's queues while it stands still. */
  readonly fill: () => Promise<void>;
  readonly isDone: () => Promise<boolean>;
}

/** How fast a running service works off what has piled up: it is frozen while its queues are filled. */
export async function measureDrain({ services, units, fill, isDone }: Drain): Promise<Sample> {
  for (const service of services) service.pause();
  try {
    await fill();
  } finally {
    for (const service of services) service.resume();
  }
  const begun = performance.now();
  const pids = services.map((service) => service.pid());
  const { cpu } = await withCpu(pids, () =>
    eventually(isDone, { timeoutMs: drainMs, intervalMs: lookEveryMs, what: `${units} units done` }),
  );
  return sampleOf({ units, seconds: (performance.now() - begun) / 1_000, cpu });
}
