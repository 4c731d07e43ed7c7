import type { WaitingEmail } from '@postrider/throttling';

/**
 * What messages in hand wait for within an attempt, before a server was asked. It is reported with the leases of sites, so that the API
 * can show it; nothing is written for it.
 */
export interface MessagePhases {
  /** @returns what to call when the message no longer waits for it */
  enter(messageId: string, phase: Pick<WaitingEmail, 'kind' | 'site'>): () => void;
  /** Those that have waited for a while, the longest first. */
  longest(): readonly WaitingEmail[];
}

/** A look-up that is answered, or a connection that is free, takes less. */
const noticedMs = 300;
/** Of one report: a worker has no more than some thousand messages in hand. */
const reportedMax = 500;

export function createMessagePhases(nowMs: () => number = () => performance.now()): MessagePhases {
  /** Oldest first. */
  const entered = new Set<Omit<WaitingEmail, 'forMs'> & { readonly sinceMs: number }>();
  return {
    enter: (emailId, { kind, site }) => {
      const phase = { emailId, kind, site, sinceMs: nowMs() };
      entered.add(phase);
      return () => void entered.delete(phase);
    },
    longest: () => {
      const now = nowMs();
      const reported = new Map<string, WaitingEmail>();
      for (const { emailId, kind, site, sinceMs } of entered) {
        const forMs = now - sinceMs;
        if (forMs < noticedMs || reported.size >= reportedMax) break;
        // With several recipients, the one that has waited longest.
        if (!reported.has(emailId)) reported.set(emailId, { emailId, kind, site, forMs });
      }
      return [...reported.values()];
    },
  };
}
