import fs from 'node:fs';
import path from 'node:path';
import { eventually, projectRoot } from '@postrider/testkit';
import { request } from 'undici';
import { ExplainedError } from '../explained-error';
import { createDaemon } from './daemon';
import { lastLines } from './last-lines';
import { describePortOwner } from './listening-port';

export const serviceNames = [
  'api-gateway',
  'smtp-relay',
  'send-worker',
  'webhook-dispatcher',
  'metrics-aggregator',
] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Environment variables by name, as a service's `config.ts` lists them. */
export type ServiceSettings = Record<string, string>;

export interface ServiceProcessOptions {
  service: ServiceName;
  /** Tells replicas of one service apart; default the service's name. */
  instance?: string;
  /** Gets `run/<instance>.pid` and `logs/<instance>.log`. */
  directory: string;
  /** The whole environment, apart from PATH; a function is asked at each start. */
  settings: ServiceSettings | (() => ServiceSettings);
  /** Where /healthz and /readyz answer. */
  healthPort: number;
  /** Extra arguments of Node, such as `--cpu-prof`. */
  nodeArguments?: readonly string[];
  /** Where the built services are; default this checkout. */
  programRoot?: string;
}

/** One replica of a service, built, as a process of its own. */
export interface ServiceProcess {
  readonly name: string;
  readonly service: ServiceName;
  readonly healthUrl: string;
  readonly logFile: string;
  readonly pid: () => number | undefined;
  /** Launches it when it does not run; does not wait. */
  launch(): void;
  /** Launches it when it does not run and waits until /readyz says 200. */
  start(): Promise<void>;
  /** SIGTERM; returns when the process has gone. */
  stop(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Freezes and thaws it, as a long pause of the machine would. */
  pause(): void;
  resume(): void;
  isReady(): Promise<boolean>;
  /** What answers on its health port says; see `Readiness`. */
  readiness(): Promise<Readiness>;
}

/** An answer of /readyz: status 0 when there is none. `isOurs` when it comes from this very process. */
export interface Readiness {
  readonly status: number;
  readonly body: unknown;
  readonly isOurs: boolean;
}

const readyTimeoutMs = 60_000;
/** A little over the services' own grace period, after which they end themselves. */
const stopGraceMs = 30_000;

export function isBuilt(service: ServiceName): boolean {
  return fs.existsSync(mainFile(service));
}

export function createServiceProcess(options: ServiceProcessOptions): ServiceProcess {
  const { service, directory, settings, healthPort } = options;
  const name = options.instance ?? service;
  const programRoot = options.programRoot ?? projectRoot();
  const healthUrl = `http://127.0.0.1:${healthPort}`;
  const daemon = createDaemon({
    command: process.execPath,
    args: nodeArguments({ programRoot, service, extra: options.nodeArguments ?? [] }),
    environment: () => ({
      PATH: process.env['PATH'],
      TZ: 'UTC',
      OTEL_SERVICE_NAME: service,
      ...allocatorSettings,
      ...(typeof settings === 'function' ? settings() : settings),
    }),
    workingDirectory: path.join(programRoot, 'services', service),
    pidFile: path.join(directory, 'run', `${name}.pid`),
    logFile: path.join(directory, 'logs', `${name}.log`),
  });
  // Another process may answer on the port, also one that is ready: then ours died, or is about to.
  const readiness = async () => {
    const answer = await askReadiness(healthUrl);
    const pid = daemon.pid();
    return { ...answer, isOurs: pid !== undefined && pidIn(answer.body) === pid };
  };
  const isReady = async () => {
    const { status, isOurs } = await readiness();
    return isOurs && status === 200;
  };
  const start = async () => {
    daemon.start();
    let ready = false;
    const settled = async () => daemon.pid() === undefined || (ready = await isReady());
    await eventually(settled, { timeoutMs: readyTimeoutMs, intervalMs: 50 }).catch(() => undefined);
    if (!ready)
      throw new ExplainedError(whyNotReady({ name, healthPort, logFile: daemon.logFile }, await readiness()));
  };
  const stop = () => daemon.stop('SIGTERM', stopGraceMs);
  return {
    name,
    service,
    healthUrl,
    logFile: daemon.logFile,
    pid: daemon.pid,
    launch: daemon.start,
    start,
    stop,
    kill: () => daemon.stop('SIGKILL', 5_000),
    restart: () => stop().then(start),
    pause: () => daemon.signal('SIGSTOP'),
    resume: () => daemon.signal('SIGCONT'),
    isReady,
    readiness,
  };
}

/**
 * As in the image. Requests and messages are soon garbage, so the space of young objects is larger than V8's 16 MB, and full
 * collections wait until the heap and its buffers hold 192 MB together: by default a relay under load makes five a
 * second, and spends a fifth of its time on them to find nothing.
 */
export const heapOptions = [
  '--max-semi-space-size=32',
  '--initial-old-space-size=192',
  '--external-memory-accounted-in-global-limit',
] as const;

/**
 * As in the image. By itself glibc puts buffers of some megabytes beside small ones once it has seen a few, and then cannot
 * give them back; with a fixed threshold each is a mapping of its own, and returns to the system when it is freed.
 */
export const allocatorSettings = { MALLOC_MMAP_THRESHOLD_: '1048576' } as const;

function nodeArguments({
  programRoot,
  service,
  extra,
}: {
  programRoot: string;
  service: ServiceName;
  extra: readonly string[];
}): string[] {
  const register = path.join(programRoot, 'packages', 'runtime', 'dist', 'telemetry', 'register.js');
  return [...heapOptions, ...extra, '--require', register, mainFile(service, programRoot)];
}

function mainFile(service: ServiceName, programRoot = projectRoot()): string {
  return path.join(programRoot, 'services', service, 'dist', 'main.js');
}

async function askReadiness(healthUrl: string): Promise<{ status: number; body: unknown }> {
  try {
    const answer = await request(`${healthUrl}/readyz`, { headersTimeout: 10_000, bodyTimeout: 10_000 });
    const text = await answer.body.text();
    return { status: answer.statusCode, body: parseOr(text) };
  } catch {
    return { status: 0, body: undefined };
  }
}

function pidIn(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'pid' in body ? body.pid : undefined;
}

function parseOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function whyNotReady(
  { name, healthPort, logFile }: { name: string; healthPort: number; logFile: string },
  { status, body, isOurs }: Readiness,
): string {
  const said =
    status === 0
      ? 'nothing answers on its port'
      : isOurs
        ? `/readyz says ${status} ${JSON.stringify(body)}`
        : `${describePortOwner(healthPort)} answers on its port ${healthPort}`;
  return `${name} did not become ready: ${said}.\nLast lines of ${logFile}:\n${lastLines(logFile, 15)}`;
}
