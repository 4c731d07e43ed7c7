import { startEventLoopGuard } from '../event-loop/event-loop-guard';
import { createHealth, logWriteRefusals, observeDependencies, type Health } from '../health/health';
import { createHealthHandler, createProbes, type Probes } from '../health/health-handler';
import { startHealthServer } from '../health/health-server';
import { createLogger, type Logger } from '../log/logger';
import { createMetrics, type Metrics } from '../metrics/metrics';
import { observeProcess } from '../metrics/process-metrics';
import { configExitCode } from '../settings/parse-settings';
import { SettingsError } from '../settings/settings-error';
import { readTelemetrySettings } from '../telemetry/config';
import { stopTracing } from '../telemetry/tracing-handle';
import { waitForDependency, type Dependency } from '../engines/dependency';
import { startMemoryRelease } from '../memory/release-memory';

/** What `start` works with. Parts close in the reverse order of their registration. */
export interface ServiceScope {
  readonly name: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  /** What /healthz and /readyz answer on a port that anybody may reach: no details. */
  readonly probes: Probes;
  /** Aborts when the service begins to stop. */
  readonly stopping: AbortSignal;
  /** Registers the check and the closing of an engine's client; waits until a required one answers. */
  connect(dependency: Dependency): Promise<void>;
  /** Registers what has to be closed: stop taking work first, finish what is held, then resolve. */
  onClose(name: string, close: () => Promise<unknown>): void;
}

export interface ServiceOptions {
  readonly name: string;
  /** `processSettings` of the service. */
  readonly settings: {
    readonly LOG_LEVEL: string;
    readonly HEALTH_HOST: string;
    readonly HEALTH_PORT: number;
    readonly SHUTDOWN_GRACE_MS: number;
  };
  readonly start: (service: ServiceScope) => Promise<void>;
}

class Stopped extends Error {}

/**
 * Runs a service until SIGTERM or SIGINT, then closes its parts, last in first out, within SHUTDOWN_GRACE_MS.
 * Exit codes: 0 after a clean stop; 78 when the operator has to put something right first (`SettingsError`); 1 when the
 * start failed otherwise, a part did not close in time or a second signal came, and after an uncaught exception
 * (logged as fatal: the state of the process is unknown from there on).
 */
export async function runService(options: ServiceOptions): Promise<void> {
  const { name, settings } = options;
  const shutdownGraceMs = settings.SHUTDOWN_GRACE_MS;
  const log = createLogger({ name, level: settings.LOG_LEVEL });
  const parts: Part[] = [];
  const stopping = new AbortController();
  const health = createHealth();
  const metrics = createMetrics();

  const stop = async (cause: string): Promise<void> => {
    if (stopping.signal.aborted) {
      log.error({ cause }, `${name} received a second stop signal and drops its work`);
      process.exit(1);
    }
    log.info({ cause }, `${name} is stopping`);
    health.setState('stopping');
    stopping.abort();
    const startedMs = performance.now();
    setTimeout(() => {
      log.error(
        { grace_ms: shutdownGraceMs, waiting_for: parts.at(-1)?.name },
        `${name} did not stop in time`,
      );
      process.exit(1);
    }, shutdownGraceMs);
    const failures = await closeInReverse(parts, log);
    await stopTracing();
    log.info({ duration_ms: Math.round(performance.now() - startedMs), failures }, `${name} has stopped`);
    process.exit(failures === 0 ? 0 : 1);
  };

  watchProcess({ name, log, stop });
  const service = createScope({ name, log, metrics, health, stopping: stopping.signal, parts });
  try {
    await openHealth(service, settings);
    await options.start(service);
  } catch (error) {
    if (error instanceof Stopped) return;
    process.exitCode = tellWhyNot(service, error);
    await Promise.race([closeInReverse(parts, log), gracePassed(shutdownGraceMs)]);
    process.exit();
  }
  if (stopping.signal.aborted) return;
  const memory = startMemoryRelease();
  parts.push({ name: 'memory', close: () => Promise.resolve(memory.close()) });
  watchEventLoop(log, parts);
  health.setState('ready');
  log.info(`${name} is ready`);
}

/** @returns the exit code */
function tellWhyNot({ name, log }: ServiceScope, error: unknown): number {
  if (error instanceof SettingsError) {
    // What it is about is the operator's: a stack of ours would only hide the sentence.
    log.fatal(`${name} cannot start: ${error.problems.join('; ')}`);
    return configExitCode;
  }
  log.fatal({ err: error }, `${name} could not start`);
  return 1;
}

function createScope(options: {
  readonly name: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  readonly stopping: AbortSignal;
  readonly parts: Part[];
}): ServiceScope {
  const { name: serviceName, log, metrics, health, stopping, parts } = options;
  return {
    name: serviceName,
    log,
    metrics,
    health,
    stopping,
    probes: createProbes(health),
    connect: async (dependency) => {
      const { name, check, close, required = true, refusesWrites } = dependency;
      if (close) parts.push({ name, close });
      health.addCheck({ name, check, required, ...(refusesWrites && { refusesWrites }) });
      if (!(await waitForDependency(dependency, { log, signal: stopping }))) throw new Stopped();
    },
    onClose: (name, close) => {
      parts.push({ name, close });
    },
  };
}

async function openHealth(service: ServiceScope, settings: ServiceOptions['settings']): Promise<void> {
  const observed = observeProcess(service.metrics, service.name);
  service.onClose('process metrics', () => Promise.resolve(observed.close()));
  const { health, metrics } = service;
  observeDependencies(metrics, health);
  const refusals = logWriteRefusals(service.log, health);
  service.onClose('write refusals', () => Promise.resolve(refusals.close()));
  const handler = createHealthHandler({ health, metrics });
  const server = await startHealthServer({
    handler,
    host: settings.HEALTH_HOST,
    port: settings.HEALTH_PORT,
  });
  service.onClose('health server', () => server.close());
}

/** From here on, since a start loads code in long turns while no request waits. */
function watchEventLoop(log: Logger, parts: Part[]): void {
  const { eventLoopGuardMs: limitMs } = readTelemetrySettings();
  if (limitMs === 0) return;
  const guard = startEventLoopGuard({ limitMs, log });
  parts.push({ name: 'event loop guard', close: () => guard.close() });
}

function watchProcess(options: { name: string; log: Logger; stop: (cause: string) => Promise<void> }): void {
  const { name, log, stop } = options;
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  const die = (kind: string) => (error: unknown) => {
    log.fatal({ err: error, kind }, `${name} has a bug: uncaught error`);
    process.exit(1);
  };
  process.on('uncaughtException', die('uncaughtException'));
  process.on('unhandledRejection', die('unhandledRejection'));
}

function gracePassed(graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, graceMs);
  });
}

interface Part {
  readonly name: string;
  readonly close: () => Promise<unknown>;
}

/**
 * Closes parts one after the other, the last one first, so that each may still use those it was built on.
 * A part that fails to close does not keep the others from closing. Empties `parts`; answers how many failed.
 */
async function closeInReverse(parts: Part[], log: Logger): Promise<number> {
  let failures = 0;
  for (let part = parts.at(-1); part; part = parts.at(-1)) {
    try {
      await part.close();
    } catch (error) {
      failures += 1;
      log.error({ err: error, part: part.name }, `${part.name} did not close cleanly`);
    }
    const index = parts.indexOf(part);
    if (index >= 0) parts.splice(index, 1);
  }
  return failures;
}
