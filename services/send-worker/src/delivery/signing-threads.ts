import { readdir, readFile } from 'node:fs/promises';
import os from 'node:os';

/**
 * Makes the threads that sign, those of libuv's pool, yield to everything else that wants a processor. A signature is the longest
 * piece of work in a flood, and only the flood waits for it; mail of those who send little is signed on the event loop.
 *
 * Linux gives threads a priority of their own; on other systems nothing happens.
 *
 * @returns the ids of these threads
 */
export async function lowerSigningThreads(): Promise<readonly number[]> {
  if (process.platform !== 'linux') return [];
  // Reading a folder is work of the pool itself, and starts all of its threads.
  const ids = (await readdir('/proc/self/task')).map(Number);
  const names = await Promise.all(
    ids.map((id) => readFile(`/proc/self/task/${id}/comm`, 'utf8').catch(gone)),
  );
  const ofPool = ids.filter((_id, index) => names[index]?.trim() === 'libuv-worker');
  // A seventieth of the share of a thread that wants the same processor (sched(7)): little, but never nothing.
  for (const id of ofPool) os.setPriority(id, os.constants.priority.PRIORITY_LOW);
  return ofPool;
}

/** A thread that ended meanwhile. */
const gone = (): string => '';
