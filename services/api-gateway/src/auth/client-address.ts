import type { IncomingMessage } from 'node:http';

/**
 * Address of the client: the peer's, or with `trustedHops` proxies of ours in front, the one that the outermost of them
 * saw. Entries further left in X-Forwarded-For are the client's own words.
 */
export function clientAddress(request: IncomingMessage, trustedHops: number): string {
  const peer = request.socket.remoteAddress ?? '';
  if (trustedHops === 0) return peer;
  const forwarded = request.headers['x-forwarded-for'];
  const list = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',');
  return list.at(-trustedHops)?.trim() || peer;
}
