import { errorCode } from '../log/describe-error';
import type { Logger } from '../log/logger';
import type { Metrics } from '../metrics/metrics';
import { withTimeout } from '../time/wait';

export type ServiceState = 'starting' | 'ready' | 'stopping';

export interface DependencyCheck {
  readonly name: string;
  /** Rejects when the dependency does not answer. Must do real work: one round trip. */
  readonly check: (signal: AbortSignal) => Promise<unknown>;
  /** A service that can work without it stays ready, and its report says that it is degraded. */
  readonly required?: boolean;
  /** In its own words, why an engine that answers takes no writes (disk or memory full); null: it takes them. */
  readonly refusesWrites?: () => string | null;
  /** False: it is in the report of readiness alone, and not one of the engines that metrics count. Default true. */
  readonly isEngine?: boolean;
}

export interface DependencyReport {
  readonly ok: boolean;
  readonly required: boolean;
  readonly duration_ms: number;
  readonly error?: string;
  /** Why it takes no writes. */
  readonly refuses_writes?: string;
}

export interface ReadinessReport {
  readonly ready: boolean;
  readonly state: ServiceState;
  readonly dependencies: Readonly<Record<string, DependencyReport>>;
}

export interface Health {
  addCheck(check: DependencyCheck): void;
  setState(state: ServiceState): void;
  isEngine(name: string): boolean;
  report(): Promise<ReadinessReport>;
}

/** Probes come every few seconds from several places; within a second they share one look at the engines. */
const cacheMs = 1_000;
/** Kubernetes gives a probe 1 s by default; ours answers within that. */
const checkTimeoutMs = 900;

export function createHealth(): Health {
  const checks: DependencyCheck[] = [];
  let state: ServiceState = 'starting';
  let cached: { atMs: number; results: Promise<[string, DependencyReport][]> } | undefined;

  const look = (): Promise<[string, DependencyReport][]> => {
    const nowMs = performance.now();
    if (!cached || nowMs - cached.atMs > cacheMs) {
      cached = {
        atMs: nowMs,
        results: Promise.all(checks.map(async (check) => [check.name, await probe(check)])),
      };
    }
    return cached.results;
  };

  return {
    addCheck: (check) => {
      checks.push(check);
      cached = undefined;
    },
    setState: (next) => {
      state = next;
    },
    isEngine: (name) => checks.find((check) => check.name === name)?.isEngine ?? true,
    report: async () => {
      const results = await look();
      const healthy = results.every(([, dependency]) => dependency.ok || !dependency.required);
      return { ready: state === 'ready' && healthy, state, dependencies: Object.fromEntries(results) };
    },
  };
}

/** As /readyz tells it: a scrape asks each engine, at most once a second. */
export function observeDependencies(metrics: Metrics, health: Pick<Health, 'report' | 'isEngine'>): void {
  const observe = (name: string, help: string, read: (report: DependencyReport) => boolean): void =>
    metrics.gauge(name, help, async () => {
      const { dependencies } = await health.report();
      return Object.entries(dependencies)
        .filter(([dependency]) => health.isEngine(dependency))
        .map(([dependency, report]) => ({ value: read(report) ? 1 : 0, labels: { dependency } }));
    });
  observe('dependency_up', '1 if the engine is available to this process, by engine.', ({ ok }) => ok);
  observe(
    'dependency_refuses_writes',
    '1 if the engine is available but refuses writes because its disk or memory is full, by engine.',
    ({ refuses_writes: reason }) => reason !== undefined,
  );
}

const logEveryMs = 60_000;
const lookEveryMs = 10_000;

/** Writes the engine's own reason to the log, once a minute while it lasts. */
export function logWriteRefusals(
  log: Pick<Logger, 'error' | 'info'>,
  health: Pick<Health, 'report'>,
): { close(): void } {
  const loggedAtMs = new Map<string, number>();
  const look = async (): Promise<void> => {
    const { dependencies } = await health.report();
    for (const [dependency, { refuses_writes: reason }] of Object.entries(dependencies)) {
      const lastMs = loggedAtMs.get(dependency);
      if (reason === undefined) {
        if (loggedAtMs.delete(dependency)) log.info({ dependency }, `${dependency} accepts writes again`);
      } else if (lastMs === undefined || performance.now() - lastMs >= logEveryMs) {
        loggedAtMs.set(dependency, performance.now());
        log.error({ dependency, reason }, `${dependency} refuses writes`);
      }
    }
  };
  const timer = setInterval(() => void look(), lookEveryMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

async function probe({
  check,
  required = true,
  refusesWrites = () => null,
}: DependencyCheck): Promise<DependencyReport> {
  const startedMs = performance.now();
  const took = (): number => Math.round(performance.now() - startedMs);
  const refusal = (): Pick<DependencyReport, 'refuses_writes'> => {
    const reason = refusesWrites();
    return reason === null ? {} : { refuses_writes: reason };
  };
  try {
    await withTimeout(checkTimeoutMs, check);
    return { ok: true, required, duration_ms: took(), ...refusal() };
  } catch (error) {
    return { ok: false, required, duration_ms: took(), error: errorCode(error), ...refusal() };
  }
}
