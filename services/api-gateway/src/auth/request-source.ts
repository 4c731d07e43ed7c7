import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@postrider/contracts/errors';

/** Where a request comes from, as far as failed authentications are counted for it. */
export interface RequestSource {
  /** Of the REST or SMTP client; null for a relay on its own behalf. */
  readonly address: string | null;
  /** The key that an SMTP client named as its user; REST clients name none. */
  readonly claimedKeyId: string | null;
  /** It has shown the secret of our relays: its headers are believed. */
  readonly isRelay: boolean;
}

/** What says where a request comes from. */
export interface RequestOrigin {
  readonly headers: IncomingHttpHeaders;
  /** Of the other end of the connection: the client, or a proxy. */
  readonly peerAddress: string;
}

export type FindRequestSource = (request: RequestOrigin) => RequestSource;

/**
 * A relay brings many clients under one address: it passes theirs on, and is believed for the secret that it shows.
 * @throws AppError `service_unavailable` when the secret is another: counting its clients under the relay's address, as if it
 * were one of them, would let any of them lock out the others
 */
export function createFindRequestSource(options: {
  /** The present one and those before it. */
  readonly relaySecrets: readonly Buffer[];
  readonly trustedProxyHops: number;
}): FindRequestSource {
  const { relaySecrets, trustedProxyHops } = options;
  return (request) => {
    const shown = request.headers['postrider-relay-secret'];
    if (shown === undefined) {
      return { address: clientAddress(request, trustedProxyHops), claimedKeyId: null, isRelay: false };
    }
    const bytes = Buffer.from(String(shown), 'base64');
    if (!relaySecrets.some((secret) => isSame(bytes, secret))) {
      throw new AppError(
        'service_unavailable',
        'RELAY_SECRET of the SMTP relay differs from that of the API gateway.',
      );
    }
    const { 'postrider-client-address': address, 'postrider-client-key': claimedKeyId } = request.headers;
    return {
      address: typeof address === 'string' ? address : null,
      claimedKeyId: typeof claimedKeyId === 'string' ? claimedKeyId : null,
      isRelay: true,
    };
  };
}

function isSame(shown: Buffer, secret: Buffer): boolean {
  return shown.length === secret.length && timingSafeEqual(shown, secret);
}

/**
 * Address of the client: the peer's, or with `trustedHops` proxies of ours in front, the one that the outermost of them
 * saw. Entries further left in X-Forwarded-For are the client's own words.
 */
export function clientAddress({ headers, peerAddress }: RequestOrigin, trustedHops: number): string {
  if (trustedHops === 0) return peerAddress;
  const forwarded = headers['x-forwarded-for'];
  const list = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',');
  return list.at(-trustedHops)?.trim() || peerAddress;
}
