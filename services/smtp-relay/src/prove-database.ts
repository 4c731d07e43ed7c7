import {
  assertMigrated,
  assertPartitions,
  proveSecrets,
  returnPathSecretProof,
  type Pool,
} from '@postrider/db';
import { isEngineUnavailable, retryWhileUnavailable, type Logger } from '@postrider/runtime';

const backOff = { baseMs: 500, maxMs: 10_000 };

/**
 * Looks whether the database has our schema, and whether return paths are signed with our secret: with another every
 * report would be refused as forged. A database that does not answer is asked again behind the start.
 *
 * @returns whether it has been proven by now
 * @throws SettingsError when the database answers, and is not ours
 */
export async function proveDatabase(
  pool: Pool,
  { secret, log, signal }: { readonly secret: string; readonly log: Logger; readonly signal: AbortSignal },
): Promise<() => boolean> {
  let isProven = false;
  const prove = async (): Promise<void> => {
    await assertMigrated(pool);
    await assertPartitions(pool);
    await proveSecrets(pool, { others: [returnPathSecretProof(secret)] });
    isProven = true;
  };
  try {
    await prove();
  } catch (error) {
    if (!isEngineUnavailable(error)) throw error;
    void retryWhileUnavailable(prove, { backOff, signal }).catch((reason: unknown) => {
      if (!signal.aborted) log.error({ err: reason }, 'no inbound mail is taken until this is put right');
    });
  }
  return () => isProven;
}
