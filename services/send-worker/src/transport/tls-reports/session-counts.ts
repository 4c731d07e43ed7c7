import type { Pool } from '@postrider/db';
import { errorCode, type Clock, type Logger } from '@postrider/runtime';
import type { AppliedPolicy } from '../tls-policy/tls-policy';
import { addCounts, type SessionCount, type TlsSessionResult } from './session-counts.repository';
import { wantsReports, type ReportTargets } from './report-targets';

/** One connection, or one that a policy made impossible. */
export interface TlsSession {
  /** The recipients' domain. */
  readonly domain: string;
  readonly policy: AppliedPolicy;
  readonly mxHost: string;
  readonly result: TlsSessionResult;
  /** Empty where there was no connection. */
  readonly sendingAddress: string;
  readonly receivingAddress: string;
  readonly reason: string | null;
}

export interface SessionCounts {
  add(session: TlsSession): void;
  /** Writes what was counted since. Never rejects: what cannot be written is tried again with the next. */
  flush(): Promise<void>;
}

/** A day's combinations between two flushes; beyond, a domain that invents hosts is not counted further. */
const countsMax = 20_000;
const pageSize = 500;
const reasonCharsMax = 200;

/**
 * Counted in memory and written now and then: a row for each connection would cost more than the report is worth. What a killed worker
 * had not written is missing in a report, as RFC 8460 §5.4 allows.
 */
export function createSessionCounts(options: {
  readonly pool: Pool;
  readonly targets: ReportTargets;
  readonly clock: Clock;
  readonly log: Logger;
}): SessionCounts {
  const { pool, targets, clock, log } = options;
  let counts = new Map<string, SessionCount>();

  const merge = (count: SessionCount): void => {
    const { day, domain, policy, mxHost, result, sendingAddress, receivingAddress } = count;
    const key = [day, domain, policy.type, mxHost, result, sendingAddress, receivingAddress].join('\n');
    const known = counts.get(key);
    if (known === undefined && counts.size >= countsMax) return;
    counts.set(key, { ...count, sessions: count.sessions + (known?.sessions ?? 0) });
  };

  return {
    add: (session) => {
      const day = clock.now().toISOString().slice(0, 10);
      merge({ ...session, reason: session.reason?.slice(0, reasonCharsMax) ?? null, day, sessions: 1 });
    },
    flush: async () => {
      const taken = [...counts.values()];
      counts = new Map();
      const domains = [...new Set(taken.map(({ domain }) => domain))];
      const wanted = await wantsReports(targets, domains);
      const rows = taken.filter(({ domain }) => wanted.has(domain));
      for (let start = 0; start < rows.length; start += pageSize) {
        const page = rows.slice(start, start + pageSize);
        try {
          await addCounts(pool, page);
        } catch (error) {
          log.warn({ code: errorCode(error) }, 'counts of TLS connections could not be written');
          for (const count of page) merge(count);
        }
      }
    },
  };
}
