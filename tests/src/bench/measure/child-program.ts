import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';
import { withCpu } from './cpu-time';
import { sampleOf, type Sample } from './sample';

export interface FloorProgram {
  readonly pid: number | undefined;
  /** `http://127.0.0.1:port` */
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

export type Environment = Readonly<Record<string, string>>;

const startMs = 15_000;
const runMs = 60_000;

/** Starts a floor that serves, in a process of its own; it tells its port as its first line. */
export async function startFloor(name: string, environment: Environment): Promise<FloorProgram> {
  const child = launch(name, environment);
  try {
    const port = Number(await firstLine(name, child, startMs));
    return { pid: child.pid, port, url: `http://127.0.0.1:${port}`, stop: () => stopChild(child) };
  } catch (error) {
    await stopChild(child);
    throw error;
  }
}

/** What a floor that does a fixed amount of work prints when it is done. */
export interface FloorRun {
  readonly units: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** Runs a floor that does its work and ends. */
export async function runFloor(name: string, environment: Environment): Promise<Sample> {
  const child = launch(name, environment);
  try {
    const { result, cpu } = await withCpu([], () => firstLine(name, child, runMs));
    const { units, seconds, cpuSeconds } = JSON.parse(result) as FloorRun;
    return sampleOf({ units, seconds, cpu: { own: cpuSeconds, engines: cpu.engines } });
  } finally {
    await stopChild(child);
  }
}

function launch(name: string, environment: Environment): ChildProcess {
  return spawn(process.execPath, [...loaderArguments(), floorFile(name)], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Compiled beside compiled code, source beside source. */
function floorFile(name: string): string {
  return path.join(__dirname, '..', 'floors', `${name}.main${path.extname(__filename)}`);
}

function loaderArguments(): string[] {
  if (path.extname(__filename) !== '.ts') return [];
  return ['--conditions=postrider-source', '--import', createRequire(__filename).resolve('tsx')];
}

async function firstLine(name: string, child: ChildProcess, timeoutMs: number): Promise<string> {
  if (!child.stdout) throw new Error(`the floor ${name} has no stdout`);
  const lines = createInterface({ input: child.stdout });
  return new Promise<string>((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`the floor ${name} ${why}`));
    const timer = setTimeout(() => fail(`said nothing within ${timeoutMs} ms`), timeoutMs);
    lines.once('line', (line) => {
      clearTimeout(timer);
      resolve(line);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with ${code} before it was ready`);
    });
  });
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}
