import { createDockerEngines } from './docker/docker-engines';
import { dockerAnswers } from './docker/docker-command';
import type { Engine, EngineName, Engines, EngineSource, Report } from './engine';
import type { EngineSet } from './engine-set';
import { createEnvironmentEngine } from './environment-engine';
import { withFileLock } from './file-lock';
import { createLocalEngines } from './local/local-engines';
import { rememberSource, sourceInUse } from './source-in-use';

export interface EnsureEnginesOptions {
  set: EngineSet;
  /** Which sources may be used, default all. Fault tests leave out `environment`: they kill engines. */
  sources?: readonly EngineSource[];
  report?: Report;
}

const engineNames: readonly EngineName[] = ['postgres', 'redis', 'rabbitmq'];

/** The settings by which an engine is given from outside. */
const urlVariables: Record<EngineName, string> = {
  postgres: 'DATABASE_URL',
  redis: 'REDIS_URL',
  rabbitmq: 'AMQP_URL',
};

/**
 * The set's engines, all answering: each from its URL in the environment where one is given, else from
 * Docker, else as a private instance of installed binaries. Quick when they already run.
 *
 * @throws EngineError with one clear text when an engine cannot be had
 */
export async function ensureEngines(options: EnsureEnginesOptions): Promise<Engines> {
  const { set, report = () => undefined } = options;
  return withFileLock(`engines-${set.name}`, async () => {
    const engines = chooseEngines(options);
    const usedBefore = sourceInUse(set.name);
    // Before they start: `make down` has to find them, also after a start that was interrupted.
    rememberSource(set.name, sourceOfOwn(engines));
    try {
      await startAll(engines, report);
      return engines;
    } catch (error) {
      if (sourceOfOwn(engines) !== 'docker' || usedBefore) throw error;
      report(`Docker answers, but its engines do not start (${firstLine(error)}); using local ones`);
      const local = chooseLocal(options);
      await startAll(local, report);
      return local;
    }
  });
}

function chooseLocal(options: EnsureEnginesOptions): Engines {
  rememberSource(options.set.name, 'local');
  return chooseEngines({ ...options, sources: ['environment', 'local'] });
}

/** The set's engines as they would be used, running or not: for stopping and for status. */
export function chooseEngines(options: EnsureEnginesOptions): Engines {
  const { set, sources = ['environment', 'docker', 'local'], report = () => undefined } = options;
  const fromEnvironment = sources.includes('environment') ? environmentEngines() : {};
  const { postgres, redis, rabbitmq } = fromEnvironment;
  if (postgres && redis && rabbitmq) {
    return { postgres, redis, rabbitmq, amqpManagementUrl: managementUrlFor(rabbitmq.url) };
  }
  const inUse = sourceInUse(set.name);
  const useDocker = inUse ? inUse === 'docker' : sources.includes('docker') && dockerAnswers();
  const own = useDocker ? createDockerEngines(set) : createLocalEngines(set, report);
  return {
    ...own,
    ...fromEnvironment,
    ...(rabbitmq && { amqpManagementUrl: managementUrlFor(rabbitmq.url) }),
  };
}

async function startAll(engines: Engines, report: Report): Promise<void> {
  const results = await Promise.allSettled(
    engineNames.map(async (name) => {
      const engine = engines[name];
      const begun = performance.now();
      const wasReady = await engine.isReady();
      await engine.start();
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      if (!wasReady) report(`${name} ready after ${seconds} s (${engine.source})`);
    }),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Docker or local for the engines that were not given by URL. */
function sourceOfOwn(engines: Engines): EngineSource {
  const sources = engineNames.map((name) => engines[name].source);
  return sources.find((source) => source !== 'environment') ?? 'environment';
}

function environmentEngines(): Partial<Record<EngineName, Engine>> {
  const given: Partial<Record<EngineName, Engine>> = {};
  for (const name of engineNames) {
    const url = process.env[urlVariables[name]];
    if (url) given[name] = createEnvironmentEngine(name, url);
  }
  return given;
}

/** By default RabbitMQ's own port for the HTTP API. */
function managementUrlFor(amqpUrl: string): string {
  const configured = process.env['AMQP_MANAGEMENT_URL'];
  if (configured) return configured;
  const { username, password, hostname } = new URL(amqpUrl);
  return `http://${username || 'guest'}:${password || 'guest'}@${hostname}:15672`;
}

function firstLine(error: unknown): string {
  return String(error).split('\n')[0] ?? '';
}
