import { isIP } from 'node:net';
import type { IncomingHttpHeaders } from 'node:http';
import type { Pool } from '@postrider/db';
import { createTtlCache, type Clock, type Logger } from '@postrider/runtime';
import type { HostGuard } from '../http/route-table';
import { chooseLanguage } from '../public-pages/languages';
import { replyPage, unknownLinkPage } from '../public-pages/page-shell';

/** A name that becomes or stops being a tracking host is known as such a minute later. */
const knownMs = 60_000;
const knownMax = 10_000;
/** Names are free to invent: more than this are not asked about at a time, and get what the API says to anybody. */
const lookupsMax = 4;

interface TrackingHostOptions {
  readonly pool: Pool;
  /** Never a tracking host, even if a domain claims it. */
  readonly platformHost: string;
  readonly trustedProxyHops: number;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * A customer's tracking host answers links in mails and nothing else. Their recipients should not find our API, its documents or its
 * console below the name of the shop that wrote to them.
 */
export function createTrackingHostGuard(options: TrackingHostOptions): HostGuard {
  const { pool, platformHost, trustedProxyHops, clock, log } = options;
  const known = createTtlCache<string, boolean>({ entriesMax: knownMax, ttlMs: knownMs, clock });
  let lookups = 0;
  /** The last one that is none by its form, as the API's own usually are: such names are not worth a place among the known. */
  let plainlyNone = '';

  const lookUp = async (asked: string, host: string): Promise<boolean> => {
    lookups += 1;
    try {
      const answer = await isTrackingHost(pool, host);
      known.set(asked, answer);
      return answer;
    } catch (error) {
      log.warn({ err: error }, 'the host of a request could not be looked up');
      return false;
    } finally {
      lookups -= 1;
    }
  };

  return {
    // By the header as it came: reading a name out of it would cost each request more than the answer.
    isTrackingHost: (headers) => {
      const { host: asked = '', 'x-forwarded-host': forwarded = '' } = headers;
      const key = trustedProxyHops > 0 ? `${String(forwarded)} ${asked}` : asked;
      if (key === plainlyNone) return false;
      const answer = known.get(key);
      if (answer !== undefined) return answer;
      const host = requestedHost(headers, trustedProxyHops);
      if (host === platformHost || !host.includes('.') || isIP(host) !== 0) {
        plainlyNone = key;
        return false;
      }
      return lookups >= lookupsMax ? false : lookUp(key, host);
    },
    refuse: (context) => {
      replyPage(context, 404, unknownLinkPage(chooseLanguage(context.headers['accept-language'])));
    },
  };
}

/**
 * The name under which a request came: what the person's program asked for, or with proxies of ours in front what the
 * first of them was asked for. A false value affects only the client that sends it.
 */
export function requestedHost(headers: IncomingHttpHeaders, trustedProxyHops: number): string {
  const forwarded = trustedProxyHops > 0 ? headers['x-forwarded-host'] : undefined;
  const [first = ''] = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',');
  return hostIn(first.trim() || (headers.host ?? ''));
}

/** In lower case, without a port; empty: it is none. */
export function hostIn(text: string): string {
  return URL.parse(`http://${text}`)?.hostname.replace(/\.$/, '') ?? '';
}

/** $1 the names that a host is below of, $2 the host. */
const findTrackingDomainSql = `
SELECT FROM domains d
WHERE d.name = ANY($1::text[]) AND d.failed_reason IS NULL AND d.status = 'verified'
  AND d.tracking_label || '.' || d.name = $2`;

/** Of a domain with an MTA-STS policy, its host answers that policy alone. */
const findPolicyDomainSql = `
SELECT FROM domains d
WHERE 'mta-sts.' || d.name = $2 AND d.name = ANY($1::text[]) AND d.failed_reason IS NULL AND d.status = 'verified'
  AND d.mta_sts_mode IS NOT NULL`;

const findOtherDomainSql = `${findTrackingDomainSql}
  AND NOT EXISTS (SELECT FROM messages m WHERE m.id = $3 AND m.domain_id = d.id)`;

/**
 * Whether a host is the tracking host of another domain than the message's; an unverified claim to a name makes no tracking
 * host. Asked only for clicks on links that were signed before links belonged to hosts: without it, such a link of anybody
 * redirects below everybody's name.
 */
export async function isHostOfAnother(
  pool: Pool,
  { host, messageId }: { readonly host: string; readonly messageId: string },
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'public-links.find-other-host',
    text: findOtherDomainSql,
    values: [namesAbove(host), host, messageId],
  });
  return rowCount !== 0;
}

async function isTrackingHost(pool: Pool, host: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'public-links.find-tracking-host',
    text: `${findTrackingDomainSql} UNION ALL ${findPolicyDomainSql}`,
    values: [namesAbove(host), host],
  });
  return rowCount !== 0;
}

export function namesAbove(host: string): string[] {
  const labels = host.split('.');
  return labels.map((_, at) => labels.slice(at).join('.')).slice(1);
}
