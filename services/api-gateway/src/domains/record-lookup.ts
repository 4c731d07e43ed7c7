import { promises as dns } from 'node:dns';
import type { ExpectedRecord } from '@postrider/mail';
import { errorCode, formatHostPort, type HostPort } from '@postrider/runtime';

export type LookupAnswer =
  /** None: the name does not exist, or has no record of that type. */
  | { readonly kind: 'values'; readonly values: readonly string[] }
  /** DNS does not answer now, which says nothing about the record. */
  | { readonly kind: 'unknown'; readonly code: string };

/** Asks DNS each time: people look here to see whether what they changed a moment ago has arrived. */
export interface RecordLookup {
  /** TXT with its chunks joined, MX as `10 mx.example`, CNAME its target, A addresses. */
  find(type: ExpectedRecord['type'] | 'A', name: string): Promise<LookupAnswer>;
}

const NOT_THERE = new Set(['ENODATA', 'ENOTFOUND', 'ENONAME']);
/** Two tries of three seconds bound a verification that somebody waits for. */
const TIMEOUT_MS = 3_000;
const TRIES = 2;

/** @param servers empty: the system's */
export function createRecordLookup(servers: readonly HostPort[]): RecordLookup {
  const resolver = new dns.Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers.map(formatHostPort));
  return {
    find: async (type, name) => {
      try {
        return { kind: 'values', values: await resolve(resolver, type, name) };
      } catch (error) {
        const code = errorCode(error);
        return NOT_THERE.has(code) ? { kind: 'values', values: [] } : { kind: 'unknown', code };
      }
    },
  };
}

async function resolve(
  resolver: dns.Resolver,
  type: ExpectedRecord['type'] | 'A',
  name: string,
): Promise<string[]> {
  switch (type) {
    case 'TXT':
      return (await resolver.resolveTxt(name)).map((chunks) => chunks.join(''));
    case 'MX':
      return (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`);
    case 'CNAME':
      return resolver.resolveCname(name);
    case 'A':
      return resolver.resolve4(name);
  }
}
