import { isIP } from 'node:net';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Pool } from '@postrider/db';
import { createTtlCache, type Clock, type Logger } from '@postrider/runtime';
import { isTrackingHost, requestedHost } from './link-host';
import { pageHeaders, unknownPage } from './pages';

/** A name that becomes or stops being a tracking host is known as such a minute later. */
const KNOWN_MS = 60_000;
const KNOWN_MAX = 10_000;
/** Names are free to invent: more than this are not asked about at a time, and get what the API says to anybody. */
const LOOKUPS_MAX = 4;

interface Parts {
  readonly pool: Pool;
  /** Never one, whoever claims to send from it. */
  readonly platformHost: string;
  readonly trustedProxyHops: number;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Puts a guard before a listener: a customer's tracking host answers links in mails and nothing else. Their recipients
 * should not find our API, its documents or its console below the name of the shop that wrote to them.
 */
export function keepFromTrackingHosts(parts: Parts, listener: RequestListener): RequestListener {
  const { pool, platformHost, trustedProxyHops, clock, log } = parts;
  const known = createTtlCache<string, boolean>({ entriesMax: KNOWN_MAX, ttlMs: KNOWN_MS, clock });
  let lookups = 0;

  const lookUp = async (asked: string, host: string): Promise<boolean> => {
    lookups += 1;
    try {
      const answer = await isTrackingHost(pool, host);
      known.set(asked, answer);
      return answer;
    } catch (error) {
      log.warn({ err: error }, 'a requested host could not be looked up');
      return false;
    } finally {
      lookups -= 1;
    }
  };

  /** By the header as it came: reading a name out of it would cost each request more than the answer. */
  const find = (request: IncomingMessage): boolean | Promise<boolean> => {
    const { host: asked = '', 'x-forwarded-host': forwarded = '' } = request.headers;
    const key = trustedProxyHops > 0 ? `${String(forwarded)} ${asked}` : asked;
    const answer = known.get(key);
    if (answer !== undefined) return answer;
    const host = requestedHost(request, trustedProxyHops);
    const isOurs = host === platformHost || !host.includes('.') || isIP(host) !== 0;
    return isOurs || lookups >= LOOKUPS_MAX ? false : lookUp(key, host);
  };

  return (request, response) => {
    const found = find(request);
    if (found === false) return listener(request, response);
    if (found === true) return refuse(response);
    // It does not reject; what the listener throws is a bug, and ends the process as anywhere else.
    void found.then((isTracking) => (isTracking ? refuse(response) : listener(request, response)));
  };
}

function refuse(response: Parameters<RequestListener>[1]): void {
  response.writeHead(404, pageHeaders).end(unknownPage);
}
