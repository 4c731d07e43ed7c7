import type { Logger } from '../log/logger';
import { SettingsError } from '../settings/settings-error';
import { backOffMs } from '../time/back-off';
import { wait, withTimeout } from '../time/wait';
import { engineMissing, engineRefusal, innermostCode, type EngineAddress } from './engine-failure';

/** An engine that a service needs. Its client connects and reconnects by itself; `check` tells whether it answers. */
export interface Dependency extends EngineAddress {
  readonly check: (signal: AbortSignal) => Promise<unknown>;
  readonly close?: () => Promise<unknown>;
  /** In its own words, why it takes no writes although it answers; null: it takes them. */
  readonly refusesWrites?: () => string | null;
  /** False: the service starts and stays ready without it. Default true. */
  readonly required?: boolean;
}

const checkTimeoutMs = 3_000;
/** Clients connect in the background: the first second is theirs, before anything is called missing. */
const connectingMs = 1_000;
const connectingLookMs = 50;
/** Half a second catches an engine that starts beside us; ten seconds keeps the log readable when it does not. */
const retryBackOff = { baseMs: 500, maxMs: 10_000 };

/**
 * Waits until the dependency answers once, for as long as it takes; one sentence per failed try says what is missing.
 * Of one that is not required, only the first tries are waited for; it is looked for behind the start.
 *
 * @returns false when `signal` broke the wait off
 * @throws SettingsError when the engine is there and refuses us: no waiting helps
 */
export async function waitForDependency(
  dependency: Dependency,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<boolean> {
  const { required = true, name } = dependency;
  const missed = Promise.withResolvers<true>();
  const look = async (): Promise<boolean> => {
    const startedMs = performance.now();
    let attempt = 1;
    while (!signal.aborted) {
      try {
        await withTimeout(checkTimeoutMs, dependency.check);
        log.info({ dependency: name, attempts: attempt }, `${name} is available`);
        return true;
      } catch (error) {
        const refusal = engineRefusal(dependency, error);
        if (refusal !== null && (required || attempt === 1)) throw new SettingsError([refusal]);
        if (performance.now() - startedMs < connectingMs) {
          await wait(connectingLookMs, signal);
          continue;
        }
        const delayMs = backOffMs(attempt, retryBackOff);
        const problem = refusal === null ? engineMissing(dependency, error) : `${refusal}.`;
        log.warn(
          { dependency: name, attempt, code: innermostCode(error) },
          `${problem} Next try in ${(delayMs / 1_000).toFixed(1)} s`,
        );
        attempt += 1;
        if (!required) missed.resolve(true);
        await wait(delayMs, signal);
      }
    }
    return false;
  };
  return Promise.race([look(), missed.promise]);
}
