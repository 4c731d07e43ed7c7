import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import type { Finding } from '../step';
import { tryProgram } from '../run-program';

const gigabyte = 1024 ** 3;
/** A machine that is sold with 2 GB has some 1.9 for its system. */
const memoryMinGb = 1.8;
const memoryGoodGb = 3.5;
const diskMinGb = 5;
const diskGoodGb = 20;

export async function checkResources(folder: string): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(folder);
  return [judgeMemory(totalmem() / gigabyte), judgeDisk((bavail * bsize) / gigabyte), await checkClock()];
}

export function judgeMemory(gb: number): Finding {
  const found = { check: 'memory', detail: `${gb.toFixed(1)} GB` };
  if (gb >= memoryGoodGb) return { ...found, state: 'ok' };
  if (gb >= memoryMinGb) {
    return {
      ...found,
      state: 'warning',
      advice: 'Enough for some thousand emails a day; 4 GB are recommended.',
    };
  }
  return { ...found, state: 'failed', advice: 'Postrider needs 2 GB at least; 4 GB are recommended.' };
}

export function judgeDisk(gb: number): Finding {
  const found = { check: 'disk', detail: `${gb.toFixed(0)} GB free` };
  if (gb >= diskGoodGb) return { ...found, state: 'ok' };
  if (gb >= diskMinGb) {
    return {
      ...found,
      state: 'warning',
      advice: 'A million emails take about 4 GB, and backups as much again: 20 GB are recommended.',
    };
  }
  return { ...found, state: 'failed', advice: 'Free some space: Postrider needs 5 GB at least.' };
}

/** TLS, DKIM signatures and sign-in codes are wrong on a machine whose clock is. */
async function checkClock(): Promise<Finding> {
  const shown = await tryProgram('timedatectl', ['show', '-p', 'NTPSynchronized', '--value'], {
    timeoutMs: 10_000,
  });
  // In a container the clock is that of the machine.
  if (shown.code === null) return { check: 'clock', state: 'ok', detail: 'not checked: no timedatectl here' };
  const answer = shown.stdout.trim();
  if (answer === 'yes') return { check: 'clock', state: 'ok', detail: 'synchronized' };
  return {
    check: 'clock',
    state: 'warning',
    detail: answer === 'no' ? 'not synchronized' : 'unknown: timedatectl does not answer',
    advice: 'apt-get install systemd-timesyncd, or chrony.',
  };
}
