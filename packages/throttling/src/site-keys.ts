/**
 * Keys of sites in Redis. One hash tag for all of them: a worker leases for all its sites in one call, so they lie on one node of
 * a cluster. A site is named with the source address, as `siteAndSource` of send-worker does: `google`, `google from 192.0.2.1`.
 */
export const workersKey = 'postrider:{sites}:workers';
/** When this Redis was first asked, or again after an outage: for a while workers report what they hold before any gets more. */
export const begunKey = 'postrider:{sites}:begun';
/** What emails in hand of a worker wait for, by email. */
export function waitsKey(workerId: string): string {
  return `postrider:{sites}:waits:${workerId}`;
}
/** Names of sites by their last use. */
export const indexKey = 'postrider:{sites}:index';

export function siteKey(name: string): string {
  return `postrider:{sites}:site:${name}`;
}

/** The longest suspension, and the recovery after it. */
export const siteKeptMs = 48 * 3_600_000;
