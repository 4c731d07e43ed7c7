import type { DmarcResource } from '@postrider/contracts/domains';
import { knownSender } from '@postrider/mail';

/** What reports whose sender DMARC has confirmed say of a source address, beside its counts. */
export interface SourceMarks {
  /** One of our source addresses, or SPF passed for the return path of the domain. */
  readonly isOwn: boolean;
  readonly messages: number;
  /** Of these, neither aligned DKIM nor aligned SPF passed. */
  readonly failed: number;
  /** Messages that a receiver called forwarded, or that only our signature still authenticates. */
  readonly forwarded: number;
  /** Reverse name that leads back to the address. */
  readonly hostName: string | null;
  /** Domains that SPF or DKIM passed for, and selectors of the latter. */
  readonly domains: readonly string[];
  readonly selectors: readonly string[];
}

type Classified = Pick<DmarcResource['sources'][number], 'type' | 'service'>;

/** Mail that is forwarded keeps the signature of its sender, so a forwarder is recognised before a service. */
export function classifySource(marks: SourceMarks): Classified {
  if (marks.isOwn) return { type: 'own', service: null };
  const service = knownSender(marks);
  if (marks.messages > 0 && marks.forwarded * 2 > marks.messages) return { type: 'forwarder', service };
  return { type: service === null ? 'unknown' : 'service', service };
}
