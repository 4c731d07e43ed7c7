import type { Pool } from '@postrider/db';
import { retryWhileUnavailable, wait, withTimeout, type Logger, type Metrics } from '@postrider/runtime';
import type { RequestObserver } from '../http/report-request';
import { createContentKeeper } from './request-content';
import { insertRepeatedly, toRequestLogRow, type RequestLogRow } from './request-log.repository';

export interface RequestLog {
  /** Takes note of a request at once; never throws, never waits. */
  readonly record: RequestObserver;
  /** Writes what is buffered, trying for at most `drainTimeoutMs`; what is recorded afterwards is dropped. */
  close(): Promise<void>;
}

export interface RequestLogOptions {
  readonly pool: Pool;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Longest time a row waits for others to share its statement. */
  readonly flushIntervalMs?: number;
  /** Rows that may wait; beyond it the newest are dropped. 20,000 rows are about 10 MB. */
  readonly bufferRowsMax?: number;
  readonly drainTimeoutMs?: number;
}

/** As large as a statement gets: at 5,000 requests/s that is ten statements a second. */
const batchRowsMax = 500;
/** Between attempts while the database is unavailable. */
const outageBackOff = { baseMs: 1_000, maxMs: 1_000, jitter: 0 };

const droppedHelp = 'API log entries that were dropped, by reason.';
const droppedFor = { reason: ['full', 'refused', 'shutdown'] };

/**
 * The API log: one row per request, written behind the answer. Buffered rows are written every `flushIntervalMs`,
 * or as soon as a batch is full, one statement at a time. While the database is unavailable rows wait in the buffer; when it
 * is full, or a statement fails for another reason, rows are dropped and counted: the log must never cost a request.
 */
export function createRequestLog(options: RequestLogOptions): RequestLog {
  const { pool, log, metrics, drainTimeoutMs = 5_000 } = options;
  const { flushIntervalMs = 250, bufferRowsMax = 20_000 } = options;
  const dropped = metrics.counter('request_log_dropped', droppedHelp, droppedFor);
  const buffer: RequestLogRow[] = [];
  const contents = createContentKeeper();
  metrics.gauge('request_log_waiting', 'API log entries waiting to be written.', () => buffer.length);
  const closing = new AbortController();
  const givenUp = new AbortController();
  let nap = new AbortController();

  const writeBatch = async (): Promise<void> => {
    const rows = buffer.slice(0, batchRowsMax);
    try {
      await retryWhileUnavailable(insertRepeatedly(pool, rows), {
        backOff: outageBackOff,
        signal: givenUp.signal,
        mayRetry: (error) => {
          log.warn({ err: error, waiting: buffer.length }, 'API log is waiting for the database');
          return true;
        },
      });
    } catch (error) {
      // What is left in the buffer is counted by `close`.
      if (givenUp.signal.aborted) return;
      log.error({ err: error, rows: rows.length }, 'API log entries were rejected and dropped');
      dropped.add(rows.length, { reason: 'refused' });
    }
    buffer.splice(0, rows.length);
    contents.release(rows);
  };

  const run = async (): Promise<void> => {
    while (!closing.signal.aborted || buffer.length > 0) {
      if (buffer.length < batchRowsMax) await wait(flushIntervalMs, nap.signal);
      if (!closing.signal.aborted) nap = new AbortController();
      if (buffer.length > 0) await writeBatch();
      if (givenUp.signal.aborted) return;
    }
  };

  const running = run();
  return {
    record: (finished) => {
      if (closing.signal.aborted || buffer.length >= bufferRowsMax) {
        dropped.add(1, { reason: closing.signal.aborted ? 'shutdown' : 'full' });
        return;
      }
      buffer.push(toRequestLogRow(finished, contents.take(finished)));
      if (buffer.length === batchRowsMax) nap.abort();
    },
    close: async () => {
      closing.abort();
      nap.abort();
      await withTimeout(drainTimeoutMs, running, { orElse: undefined });
      givenUp.abort();
      if (buffer.length > 0) dropped.add(buffer.length, { reason: 'shutdown' });
    },
  };
}
