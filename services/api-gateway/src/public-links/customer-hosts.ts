import type { Pool } from '@postrider/db';
import type { Logger } from '@postrider/runtime';
import type { RequestContext } from '../http/request-context';
import type { TableRoute } from '../http/route-table';
import { reply } from '../public-pages/page-shell';
import { hostIn, namesAbove } from './tracking-hosts';

/** Names are free to invent, and each TLS connection brings one: more than this are not asked about at a time. */
const lookupsMax = 4;

interface CustomerHostsOptions {
  readonly pool: Pool;
  /** Never a customer's host, even if a domain claims it. */
  readonly platformHost: string;
  readonly log: Logger;
}

/**
 * For proxies that get a certificate when a host is first asked for, such as Caddy: `GET /customer-hosts?domain=…` is answered with 200 for
 * the tracking and policy hosts of verified domains whose record leads to us, and with 404 for all others. A certificate for a name that does
 * not lead to us is refused by its authority, which counts the failures. A request that came through a proxy is answered with 404 too:
 * clients could otherwise find out who the customers are.
 */
export function customerHostsRoute({ pool, platformHost, log }: CustomerHostsOptions): TableRoute {
  let lookups = 0;
  const statusOf = async ({ headers, queryString }: RequestContext): Promise<number> => {
    const host = hostIn(new URLSearchParams(queryString).get('domain') ?? '');
    if (headers['x-forwarded-for'] !== undefined || host === platformHost) return 404;
    if (lookups >= lookupsMax) return 503;
    lookups += 1;
    try {
      return (await leadsToUs(pool, host)) ? 200 : 404;
    } catch (error) {
      log.warn({ err: error }, 'the host of a certificate could not be looked up');
      return 503;
    } finally {
      lookups -= 1;
    }
  };
  const answer = async (context: RequestContext): Promise<void> => {
    reply(context, { status: await statusOf(context), headers: {} });
  };
  return { method: 'GET', path: '/customer-hosts', handle: (context) => void answer(context) };
}

/** As the last verification run saw the records. */
async function leadsToUs(pool: Pool, host: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'public-links.find-customer-host',
    text: `SELECT FROM domains d
WHERE d.name = ANY($1::text[]) AND d.failed_reason IS NULL AND d.status = 'verified'
  AND (d.tracking_verified AND d.tracking_label || '.' || d.name = $2
    OR d.mta_sts_mode IS NOT NULL AND 'mta-sts.' || d.name = $2
      AND d.records @> '[{"record": "MTA_STS", "type": "CNAME", "status": "verified"}]')`,
    values: [namesAbove(host), host],
  });
  return rowCount !== 0;
}
