import type { RedisClient } from '@postrider/messaging';
import { createHash } from 'node:crypto';

const digests = new Map<string, string>();

/**
 * Runs a script by its digest; sends its text only to a Redis that does not know it yet.
 * The client fails soon when there is no answer (`createRedis`).
 */
export async function evaluate(
  redis: RedisClient,
  script: string,
  { keys, args }: { readonly keys: readonly string[]; readonly args: readonly (string | number)[] },
): Promise<unknown> {
  try {
    return await redis.evalsha(digestOf(script), keys.length, ...keys, ...args);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return redis.eval(script, keys.length, ...keys, ...args);
  }
}

function digestOf(script: string): string {
  let digest = digests.get(script);
  if (digest === undefined) {
    digest = createHash('sha1').update(script).digest('hex');
    digests.set(script, digest);
  }
  return digest;
}
