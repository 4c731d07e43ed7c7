import type { Pool } from '@postrider/db';
import { createSemaphore, createTtlCache, withTimeout, type Clock, type Logger } from '@postrider/runtime';
import type { DnsResolver } from '../dns/dns-resolver';
import type { FetchPolicy, StsFailure } from './fetch-policy';
import { createPolicyStore, domainsMax } from './policy-store';
import type { StoredPolicy } from './sts-policies.repository';
import { readPolicyId } from './sts-policy';

export interface StsPolicies {
  /** The policy in force for a domain, null without one. Waits for a fetch, but not for long. Never rejects. */
  policyOf(domain: string): Promise<StoredPolicy | null>;
  /** Fetches again what a domain's record names, however old the policy is. Never rejects. */
  refresh(domain: string): Promise<void>;
}

/** A policy is fetched again when it is a day old, or half its life if that is less (RFC 8461 §10.2: well before it ends). */
const refreshMs = 86_400_000;
/** RFC 8461 §3.3: not more often than every five minutes. */
const failureMs = 300_000;
const fetchesAtOnceMax = 64;

export function createStsPolicies(options: {
  readonly pool: Pool;
  readonly resolver: DnsResolver;
  readonly fetchPolicy: FetchPolicy;
  /**
   * What a delivery waits for a policy that is fetched. A policy host that hangs makes its own domain's mail leave as if there were no
   * policy but a stored one (RFC 8461 §3.3, §5.1), and no other mail wait.
   */
  readonly waitMs: number;
  /** Called after each failed fetch. */
  readonly onFailure: (domain: string, failure: StsFailure, reason: string) => void;
  readonly clock: Clock;
  readonly log: Logger;
}): StsPolicies {
  const { pool, resolver, fetchPolicy, waitMs, onFailure, clock, log } = options;
  const nowMs = (): number => clock.now().getTime();
  const store = createPolicyStore({ pool, clock, log });
  const failed = createTtlCache<string, true>({ entriesMax: domainsMax, ttlMs: failureMs, clock });
  const refreshing = new Map<string, Promise<void>>();
  const semaphore = createSemaphore({ permits: fetchesAtOnceMax });

  const fetchOnce = async (domain: string, policyId: string): Promise<void> => {
    const fetched = await semaphore.run({ priority: 0, owner: domain }, () => fetchPolicy(domain));
    if (fetched.kind === 'failed') {
      failed.set(domain, true);
      log.info(
        { domain, failure: fetched.failure, reason: fetched.reason },
        'an MTA-STS policy could not be fetched',
      );
      onFailure(domain, fetched.failure, fetched.reason);
      return;
    }
    const expiresAt = new Date(nowMs() + fetched.policy.maxAgeSeconds * 1_000);
    const policy = { ...fetched.policy, policyId, fetchedAt: clock.now(), expiresAt };
    await store.save(domain, policy);
  };

  const refresh = (domain: string, policyId: string): Promise<void> => {
    if (failed.get(domain)) return Promise.resolve();
    const underWay =
      refreshing.get(domain) ?? fetchOnce(domain, policyId).finally(() => refreshing.delete(domain));
    refreshing.set(domain, underWay);
    return underWay;
  };

  const published = async (domain: string): Promise<string | null> => {
    const answer = await resolver.lookUp(`_mta-sts.${domain}`, 'TXT');
    return answer.kind === 'records' ? readPolicyId(answer.records) : null;
  };

  const current = async (domain: string): Promise<StoredPolicy | null> => {
    // Together, so that a stored policy is known while DNS is silent.
    const [policyId, policy] = await Promise.all([published(domain), store.find(domain)]);
    // A record that is gone or cannot be read takes nothing from a policy that was fetched before (§5.1).
    if (policyId === null) return policy;
    if (policy?.policyId !== policyId) await refresh(domain, policyId);
    else if (isStale(policy, nowMs())) void refresh(domain, policyId);
    return store.find(domain);
  };

  return {
    policyOf: async (domain) => {
      const found = await withTimeout(waitMs, current(domain), { orElse: undefined });
      return found === undefined ? store.find(domain) : found;
    },
    refresh: async (domain) => {
      const policyId = await published(domain);
      if (policyId !== null) await refresh(domain, policyId);
    },
  };
}

function isStale({ fetchedAt, expiresAt }: StoredPolicy, nowMs: number): boolean {
  const lifeMs = expiresAt.getTime() - fetchedAt.getTime();
  return nowMs - fetchedAt.getTime() > Math.min(refreshMs, lifeMs / 2);
}
