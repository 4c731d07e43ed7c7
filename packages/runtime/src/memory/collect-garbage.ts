import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** With `last-resort` V8 also gives free pages and the space for the young back to the system. */
export function collectGarbage(flavor: 'regular' | 'last-resort' = 'regular'): void {
  collector ??= openCollector();
  void collector({ type: 'major', execution: 'sync', flavor });
}

let collector: NodeJS.GCFunction | undefined;

/** Without `--expose-gc`, which would show it to all code. */
function openCollector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as NodeJS.GCFunction;
}

/** Smaller ones are collected while they are young; `heapOptions` avoids full collections for them. */
const largeBytes = 1_000_000;
/** Of large ones since the last collection: they leave three to six times as much. */
const collectBytes = 20_000_000;

/**
 * Called for each body or message that is finished. V8 waits with a collection until the heap and its buffers have grown by
 * what small mail wants (`heapOptions`), and finds out late how much a few of 10 MB have left; so every second of those is
 * followed by one. It stops the process for 50 to 90 ms, which such a message does several times by itself.
 */
export const doneWith = createGarbageRule(() => setImmediate(collectGarbage));

/** @param collect called when one is due */
export function createGarbageRule(collect: () => void): (bytes: number) => void {
  let left = 0;
  return (bytes) => {
    if (bytes < largeBytes) return;
    left += bytes;
    if (left < collectBytes) return;
    left = 0;
    collect();
  };
}
