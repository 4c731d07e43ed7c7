import type { IncomingMessage } from 'node:http';
import type { Pool } from '@postrider/db';

/**
 * The name under which a request came: what the person's program asked for, or with proxies of ours in front what the
 * first of them was asked for. A visitor who lies about it leads nobody but themselves elsewhere.
 */
export function requestedHost(request: IncomingMessage, trustedProxyHops: number): string {
  const forwarded = trustedProxyHops > 0 ? request.headers['x-forwarded-host'] : undefined;
  const [first = ''] = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',');
  const host = first.trim() || (request.headers.host ?? '');
  return URL.parse(`http://${host}`)?.hostname.replace(/\.$/, '') ?? '';
}

/** $1 the names that a host is below of, $2 the host. */
const trackingDomainSql = `
SELECT FROM domains d
WHERE d.name = ANY($1::text[]) AND d.failed_reason IS NULL AND d.status = 'verified'
  AND d.tracking_label || '.' || d.name = $2`;

const findSql = `${trackingDomainSql}
  AND NOT EXISTS (SELECT FROM messages m WHERE m.id = $3 AND m.domain_id = d.id)`;

/**
 * Whether a host is the tracking host of another domain than the message's; an unverified claim to a name is nobody's host. Asked only for clicks on links that were
 * signed before links belonged to hosts: without it, such a link of anybody redirects below everybody's name.
 */
export async function isHostOfAnother(
  pool: Pool,
  { host, messageId }: { readonly host: string; readonly messageId: string },
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'api-gateway.link-host',
    text: findSql,
    values: [namesAbove(host), host, messageId],
  });
  return rowCount !== 0;
}

export async function isTrackingHost(pool: Pool, host: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'api-gateway.tracking-host',
    text: trackingDomainSql,
    values: [namesAbove(host), host],
  });
  return rowCount !== 0;
}

function namesAbove(host: string): string[] {
  const labels = host.split('.');
  return labels.map((_, at) => labels.slice(at).join('.')).slice(1);
}
