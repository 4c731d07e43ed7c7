import assert from 'node:assert';
import { needsSmtpUtf8, type ReturnPathTokens } from '@postrider/mail';
import type { ClaimedMessage, PendingRecipient } from '../claims/claimed-message';
import type { Destinations, Sender } from '../transport/routing/destinations';
import type { Resolution } from '../transport/routing/mx-destinations';
import { siteAndSource } from '../transport/sources/source';

/**
 * - recipient: each has a return path, and so a transaction, of its own.
 * - message: recipients at one site share a transaction, and its return path names the message.
 */
export const returnPathModes = ['recipient', 'message'] as const;
export type ReturnPathMode = (typeof returnPathModes)[number];

/** Recipients of one message that may share a transaction: the same hosts, the same envelope sender. */
export interface RecipientGroup {
  /** At least one. */
  readonly recipients: readonly PendingRecipient[];
  /** Local part of the envelope sender. */
  readonly returnPath: string;
  /** The local part that names each recipient, which a provider's events return. */
  readonly recipientTokens: readonly string[];
  /** Where they are delivered to. Never rejects. */
  readonly resolve: () => Promise<Resolution>;
}

export type GroupRecipients = (
  message: Pick<ClaimedMessage, 'id' | 'pass' | 'pending'>,
  sender: Sender,
) => Promise<readonly RecipientGroup[]>;

/** Every server has to accept so many in one transaction (RFC 5321 §4.5.3.1.8). */
const transactionMax = 100;
/**
 * Passes in which recipients share a transaction. A server that hangs or closes at one recipient would otherwise keep the mail from
 * the others each time. Greylisting has passed after two.
 */
const sharedPassesMax = 2;

/** Never rejects. */
export function createGroupRecipients(options: {
  readonly destinations: Destinations;
  readonly returnPaths: ReturnPathTokens;
  readonly mode: ReturnPathMode;
}): GroupRecipients {
  const { destinations, returnPaths, mode } = options;

  return async ({ id: messageId, pass, pending }, sender) => {
    const resolve = (recipient: PendingRecipient): Promise<Resolution> =>
      destinations.resolve(domainOf(recipient.address), sender);
    const tokenOf = ({ ordinal }: PendingRecipient): string => returnPaths.mint({ messageId, ordinal });
    const alone = (recipient: PendingRecipient, resolved = () => resolve(recipient)): RecipientGroup => {
      const returnPath = tokenOf(recipient);
      return { recipients: [recipient], returnPath, recipientTokens: [returnPath], resolve: resolved };
    };
    const mayShare = mode === 'message' && pass <= sharedPassesMax && pending.length > 1;
    if (!mayShare) return pending.map((recipient) => alone(recipient));

    const found = await Promise.all(
      pending.map(async (recipient) => ({ recipient, resolution: await resolve(recipient) })),
    );
    return inTransactions(found).map((transaction) => {
      const [{ recipient, resolution }, ...others] = transaction;
      // A recipient alone in a transaction keeps a return path of its own.
      if (others.length === 0) return alone(recipient, () => Promise.resolve(resolution));
      const recipients = transaction.map((each) => each.recipient);
      return {
        recipients,
        recipientTokens: recipients.map(tokenOf),
        returnPath: returnPaths.mintForMessage(messageId),
        resolve: () => Promise.resolve(withAllPlaces(transaction)),
      };
    });
  };
}

interface Resolved {
  readonly recipient: PendingRecipient;
  readonly resolution: Resolution;
}

type SharedTransaction = readonly [Resolved, ...Resolved[]];

function inTransactions(resolved: readonly Resolved[]): readonly SharedTransaction[] {
  const bySite = Map.groupBy(resolved, ({ recipient, resolution }) => keyOf(recipient, resolution));
  return [...bySite.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / transactionMax) }, (_, index): SharedTransaction => {
      const [first, ...others] = group.slice(index * transactionMax, (index + 1) * transactionMax);
      assert(first !== undefined, 'a part has recipients');
      return [first, ...others];
    }),
  );
}

/** The first one's destination is that of all; each has a reservation of its own. */
function withAllPlaces(transaction: SharedTransaction): Resolution {
  const [{ resolution }] = transaction;
  if (resolution.kind !== 'destination') return resolution;
  const release = (): void => {
    for (const { resolution: each } of transaction) if (each.kind === 'destination') each.release();
  };
  return { ...resolution, release };
}

/** Addresses that need SMTPUTF8 go apart: their transaction fails if the server does not offer it. */
function keyOf(recipient: PendingRecipient, resolution: Resolution): string {
  if (resolution.kind !== 'destination' || resolution.destination.takesOneRecipient === true) {
    return String(recipient.ordinal);
  }
  const { site, source, hostsKey, provider } = resolution.destination;
  return JSON.stringify([siteAndSource(site, source), hostsKey, provider, needsSmtpUtf8(recipient.address)]);
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
