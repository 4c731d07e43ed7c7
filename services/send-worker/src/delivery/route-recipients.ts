import assert from 'node:assert';
import { needsSmtpUtf8, type ReturnPathTokens } from '@postrider/mail';
import type { ClaimedMessage, PendingRecipient } from '../claims/claimed-message';
import type { ConnectionPool } from '../transport/pool/connection-pool';
import type { Destination } from '../transport/pool/destination';
import type { Destinations, Sender } from '../transport/routing/destinations';
import type { Resolution } from '../transport/routing/mx-destinations';
import { siteAndSource } from '../transport/sources/source';
import type { CountAttempts } from './count-attempts';
import { endOfRouting } from './delivery-end';
import type { DeliveryEnd } from './delivery-states';
import type { MessagePhases } from './message-phases';

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
  readonly route: RecipientRoute;
}

export type RecipientRoute =
  | OpenRoute
  /** Their delivery round has ended already. */
  | {
      readonly kind: 'closed';
      readonly end: DeliveryEnd;
      /** Where it would have gone; null: that is not known. */
      readonly destination: Destination | null;
    };

export interface OpenRoute {
  readonly kind: 'open';
  readonly destination: Destination;
  /** Of the recipients, in the quota of a source address that warms up; to be called when no server was asked. */
  readonly releaseReservation: () => void;
}

export interface RoutingOptions {
  readonly destinations: Destinations;
  readonly connections: ConnectionPool;
  readonly counts: CountAttempts;
  readonly returnPaths: ReturnPathTokens;
  readonly returnPathMode: ReturnPathMode;
  readonly phases: MessagePhases;
}

/** Every server has to accept so many in one transaction (RFC 5321 §4.5.3.1.8). */
const transactionMax = 100;
/**
 * Rounds in which recipients share a transaction. A server that hangs or closes at one recipient would otherwise keep the mail from
 * the others each time. Greylisting has passed after two.
 */
const sharedRoundsMax = 2;

/** Where each recipient's mail goes, and in whose company. Never rejects. */
export async function routeRecipients(
  options: RoutingOptions,
  { id: messageId, round, pending }: Pick<ClaimedMessage, 'id' | 'round' | 'pending'>,
  sender: Sender,
): Promise<readonly RecipientGroup[]> {
  const { destinations, returnPaths, returnPathMode, phases } = options;
  const leave = phases.enter(messageId, { kind: 'dns', site: null });
  const routed = await Promise.all(
    pending.map(async (recipient): Promise<Routed> => {
      const resolution = await destinations.resolve(domainOf(recipient.address), sender);
      return { recipient, resolution };
    }),
  ).finally(leave);
  const mayShare = returnPathMode === 'message' && round <= sharedRoundsMax;
  const transactions = mayShare ? sharedTransactions(routed) : routed.map((each): RoutedTogether => [each]);
  return transactions.map((transaction) => {
    const recipients = transaction.map(({ recipient }) => recipient);
    const recipientTokens = recipients.map(({ ordinal }) => returnPaths.mint({ messageId, ordinal }));
    const [own] = recipientTokens;
    assert(own !== undefined, 'a transaction has recipients');
    // A recipient alone in a transaction keeps a return path of its own.
    const returnPath = recipients.length === 1 ? own : returnPaths.mintForMessage(messageId);
    return { recipients, recipientTokens, returnPath, route: routeOf(options, transaction) };
  });
}

interface Routed {
  readonly recipient: PendingRecipient;
  readonly resolution: Resolution;
}

/** Those of one transaction. */
type RoutedTogether = readonly [Routed, ...Routed[]];

function sharedTransactions(routed: readonly Routed[]): readonly RoutedTogether[] {
  const bySite = Map.groupBy(routed, keyOf);
  return [...bySite.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / transactionMax) }, (_, index): RoutedTogether => {
      const [first, ...others] = group.slice(index * transactionMax, (index + 1) * transactionMax);
      assert(first !== undefined, 'a part has recipients');
      return [first, ...others];
    }),
  );
}

/** Addresses that need SMTPUTF8 go apart: their transaction fails if the server does not offer it. */
function keyOf({ recipient, resolution }: Routed): string {
  if (resolution.kind !== 'destination' || resolution.destination.takesOneRecipient === true) {
    return String(recipient.ordinal);
  }
  const { site, source, hostsKey, provider } = resolution.destination;
  return JSON.stringify([siteAndSource(site, source), hostsKey, provider, needsSmtpUtf8(recipient.address)]);
}

/** The first one's destination is that of all; each has a reservation of its own. */
function routeOf({ connections, counts }: RoutingOptions, transaction: RoutedTogether): RecipientRoute {
  const [{ resolution }] = transaction;
  if (resolution.kind === 'none') return { kind: 'closed', end: endOfRouting(resolution), destination: null };
  if (resolution.kind === 'postponed') {
    const { until, reason, lacks } = resolution;
    const end: DeliveryEnd = { state: 'no_source', until, reason, ...(lacks && { lacks }) };
    return { kind: 'closed', end, destination: null };
  }
  const { destination } = resolution;
  const releaseReservation = (): void => {
    for (const { resolution: each } of transaction)
      if (each.kind === 'destination') each.releaseReservation();
  };
  // Asked before the message is composed for it; the site may still be suspended later.
  const suspended = connections.suspended(destination);
  if (!suspended) return { kind: 'open', destination, releaseReservation };
  releaseReservation();
  counts.leftAlone(destination, { suspended, recipients: transaction.length });
  return { kind: 'closed', end: { state: 'suspended', ...suspended }, destination };
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
