import fs from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Metrics } from './metrics';

const nanosecondsPerSecond = 1e9;

/** Sees each stall that is longer. Fifty looks a second were a fifth of what an idle service spent. */
const delaySampledMs = 100;

/** All packages of ours carry the version of the whole. */
const packageFile = path.join(__dirname, '..', '..', 'package.json');

/** What runs here; memory, processor time and event loop of this process. */
export function observeProcess(metrics: Metrics, service: string): { close(): void } {
  const { version } = JSON.parse(fs.readFileSync(packageFile, 'utf8')) as { readonly version: string };
  const build = { service, version, node_version: process.versions.node };
  metrics.gauge('postrider_build_info', 'Version information in labels; always 1.', () => [
    { value: 1, labels: build },
  ]);

  const delay = monitorEventLoopDelay({ resolution: delaySampledMs });
  delay.enable();
  let lastUtilization = performance.eventLoopUtilization();

  metrics.gauge('process_resident_memory_bytes', 'Resident memory of the process.', () =>
    process.memoryUsage.rss(),
  );
  metrics.gauge('process_heap_used_bytes', 'JavaScript heap in use.', () => process.memoryUsage().heapUsed);
  metrics.observedCounter('process_cpu_seconds', 'CPU time, user and system.', () => {
    const { user, system } = process.cpuUsage();
    return [
      { value: user / 1e6, labels: { mode: 'user' } },
      { value: system / 1e6, labels: { mode: 'system' } },
    ];
  });
  metrics.gauge('process_start_time_seconds', 'Unix time when the process started.', () =>
    Math.round(performance.timeOrigin / 1000),
  );
  metrics.gauge(
    'nodejs_eventloop_delay_p99_seconds',
    'Delay of the event loop since the last scrape.',
    () => {
      const p99Seconds = delay.percentile(99) / nanosecondsPerSecond;
      delay.reset();
      // What is recorded is the time between two looks.
      return Math.max(0, p99Seconds - delaySampledMs / 1_000);
    },
  );
  metrics.gauge(
    'nodejs_eventloop_utilization',
    'Share of time that the event loop was busy since the last scrape.',
    () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, lastUtilization);
      lastUtilization = now;
      return utilization;
    },
  );
  return { close: () => delay.disable() };
}
