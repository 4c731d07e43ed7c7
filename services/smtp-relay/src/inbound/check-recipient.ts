import {
  readInboundAddress,
  type AddressTokens,
  type InboundAddress,
  type ReturnPathTokens,
} from '@postrider/mail';
import type { FindInboundHost } from './inbound-hosts';

/** `forged`: the address has a token that we have not signed. */
export type RecipientRefusal = 'unknown' | 'forged';

export type RecipientVerdict =
  | {
      readonly isOurs: true;
      /** Whose share of memory the mail takes: the organization's, or the platform's. */
      readonly ownerId: string;
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

/** Mail is taken for addresses of ours alone, and leaves by nobody's wish: there is nothing here that could relay it. */
export function createRecipientCheck(options: RecipientCheckOptions): CheckRecipient {
  const { findHost, platformHost, tokens } = options;
  return async (text) => {
    const address = readInboundAddress(text);
    if (address === null) return unknown;
    const { purpose, host: name, localPart, signed } = address;
    if (purpose === 'complaint' || purpose === 'dmarc') {
      return name === platformHost ? { isOurs: true, ownerId: platformHost } : unknown;
    }
    const host = await findHost(name);
    if (host === null || host.isReturnPath !== (purpose === 'bounce')) return unknown;
    // Whoever only claims a name must not read what is written to it, answers to mail of its former holder included.
    if (purpose === 'reply' && !host.isVerified) return unknown;
    if (signed && tokens[purpose].read(localPart) === null) return forged;
    return { isOurs: true, ownerId: host.organizationId };
  };
}

/** As the spool has it: canonical, its host as A-labels. */
export function spooledAddress({ localPart, host }: InboundAddress): string {
  return `${localPart}@${host}`;
}
