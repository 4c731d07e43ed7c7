import { readInboundAddress, type AddressTokens, type ReturnPathTokens } from '@postrider/mail';
import { clientNetwork } from '@postrider/runtime';
import type { InboundKind, InboundRecipient } from './inbound-handler';
import type { ClaimedMail } from './spool.repository';

export interface InboundTokens {
  readonly returnPaths: ReturnPathTokens;
  readonly replies: AddressTokens;
}

/** What is to be done with what was claimed: a notification is one of its provider, whatever it says. */
export function readWorks(
  { source, recipients }: Pick<ClaimedMail, 'source' | 'recipients'>,
  tokens: InboundTokens,
): ReadonlyMap<InboundKind, readonly InboundRecipient[]> {
  return source === 'smtp' ? readRecipients(recipients, tokens) : new Map([[source, []]]);
}

/** A mail's recipients by their purpose, in the order in which they are recorded. Without addresses that are not ours, or no longer. */
function readRecipients(
  addresses: readonly string[],
  { returnPaths, replies }: InboundTokens,
): ReadonlyMap<InboundKind, readonly InboundRecipient[]> {
  const recipients = addresses.flatMap((address): InboundRecipient[] => {
    const found = readInboundAddress(address);
    if (found === null) return [];
    const { purpose, host, localPart, signed } = found;
    const reference = signed ? (purpose === 'bounce' ? returnPaths : replies).read(localPart) : null;
    // RCPT has refused what is forged; what is here was signed with a secret that there is no more.
    return signed && reference === null ? [] : [{ address, purpose, host, reference }];
  });
  // A mail to a reply address and to a mailbox of one organization is one for it.
  return Map.groupBy(recipients, ({ purpose }) => (purpose === 'mailbox' ? 'reply' : purpose));
}

/**
 * Who pays for reading a mail: the host of ours that it came to, whose owner has it in hand who writes there; of the
 * platform's own addresses, to which anybody writes, the network that it came from.
 */
export function ownerOf(
  { source, clientAddress }: Pick<ClaimedMail, 'source' | 'clientAddress'>,
  works: ReadonlyMap<InboundKind, readonly InboundRecipient[]>,
): string {
  if (source !== 'smtp') return `provider ${source}`;
  const [first] = works.get('bounce') ?? works.get('reply') ?? [];
  return first ? `host ${first.host}` : `client ${clientNetwork(clientAddress)}`;
}
