import { z } from 'zod';

const dnsRecord = z.object({
  name: z.string(),
  type: z.enum(['TXT', 'CNAME', 'MX', 'A', 'AAAA', 'NS', 'PTR']),
  /** A TXT value may be of any length; an MX value of `.` is a null MX (RFC 7505). */
  value: z.string(),
  /** MX only; default 10. */
  priority: z.number().int().min(0).max(65_535).optional(),
  ttl: z.number().int().min(0).optional(),
});

export type DnsRecord = z.infer<typeof dnsRecord>;

export const dnsZone = z.array(dnsRecord);

export interface DnsZone {
  readonly records: readonly DnsRecord[];
  /** Names (and all below them) whose questions get SERVFAIL. */
  readonly failing?: readonly string[];
  /** Names (and all below them) whose questions get no answer at all. */
  readonly silent?: readonly string[];
}

/** Lower case, no trailing dot: the form in which names are compared. */
export function canonicalName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

export function isAtOrBelow(name: string, parents: readonly string[] = []): boolean {
  return parents.map(canonicalName).some((parent) => name === parent || name.endsWith(`.${parent}`));
}
