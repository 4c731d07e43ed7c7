import { backOffMs, wait, type Logger } from '@postrider/runtime';
import type { Connection } from './connection';
import { declareAgainAfterMs } from './topology';

/** Something that lives on one channel, from its opening until the channel ends or the broker takes it away. */
export interface Session {
  /** Resolves with the reason; never rejects. */
  readonly ended: Promise<string>;
}

const reopenBackOff = { baseMs: 100, maxMs: 5_000 };
/** A session that lived this long was a success: the next one is opened without the growing delay. */
const stableMs = 10_000;

/** Opens a session, and another whenever it has ended, until `signal` aborts. Resolves after that; never rejects. */
export async function keepSession(options: {
  readonly name: string;
  readonly log: Logger;
  readonly connection: Connection;
  readonly signal: AbortSignal;
  readonly open: () => Promise<Session>;
}): Promise<void> {
  const { name, log, connection, signal, open } = options;
  let failures = 0;
  while (!signal.aborted) {
    const openedAtMs = performance.now();
    const reason = await liveOnce(open, signal);
    if (signal.aborted) return;
    failures = performance.now() - openedAtMs > stableMs ? 1 : failures + 1;
    // With the connection as it was, something has been deleted, and opening a session declares it.
    const leastMs = connection.isConnected() ? declareAgainAfterMs : 0;
    const delayMs = Math.max(leastMs, backOffMs(failures, reopenBackOff));
    log.warn({ session: name, reason, failures, retry_in_ms: delayMs }, `${name} was interrupted`);
    await wait(delayMs, signal);
  }
}

async function liveOnce(open: () => Promise<Session>, signal: AbortSignal): Promise<string> {
  try {
    const session = await untilAborted(open(), signal);
    return session ? await Promise.race([session.ended, aborted(signal)]) : 'stopped';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return Promise.race([work, aborted(signal).then(() => undefined)]);
}

function aborted(signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('stopped');
    else signal.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
}
