import { createGuardedConnect } from '@postrider/http-client';
import {
  createHostResolver,
  isLoopback,
  isPublicAddress,
  withLocalhost,
  type HostPort,
} from '@postrider/runtime';
import { LRUCache } from 'lru-cache';
import { Pool } from 'undici';
import { postAttempt, type Attempt, type PostRequest } from './post-attempt';

export interface WebhookTransport {
  /** POSTs to the URL over connections that belong to `endpointId` alone. Never rejects. */
  post(target: { endpointId: string; url: URL }, request: Omit<PostRequest, 'path'>): Promise<Attempt>;
  close(): Promise<void>;
}

export interface WebhookTransportOptions {
  /** The whole time of a POST: name, connection, TLS, answer. */
  readonly timeoutMs: number;
  readonly connectionsPerEndpointMax: number;
  /** Empty: the system's. */
  readonly dnsServers: readonly HostPort[];
  /** Development only: plain http, and endpoints on this machine. */
  readonly allowLoopback: boolean;
}

/** Pools kept at a time; the one used longest ago goes first. A pool without connections is some kilobytes. */
const poolsMax = 2_000;

/**
 * A pool for each endpoint, not for each origin: many customers use the same automation host, and the endpoint of
 * one that hangs must not take the connections of another.
 */
export function createWebhookTransport(options: WebhookTransportOptions): WebhookTransport {
  const { timeoutMs, allowLoopback, dnsServers } = options;
  const dns = createHostResolver(dnsServers);
  const connect = createGuardedConnect({
    resolve: allowLoopback ? withLocalhost(dns) : dns,
    isPermitted: (address) => isPublicAddress(address) || (allowLoopback && isLoopback(address)),
    timeoutMs: 2 * timeoutMs,
  });
  const pools = new LRUCache<string, Pool>({
    max: poolsMax,
    dispose: (pool, _key, reason) => {
      // Ends what is still running on it first.
      if (reason === 'evict') void pool.close().catch(() => undefined);
    },
  });

  const poolOf = (endpointId: string, origin: string): Pool => {
    const key = `${endpointId} ${origin}`;
    const existing = pools.get(key);
    if (existing) return existing;
    const pool = new Pool(origin, {
      connect,
      connections: options.connectionsPerEndpointMax,
      pipelining: 1,
      // The deadline of the whole POST comes first, and gives all of them one name.
      headersTimeout: 2 * timeoutMs,
      bodyTimeout: 2 * timeoutMs,
    });
    pools.set(key, pool);
    return pool;
  };

  return {
    post: ({ endpointId, url }, request) => {
      if (url.protocol !== 'https:' && !(allowLoopback && url.protocol === 'http:')) {
        return Promise.resolve(refused('https_required'));
      }
      return postAttempt(
        poolOf(endpointId, url.origin),
        { path: `${url.pathname}${url.search}`, ...request },
        timeoutMs,
      );
    },
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
      pools.clear();
    },
  };
}

function refused(error: string): Attempt {
  return { startedAt: new Date(), latencyMs: 0, status: null, error, response: null };
}
