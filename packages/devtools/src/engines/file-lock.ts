import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { localPath } from '@postrider/testkit';
import { isSameProcess, startTimeOf } from '../processes/process-tree';

/** Longer than the slowest first start of the engines, packages included. */
const waitTimeoutMs = 900_000;

/**
 * Runs `work` while no other process of this checkout holds the lock of that name. A lock whose holder
 * has died is taken over.
 */
export async function withFileLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const file = localPath('locks', name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const deadline = performance.now() + waitTimeoutMs;
  while (!tryAcquire(file)) {
    if (performance.now() > deadline)
      throw new Error(`${file} is held by process ${fs.readFileSync(file, 'utf8')}`);
    await delay(100);
  }
  try {
    return await work();
  } finally {
    fs.rmSync(file, { force: true });
  }
}

function tryAcquire(file: string): boolean {
  try {
    fs.writeFileSync(file, `${process.pid} ${startTimeOf(process.pid) ?? ''}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    removeIfAbandoned(file);
    return false;
  }
}

function removeIfAbandoned(file: string): void {
  const [pid = '', startTime = ''] = readIfThere(file).split(' ');
  // Empty: the file was made this instant and its pid is not written yet.
  if (pid !== '' && !isSameProcess(Number(pid), startTime)) fs.rmSync(file, { force: true });
}

function readIfThere(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
