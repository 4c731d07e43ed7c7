/** What the addresses say that a blocklist answered. */
export type BlocklistAnswer =
  | { readonly kind: 'listed'; readonly codes: readonly string[] }
  | { readonly kind: 'not_listed' }
  /** It is no answer: the list refuses our resolver, or the resolver makes up addresses. */
  | { readonly kind: 'unknown'; readonly error: string };

const codesMax = 10;

/**
 * @param addresses of the name that was looked up; none: the name does not exist
 */
export function readBlocklistAnswer(addresses: readonly string[]): BlocklistAnswer {
  if (addresses.length === 0) return { kind: 'not_listed' };
  const codes = [...new Set(addresses)].sort().slice(0, codesMax);
  // RFC 5782 §2.1: what is listed has an address in 127.0.0.0/8.
  const foreign = codes.find((code) => !code.startsWith('127.'));
  if (foreign !== undefined) {
    return { kind: 'unknown', error: `the resolver answered ${foreign}, which is no code of a blocklist` };
  }
  // Spamhaus and others refuse with 127.255.255.x; URIBL and SURBL with 127.0.0.1, which no list may use (RFC 5782 §2.1).
  const refusal = codes.find((code) => code.startsWith('127.255.255.') || code === '127.0.0.1');
  if (refusal !== undefined) {
    return { kind: 'unknown', error: `the list refuses queries of this resolver (${refusal})` };
  }
  return { kind: 'listed', codes };
}
