import { eventually } from '@postrider/testkit';
import { howToMovePorts } from '../port-offset';
import { EngineError, type Engine, type EngineName } from '../engine';
import { answers, complaint } from '../readiness';
import type { Daemon } from '../../processes/daemon';
import { lastLines } from '../../processes/last-lines';
import { describePortOwner, isListening } from '../../processes/listening-port';

export interface LocalEngineOptions {
  name: EngineName;
  url: string;
  port: number;
  daemon: Daemon;
  stopSignal: NodeJS.Signals;
  stopGraceMs: number;
  /** Before each launch: data folder, configuration, helpers. */
  prepare(): Promise<void>;
  /** After it answers for the first time since launch. */
  finish?(): Promise<void>;
  removeData(): Promise<void>;
}

/** RabbitMQ takes 5 s here; a cold disk or two busy cores can make it 30. */
const startTimeoutMs = 90_000;

/** A private engine: a plain process with its own data, log and port. */
export function createLocalEngine(options: LocalEngineOptions): Engine {
  const { name, url, daemon } = options;
  const isReady = () => answers(name, url);

  const start = async () => {
    if (daemon.pid() !== undefined && (await isReady())) return;
    if (daemon.pid() === undefined) await requireFreePort(options);
    await options.prepare();
    await waitUntilReady(options);
    await options.finish?.();
  };
  const stop = () => daemon.stop(options.stopSignal, options.stopGraceMs);
  const kill = async () => {
    daemon.signalTree('SIGKILL');
    await daemon.stop('SIGKILL', 5_000);
  };

  return {
    name,
    source: 'local',
    url,
    isOurs: () => Promise.resolve(daemon.pid() !== undefined),
    isReady,
    start,
    stop,
    kill,
    restart: async () => {
      await stop();
      await start();
    },
    pause: () => Promise.resolve(daemon.signalTree('SIGSTOP')),
    resume: () => Promise.resolve(daemon.signalTree('SIGCONT')),
    destroy: async () => {
      await kill();
      await options.removeData();
    },
  };
}

/**
 * Launches again when the process ends at once: after a SIGKILL Postgres refuses to start until the last
 * orphaned backend has let go of the shared memory, and a port may still be held by a dying process.
 */
async function waitUntilReady({ name, url, daemon }: LocalEngineOptions): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  let launches = 0;
  while (performance.now() < deadline) {
    if (daemon.pid() === undefined) {
      if (launches === 5) break;
      launches += 1;
      daemon.start();
    }
    const ready = await eventually(() => answers(name, url), { timeoutMs: 1_500, intervalMs: 100 }).catch(
      () => false,
    );
    if (ready) return;
  }
  throw new EngineError(
    `${name} did not start (${(await complaint(name, url)) ?? 'it answered too late'}).\n` +
      `Last lines of ${daemon.logFile}:\n${lastLines(daemon.logFile, 15)}\n` +
      'What helps: free memory and disk, or `make reset` when its data is damaged, then the same command again.',
  );
}

/** The port of a process that was just killed is free again after an instant. */
export async function requireFreePort({ name, port }: { name: string; port: number }): Promise<void> {
  const isFree = async () => !(await isListening(port));
  if (await eventually(isFree, { timeoutMs: 2_000, intervalMs: 100 }).catch(() => false)) return;
  throw new EngineError(
    `Port ${port}, which ${name} needs, is taken by ${describePortOwner(port)}. Stop it, ${howToMovePorts()}`,
  );
}
