import { addressOfUrl } from '../log/mask';
import { errorCode } from '../log/describe-error';
import type { Logger } from '../log/logger';
import { backOffMs } from '../time/back-off';
import { wait, withTimeout } from '../time/wait';

/** An engine that a service needs. Its client connects and reconnects by itself; `check` tells whether it answers. */
export interface Dependency {
  /** As people call it: `PostgreSQL`. */
  readonly name: string;
  /** The setting that says where it is: `DATABASE_URL`. */
  readonly setting: string;
  readonly url: string;
  readonly check: (signal: AbortSignal) => Promise<unknown>;
  readonly close?: () => Promise<unknown>;
  /** False: the service starts and stays ready without it. Default true. */
  readonly required?: boolean;
}

const CHECK_TIMEOUT_MS = 3_000;
/** Clients connect in the background: the first second is theirs, before anything is called missing. */
const CONNECTING_MS = 1_000;
const CONNECTING_LOOK_MS = 50;
/** Half a second catches an engine that starts beside us; ten seconds keeps the log readable when it does not. */
const retryBackOff = { baseMs: 500, maxMs: 10_000 };

/**
 * Waits until the dependency answers once, for as long as it takes; one sentence per failed try says what is missing.
 * @returns false when `signal` broke the wait off
 */
export async function waitForDependency(
  dependency: Dependency,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<boolean> {
  const startedMs = performance.now();
  let attempt = 1;
  while (!signal.aborted) {
    try {
      await withTimeout(CHECK_TIMEOUT_MS, dependency.check);
      log.info({ dependency: dependency.name, attempts: attempt }, `${dependency.name} answers`);
      return true;
    } catch (error) {
      if (performance.now() - startedMs < CONNECTING_MS) {
        await wait(CONNECTING_LOOK_MS, signal);
        continue;
      }
      const delayMs = backOffMs(attempt, retryBackOff);
      log.warn(
        { dependency: dependency.name, attempt, code: errorCode(error) },
        missing(dependency, error, delayMs),
      );
      attempt += 1;
      await wait(delayMs, signal);
    }
  }
  return false;
}

function missing({ name, setting, url }: Dependency, error: unknown, delayMs: number): string {
  const seconds = (delayMs / 1_000).toFixed(1);
  return (
    `${name} does not answer at ${addressOfUrl(url)} (${errorCode(error)}): ` +
    `start it with "make up" or point ${setting} at one that runs; next try in ${seconds} s`
  );
}
