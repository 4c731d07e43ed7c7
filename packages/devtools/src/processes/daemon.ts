import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { eventually } from '@postrider/testkit';
import { descendantsOf, isSameProcess, startTimeOf } from './process-tree';
import type { SystemUser } from './system-user';

export interface DaemonOptions {
  command: string;
  args: readonly string[];
  /** A function is asked at each start. */
  environment?: NodeJS.ProcessEnv | (() => NodeJS.ProcessEnv);
  workingDirectory?: string;
  pidFile: string;
  logFile: string;
  /** Runs as this user; only possible as root. */
  user?: SystemUser | undefined;
}

/**
 * A background process that outlives us: found again by its pid file.
 *
 * The file holds the pid and the process's start time, so that a pid the kernel has given to another
 * program since is never taken for ours, and never killed.
 */
export interface Daemon {
  readonly logFile: string;
  readonly pid: () => number | undefined;
  readonly start: () => void;
  /** Sends the signal to the process alone. */
  signal(signal: NodeJS.Signals): void;
  /** Sends the signal to it and to all its descendants. */
  signalTree(signal: NodeJS.Signals): void;
  /** Sends `signal`, waits, and kills the tree when it has not gone by then. */
  stop(signal: NodeJS.Signals, graceMs: number): Promise<void>;
}

export function createDaemon(options: DaemonOptions): Daemon {
  const pid = () => readLivePid(options.pidFile);
  const signalTree = (signal: NodeJS.Signals) => {
    const root = pid();
    if (root === undefined) return;
    for (const each of [...descendantsOf(root), root]) sendSignal(each, signal);
  };
  return {
    logFile: options.logFile,
    pid,
    start: () => {
      if (pid() === undefined) launch(options);
    },
    signal: (signal) => {
      const root = pid();
      if (root !== undefined) sendSignal(root, signal);
    },
    signalTree,
    stop: async (signal, graceMs) => {
      const root = pid();
      if (root === undefined) return fs.rmSync(options.pidFile, { force: true });
      sendSignal(root, signal);
      const gone = () => pid() === undefined;
      await eventually(gone, { timeoutMs: graceMs }).catch(() => signalTree('SIGKILL'));
      await eventually(gone, { timeoutMs: 5_000, what: `the end of process ${root}` });
      fs.rmSync(options.pidFile, { force: true });
    },
  };
}

function launch(options: DaemonOptions): void {
  const { environment = process.env } = options;
  for (const file of [options.pidFile, options.logFile])
    fs.mkdirSync(path.dirname(file), { recursive: true });
  const log = fs.openSync(options.logFile, 'a');
  const child = spawn(options.command, options.args, {
    detached: true,
    stdio: ['ignore', log, log],
    cwd: options.workingDirectory ?? '/',
    env: typeof environment === 'function' ? environment() : environment,
    ...(options.user && { uid: options.user.uid, gid: options.user.gid }),
  });
  fs.closeSync(log);
  child.on('error', (error) => {
    fs.appendFileSync(options.logFile, `${options.command}: ${error.message}\n`);
  });
  child.unref();
  if (child.pid !== undefined) {
    fs.writeFileSync(options.pidFile, `${child.pid} ${startTimeOf(child.pid) ?? ''}\n`);
  }
}

function readLivePid(pidFile: string): number | undefined {
  if (!fs.existsSync(pidFile)) return undefined;
  const [pidText = '', startTime = ''] = fs.readFileSync(pidFile, 'utf8').trim().split(' ');
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid < 2) return undefined;
  return isSameProcess(pid, startTime) ? pid : undefined;
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
