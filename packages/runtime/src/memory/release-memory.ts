import { collectGarbage } from './collect-garbage';

export interface MemoryRelease {
  close(): void;
}

export interface MemorySample {
  /** Share of one processor since the sample before. */
  readonly cpuShare: number;
  readonly residentBytes: number;
}

const sampleMs = 10_000;
/** Sweeps and health checks of a service that has nothing to do stay below it. */
const quietCpuShare = 0.02;
/** Half a minute: a pause between two requests is no quiet time. */
const quietSamplesMin = 3;
/** A collection stops the process for some 50 to 100 ms: less garbage is not worth that. */
const grownBytes = 32 * 1_048_576;

/**
 * Gives memory back that a service no longer needs. V8 waits with full collections until the heap has grown by a lot
 * (`heapOptions`), which is what a busy service wants; a service with nothing to do would sit for ever on what it has
 * needed at its start or in its last busy hour. So there is one full collection at the start, and another one whenever the
 * service has been quiet for half a minute and has grown by 32 MB since the last.
 */
export function startMemoryRelease(): MemoryRelease {
  const collect = () => collectGarbage('last-resort');
  collect();
  const isDue = createReleaseRule(process.memoryUsage.rss());
  let cpu = process.cpuUsage();
  let atMs = performance.now();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(cpu);
    const cpuShare = (user + system) / 1_000 / (performance.now() - atMs);
    if (isDue({ cpuShare, residentBytes: process.memoryUsage.rss() })) collect();
    cpu = process.cpuUsage();
    atMs = performance.now();
  }, sampleMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

/**
 * Says of each sample whether a collection is due. After one that was due, the smallest size since counts: what a
 * collection could not free is no reason for the next.
 * @param residentBytes after the collection at the start
 */
export function createReleaseRule(residentBytes: number): (sample: MemorySample) => boolean {
  let smallestBytes = residentBytes;
  let quietSamples = 0;
  let hasCollected = false;
  return (sample) => {
    // The first sample after a collection tells what it has left.
    smallestBytes = hasCollected ? sample.residentBytes : Math.min(smallestBytes, sample.residentBytes);
    hasCollected = false;
    quietSamples = sample.cpuShare < quietCpuShare ? quietSamples + 1 : 0;
    if (quietSamples < quietSamplesMin || sample.residentBytes - smallestBytes < grownBytes) return false;
    quietSamples = 0;
    hasCollected = true;
    return true;
  };
}
