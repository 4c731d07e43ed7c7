import type { Pool } from '@postrider/db';
import { createTtlCache, type Clock, type Logger } from '@postrider/runtime';
import type { RequestContext } from '../../http/request-context';
import type { TableRoute } from '../../http/route-table';
import { requestedHost } from '../../public-links/tracking-hosts';
import { reply } from '../../public-pages/page-shell';
import { policyPath, policyText } from './mta-sts-policy';
import { findServedPolicy } from './mta-sts.repository';

interface Options {
  readonly pool: Pool;
  readonly trustedProxyHops: number;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A changed policy is served after this time: its record in DNS is older than that for longer. */
const knownMs = 60_000;
const knownMax = 10_000;
/** Names are free to invent: while more than this are being looked up, others wait for another request. */
const lookupsMax = 4;

/** Serves the MTA-STS policies of customers' domains at `mta-sts.<domain>` (RFC 8461 §3.3), and 404 at other hosts. */
export function mtaStsPolicyRoutes({ pool, trustedProxyHops, clock, log }: Options): TableRoute[] {
  const known = createTtlCache<string, { readonly text: string | null }>({
    entriesMax: knownMax,
    ttlMs: knownMs,
    clock,
  });
  let lookups = 0;

  const lookUp = async (host: string): Promise<{ readonly text: string | null }> => {
    lookups += 1;
    try {
      const policy = await findServedPolicy(pool, host);
      const found = { text: policy === null ? null : policyText(policy) };
      known.set(host, found);
      return found;
    } finally {
      lookups -= 1;
    }
  };

  const answer = async (context: RequestContext): Promise<void> => {
    const host = requestedHost(context.headers, trustedProxyHops);
    const found = known.get(host);
    if (found === undefined && lookups >= lookupsMax) return replyLater(context);
    const { text } = found ?? (await lookUp(host));
    if (text === null) return reply(context, { status: 404, headers: {} });
    reply(context, { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: text });
  };

  const handle = (context: RequestContext): void => {
    answer(context).catch((error: unknown) => {
      log.warn({ err: error }, 'the MTA-STS policy of a host could not be looked up');
      if (!context.isAnswered) replyLater(context);
    });
  };
  return [{ method: 'GET', path: policyPath, onTrackingHosts: true, handle }];
}

/** Senders keep the policy that they know (RFC 8461 §3.3). */
function replyLater(context: RequestContext): void {
  reply(context, { status: 503, headers: { 'retry-after': '60' } });
}
