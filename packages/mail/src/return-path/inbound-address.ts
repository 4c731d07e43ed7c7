import { parseMailbox } from '../addresses/mailbox';

/** What comes to an address of ours: a delivery report, an answer to a mail, a complaint, a DMARC aggregate report. */
export type InboundPurpose = 'bounce' | 'reply' | 'complaint' | 'dmarc';

export interface InboundAddress {
  readonly purpose: InboundPurpose;
  /** A-labels in lower case: a host of a registered domain for `bounce` and `reply`, else the platform's. */
  readonly host: string;
  /** Canonical: without quotes that it does not need. Its case is kept; tokens are read in any. */
  readonly localPart: string;
  /** Its local part names a recipient: `createReturnPathTokens` or `createReplyTokens` tells whether it is ours. */
  readonly signed: boolean;
}

/**
 * What an envelope recipient would be for, told by its form alone: neither is its host known to be ours nor its token to
 * be genuine. Null for everything else, a source route or a percent hack included.
 */
export function readInboundAddress(address: string): InboundAddress | null {
  if (address.includes('<')) return null; // a mailbox with a name is none of SMTP's paths
  const parsed = parseMailbox(address);
  if (!parsed.ok) return null;
  const { local: localPart, domain: host } = parsed.mailbox;
  const purpose = purposeOf(localPart.toLowerCase());
  return purpose === null ? null : { ...purpose, host, localPart };
}

function purposeOf(local: string): Pick<InboundAddress, 'purpose' | 'signed'> | null {
  if (local.startsWith('b+')) return { purpose: 'bounce', signed: true };
  if (local.startsWith('reply+')) return { purpose: 'reply', signed: true };
  if (local === 'reply') return { purpose: 'reply', signed: false };
  if (local === 'fbl') return { purpose: 'complaint', signed: false };
  return local === 'dmarc' ? { purpose: 'dmarc', signed: false } : null;
}
