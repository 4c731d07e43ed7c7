import {
  mailboxName,
  readInboundAddress,
  type AddressTokens,
  type InboundAddress,
  type ReturnPathTokens,
} from '@postrider/mail';
import type { FindInboundHost, InboundHost } from './inbound-hosts';

/** `forged`: the address has a token that we have not signed. */
export type RecipientRefusal = 'unknown' | 'forged';

export type RecipientVerdict =
  | {
      readonly isOurs: true;
      /** Whose share of memory the mail takes: the organization's, or the platform's. */
      readonly ownerId: string;
      /** Anybody writes there: not only who has an email of the organization. */
      readonly isMailbox: boolean;
    }
  | { readonly isOurs: false; readonly reason: RecipientRefusal };

/** @throws when the database does not tell */
export type CheckRecipient = (address: string) => Promise<RecipientVerdict>;

export interface RecipientCheckOptions {
  readonly findHost: FindInboundHost;
  readonly platformHost: string;
  readonly tokens: Readonly<Record<'bounce' | 'reply', Pick<AddressTokens | ReturnPathTokens, 'read'>>>;
}

const unknown: RecipientVerdict = { isOurs: false, reason: 'unknown' };
const forged: RecipientVerdict = { isOurs: false, reason: 'forged' };

/** Mail is taken for addresses of ours alone: this listener cannot relay. */
export function createRecipientCheck(options: RecipientCheckOptions): CheckRecipient {
  const { findHost, platformHost, tokens } = options;
  return async (text) => {
    const address = readInboundAddress(text);
    if (address === null) return unknown;
    const { purpose, host: name, localPart, signed } = address;
    if (purpose === 'complaint' || purpose === 'dmarc' || purpose === 'tls_report') {
      return name === platformHost ? { isOurs: true, ownerId: platformHost, isMailbox: false } : unknown;
    }
    const host = await findHost(name);
    const ownerId = host && ownerOf(host, address);
    if (ownerId === null) return unknown;
    if (signed && purpose !== 'mailbox' && tokens[purpose].read(localPart) === null) return forged;
    return { isOurs: true, ownerId, isMailbox: purpose === 'mailbox' };
  };
}

/** Null: the host does not take mail for such an address. */
function ownerOf(
  { returnPathOf, repliesOf, mailboxes }: InboundHost,
  { purpose, localPart }: InboundAddress,
): string | null {
  if (purpose === 'bounce') return returnPathOf;
  if (purpose === 'reply') return repliesOf;
  if (mailboxes === null) return null;
  const isReceived = mailboxes.names === null || mailboxes.names.has(mailboxName(localPart));
  return isReceived ? mailboxes.organizationId : null;
}

/** As the spool has it: canonical, its host as A-labels. */
export function spooledAddress({ localPart, host }: InboundAddress): string {
  return `${localPart}@${host}`;
}
