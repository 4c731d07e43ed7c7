import {
  readInboundAddress,
  type AddressTokens,
  type InboundPurpose,
  type ReturnPathTokens,
} from '@postrider/mail';
import { clientNetwork } from '@postrider/runtime';
import type { InboundRecipient } from './inbound-handler';
import type { ClaimedMail } from './spool.repository';

export interface InboundTokens {
  readonly returnPaths: ReturnPathTokens;
  readonly replies: AddressTokens;
}

/** A mail's recipients by their purpose, in the order in which they are recorded. What is not ours, or no longer, is left out. */
export function readRecipients(
  addresses: readonly string[],
  { returnPaths, replies }: InboundTokens,
): ReadonlyMap<InboundPurpose, readonly InboundRecipient[]> {
  const recipients = addresses.flatMap((address): InboundRecipient[] => {
    const found = readInboundAddress(address);
    if (found === null) return [];
    const { purpose, host, localPart, signed } = found;
    const reference = signed ? (purpose === 'bounce' ? returnPaths : replies).read(localPart) : null;
    // RCPT has refused what is forged; what is here was signed with a secret that there is no more.
    return signed && reference === null ? [] : [{ address, purpose, host, reference }];
  });
  return Map.groupBy(recipients, ({ purpose }) => purpose);
}

/**
 * Who pays for reading a mail: the host of ours that it came to, whose owner has it in hand who writes there; of the
 * platform's own addresses, to which anybody writes, the network that it came from.
 */
export function ownerOf(
  { clientAddress }: Pick<ClaimedMail, 'clientAddress'>,
  works: ReadonlyMap<InboundPurpose, readonly InboundRecipient[]>,
): string {
  const [first] = works.get('bounce') ?? works.get('reply') ?? [];
  return first ? `host ${first.host}` : `client ${clientNetwork(clientAddress)}`;
}
