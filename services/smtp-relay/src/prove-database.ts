import {
  assertMigrated,
  assertPartitions,
  proveSecrets,
  returnPathSecretProof,
  type Pool,
} from '@postrider/db';
import { isEngineUnavailable, retryWhileUnavailable, type Logger } from '@postrider/runtime';

const backOff = { baseMs: 500, maxMs: 10_000 };

export interface DatabaseProof {
  readonly isProven: () => boolean;
  /**
   * Looks whether the database has our schema, and whether return paths are signed with our secret: with another every
   * report would be refused as forged. A database that does not answer is asked again behind the start.
   *
   * @throws SettingsError when the database answers, and is not ours
   */
  prove(): Promise<void>;
}

export function createDatabaseProof(
  pool: Pool,
  options: {
    readonly secrets: Parameters<typeof returnPathSecretProof>[0];
    readonly log: Logger;
    readonly signal: AbortSignal;
  },
): DatabaseProof {
  const { secrets, log, signal } = options;
  let isProven = false;
  const look = async (): Promise<void> => {
    await assertMigrated(pool);
    await assertPartitions(pool);
    await proveSecrets(pool, { others: [returnPathSecretProof(secrets)] });
    isProven = true;
  };
  const goOnLooking = (): void => {
    retryWhileUnavailable(look, { backOff, signal }).catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: error }, 'no inbound email is accepted until this is fixed');
    });
  };
  return {
    isProven: () => isProven,
    prove: () =>
      look().catch((error: unknown) => {
        if (!isEngineUnavailable(error)) throw error;
        goOnLooking();
      }),
  };
}
