import { findSourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Logger } from '../log/logger';
import { execArgvFor } from '../threads/source-or-compiled';
import type { LongTurn, WatchdogOrder } from './watchdog';

/**
 * Logs each turn of the event loop that keeps the processor longer than `limitMs`, with the place where it was at that
 * moment: all clients of the process wait meanwhile. For development and tests; it costs a thread, a timer and,
 * while a turn is too long, the time to read a stack.
 */
export function startEventLoopGuard({ limitMs, log }: { limitMs: number; log: Logger }): {
  close(): Promise<void>;
} {
  const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const beat = setInterval(() => void Atomics.add(turns, 0, 1), limitMs / 2).unref();
  const file = require.resolve('./watchdog');
  const workerData: WatchdogOrder = { turns, limitMs };
  const watchdog = new Worker(file, { workerData, execArgv: execArgvFor(file) });
  watchdog.unref();
  watchdog.on('message', ({ busyMs, stack }: LongTurn) => {
    log.warn({ busy_ms: busyMs, stack: stack.map(inSources) }, 'the event loop was blocked');
  });
  watchdog.on('error', (error) => log.warn({ err: error }, 'the event loop is no longer monitored'));
  return {
    close: async () => {
      clearInterval(beat);
      await watchdog.terminate();
    },
  };
}

/** The line of the TypeScript that a compiled line comes from, where there is a source map. */
function inSources(frame: string): string {
  const [, name = '', url = '', line = '0', column = '0'] = /^(.*) \((.*):(\d+):(\d+)\)$/.exec(frame) ?? [];
  if (!url.startsWith('file:') && !url.startsWith('/')) return frame;
  const path = url.startsWith('file:') ? fileURLToPath(url) : url;
  const entry = findSourceMap(path)?.findEntry(Number(line) - 1, Number(column) - 1);
  if (!entry || !('originalSource' in entry)) return frame;
  return `${name} (${entry.originalSource}:${entry.originalLine + 1})`;
}
