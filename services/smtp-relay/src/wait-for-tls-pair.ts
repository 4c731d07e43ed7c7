import { SettingsError, wait, type Clock, type Logger } from '@postrider/runtime';
import { readTlsPair, type TlsFileSettings, type TlsPair } from './read-tls-pair';

const lookEveryMs = 1_000;
/** Often enough to be among the last lines of the log. */
const sayEveryMs = 60_000;

/**
 * On a new machine another program obtains the first certificate while we start, and the files may be read between the writing of the first
 * and of the second. Ending would not help: whatever starts us would do so again and again.
 *
 * @returns null when `signal` broke the wait off
 */
export async function waitForTlsPair(
  files: TlsFileSettings,
  { log, clock, signal }: { readonly log: Logger; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<TlsPair | null> {
  let said = { problem: '', atMs: 0 };
  while (!signal.aborted) {
    try {
      return readTlsPair(files, { log, now: clock.now() });
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      const [problem, atMs] = [error.message, performance.now()];
      if (problem !== said.problem || atMs - said.atMs >= sayEveryMs) {
        log.warn(`waiting for the TLS certificate: ${problem}`);
        said = { problem, atMs };
      }
    }
    await wait(lookEveryMs, signal);
  }
  return null;
}
