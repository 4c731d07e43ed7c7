import { parseMailbox } from '../addresses/mailbox';

/**
 * What comes to an address of ours: a delivery report, an answer to a mail, a complaint, a DMARC aggregate report, a TLS report; at a
 * `mailbox`, whatever people write to a domain that receives at addresses of its own.
 */
export type InboundPurpose = 'bounce' | 'reply' | 'complaint' | 'dmarc' | 'tls_report' | 'mailbox';

export interface InboundAddress {
  readonly purpose: InboundPurpose;
  /** A-labels in lower case: a host of a registered domain for `bounce` and `reply`, a domain for `mailbox`, else the platform's. */
  readonly host: string;
  /** Canonical: without quotes that it does not need. Its case is kept; tokens are read in any. */
  readonly localPart: string;
  /** Its local part names a recipient: `createReturnPathTokens` or `createReplyTokens` tells whether it is ours. */
  readonly signed: boolean;
}

/**
 * The purpose of an envelope recipient, by its form alone: neither is its host known to be ours nor its token to
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
  if (local === 'dmarc') return { purpose: 'dmarc', signed: false };
  if (local === 'tls-reports') return { purpose: 'tls_report', signed: false };
  return isMailbox(local) ? { purpose: 'mailbox', signed: false } : null;
}

/** Names of addresses of ours: no domain receives its own mail at them, with or without a tag. */
const reservedNames = ['b', 'reply', 'fbl', 'dmarc', 'tls-reports'];

/** No quotes, no percent hack, no bang path: which other servers could take for an address of another host. */
function isMailbox(local: string): boolean {
  const name = mailboxName(local);
  return name !== '' && !/["%!@]/.test(local) && !reservedNames.includes(name);
}

/** What a domain lists the local part of a mailbox as: without its tag (RFC 5233), in any case. */
export function mailboxName(localPart: string): string {
  return (localPart.split('+', 1)[0] ?? '').normalize('NFC').toLowerCase();
}
