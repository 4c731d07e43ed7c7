import type { Pool } from '@postrider/db';
import { createTtlCache, errorCode, type Clock, type Logger } from '@postrider/runtime';
import { findPolicy, savePolicy, type StoredPolicy } from './sts-policies.repository';

/** Policies in memory, in front of those that all workers share. */
export interface PolicyStore {
  /** Null: none, or it has ended. Never rejects: what cannot be read is not known. */
  find(domain: string): Promise<StoredPolicy | null>;
  save(domain: string, policy: StoredPolicy): Promise<void>;
}

export const domainsMax = 50_000;
/** Others fetch too: what they stored is seen after this time. */
const memoryMs = 3_600_000;

interface Known {
  readonly policy: StoredPolicy | null;
}

export function createPolicyStore(options: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Logger;
}): PolicyStore {
  const { pool, clock, log } = options;
  const memory = createTtlCache<string, Known>({ entriesMax: domainsMax, ttlMs: memoryMs, clock });

  const inForce = (known: Known | undefined): StoredPolicy | null =>
    known?.policy && known.policy.expiresAt > clock.now() ? known.policy : null;

  return {
    find: async (domain) => {
      try {
        const load = async (): Promise<Known> => ({ policy: await findPolicy(pool, domain) });
        return inForce(await memory.fetch(domain, load));
      } catch (error) {
        log.debug({ code: errorCode(error) }, 'MTA-STS policies could not be read');
        return null;
      }
    },
    save: async (domain, policy) => {
      memory.set(domain, { policy });
      await savePolicy(pool, { domain, policy }).catch((error: unknown) =>
        log.warn({ code: errorCode(error), domain }, 'an MTA-STS policy could not be stored'),
      );
    },
  };
}
