import type { IncomingHttpHeaders } from 'node:http';

/** What an authenticated or refused request is. */
export type Verdict =
  /** To be stored. */
  | { readonly kind: 'event' }
  /** Authentic and nothing to store; the provider need not come again. */
  | { readonly kind: 'done'; readonly result: 'confirmed' | 'ended' }
  /** Unknown for now; the provider sends it again. */
  | { readonly kind: 'later' }
  | { readonly kind: 'refused'; readonly reason: RefusalReason };

export type RefusalReason = 'malformed' | 'topic' | 'time' | 'certificate' | 'signature';

/** Whether a request comes from the provider. */
export type VerifyNotification = (headers: IncomingHttpHeaders, body: Buffer) => Promise<Verdict>;

/** Providers try again for a day, with the time of the first try; what is repeated changes nothing. */
const agoMaxMs = 25 * 3_600_000;
/** Clocks differ. */
const aheadMaxMs = 15 * 60_000;

export function isTimely(at: number, now: number): boolean {
  return at >= now - agoMaxMs && at <= now + aheadMaxMs;
}
