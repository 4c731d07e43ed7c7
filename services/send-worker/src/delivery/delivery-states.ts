import type { EventReply } from '@postrider/contracts/outcomes';
import type { ReplyClassification } from '@postrider/mail';
import type { Suspended } from '../transport/budgets/suspended';
import type { UsedUp } from '../transport/pool/site-queue';
import type { Postponed } from '../transport/sources/source';

/**
 * How a delivery round ended for one recipient. `deliveryStates` says what follows from each, and docs/delivery/README.md
 * which answer at which step leads to it.
 */
export type DeliveryEnd =
  /** The server took the message. */
  | ({
      readonly state: 'accepted';
      /** Its 250 is the last word. */
      readonly isFinal: boolean;
      /** The Message-ID that recipients see; null: not known. */
      readonly messageIdHeader: string | null;
      readonly providerMessageId: string | null;
    } & Answer)
  /** The final dot may have left and no answer came: it is unknown whether the mail arrived. */
  | { readonly state: 'unanswered'; readonly detail: string }
  /** Refused for good, refused for the time being, or the connection was lost before the final dot. */
  | ({ readonly state: 'refused' | 'refused_for_now' | 'connection_lost' } & Failure)
  /** The server takes no more recipients in a transaction that it accepted for others. */
  | { readonly state: 'too_many_recipients' }
  /** The server had closed an idle connection before we used it. */
  | { readonly state: 'connection_closed' }
  /** The claim's lease ended before the body left: another worker decides. */
  | { readonly state: 'lease_lost' }
  /** We do not know whether the attempt was committed, so nothing was sent. */
  | { readonly state: 'attempt_not_committed' }
  /** The server refused the connection, but others to its site work. */
  | ({ readonly state: 'connection_refused' } & Failure)
  | ({ readonly state: 'suspended' } & Suspended)
  | ({ readonly state: 'busy' } & UsedUp)
  /** The transport is suspended, and its fallback takes the mail. */
  | { readonly state: 'rerouted' }
  | { readonly state: 'closing' }
  /** The domain takes no mail; or that cannot be found out now. */
  | ({ readonly state: 'no_route' | 'no_route_for_now' } & Failure)
  /** None of our addresses may send it now. */
  | ({ readonly state: 'no_source' } & Postponed)
  /** The domain's signing key cannot be opened. */
  | { readonly state: 'locked' }
  /** No thread is free to compose it. */
  | { readonly state: 'no_thread' }
  | { readonly state: 'database_unavailable' }
  /** Not handed over by its `expires_at`. */
  | { readonly state: 'expired' }
  /** No attempt can succeed. */
  | { readonly state: 'unsendable'; readonly detail: string }
  | { readonly state: 'internal_error' };

export type DeliveryState = DeliveryEnd['state'];

export interface Answer {
  /** As attempts store it: the server's words, or ours where it said nothing. */
  readonly text: string;
  readonly replyCode: number | null;
  /** As customers see it; null: no server answered, or its words are about our account. */
  readonly reply: EventReply | null;
}

/** Why a mail was not taken. */
export interface Failure extends Answer {
  readonly classification: ReplyClassification;
}

/** What follows when a delivery round has ended in a state. */
interface Consequence {
  /** The recipient's new status; `accepted` is `delivered` where the server's 250 is final, else `sent`. */
  readonly becomes: 'accepted' | 'queued' | 'bounced' | 'failed' | 'unconfirmed';
  /** Whether the round counts: the retry table advances only when a server was asked. */
  readonly counts: boolean;
  readonly again: Again;
  readonly event: 'sent' | 'delayed' | 'delayed hourly' | 'bounced' | 'failed' | 'none';
}

/**
 * When the recipient is tried again.
 * - retry table: after its next delay, or the one that the server asks for
 * - site reopens: when its suspension ends
 * - site has room: seconds later, or when its turn at the site may come
 * - source available, key opens: when what we lack may be there
 *
 * The first three are given up after 48 h (bulk 24 h), all of them at the message's `expires_at`.
 */
type Again =
  | 'never'
  | 'at once'
  | 'after 1 s'
  | 'after 2 s'
  | 'retry table'
  | 'site reopens'
  | 'site has room'
  | 'source available'
  | 'key opens'
  | 'by another worker';

/** `given_up` follows from others: the time for retries is over. */
export type ResultState = DeliveryState | 'given_up';

/** What follows for the recipient. docs/delivery/README.md shows the same table. */
export const deliveryStates: Readonly<Record<ResultState, Consequence>> = {
  // A server was asked.
  accepted: { becomes: 'accepted', counts: true, again: 'never', event: 'sent' },
  unanswered: { becomes: 'unconfirmed', counts: true, again: 'never', event: 'none' },
  refused: { becomes: 'bounced', counts: true, again: 'never', event: 'bounced' },
  refused_for_now: { becomes: 'queued', counts: true, again: 'retry table', event: 'delayed' },
  connection_lost: { becomes: 'queued', counts: true, again: 'retry table', event: 'delayed' },
  too_many_recipients: { becomes: 'queued', counts: true, again: 'at once', event: 'none' },
  connection_closed: { becomes: 'queued', counts: false, again: 'at once', event: 'none' },
  lease_lost: { becomes: 'queued', counts: true, again: 'by another worker', event: 'none' },
  // If the attempts were committed, the next round must not use their rows.
  attempt_not_committed: { becomes: 'queued', counts: true, again: 'after 1 s', event: 'none' },
  // There was no connection.
  connection_refused: { becomes: 'queued', counts: true, again: 'retry table', event: 'delayed' },
  suspended: { becomes: 'queued', counts: false, again: 'site reopens', event: 'delayed hourly' },
  busy: { becomes: 'queued', counts: false, again: 'site has room', event: 'delayed hourly' },
  rerouted: { becomes: 'queued', counts: false, again: 'after 1 s', event: 'none' },
  closing: { becomes: 'queued', counts: false, again: 'at once', event: 'none' },
  // There was no server to connect to.
  no_route: { becomes: 'bounced', counts: true, again: 'never', event: 'bounced' },
  no_route_for_now: { becomes: 'queued', counts: true, again: 'retry table', event: 'delayed' },
  no_source: { becomes: 'queued', counts: false, again: 'source available', event: 'delayed hourly' },
  // It is our own doing.
  locked: { becomes: 'queued', counts: false, again: 'key opens', event: 'delayed hourly' },
  no_thread: { becomes: 'queued', counts: false, again: 'after 2 s', event: 'none' },
  database_unavailable: { becomes: 'queued', counts: false, again: 'after 1 s', event: 'none' },
  expired: { becomes: 'failed', counts: true, again: 'never', event: 'failed' },
  unsendable: { becomes: 'failed', counts: true, again: 'never', event: 'failed' },
  internal_error: { becomes: 'failed', counts: true, again: 'never', event: 'failed' },
  given_up: { becomes: 'bounced', counts: true, again: 'never', event: 'bounced' },
};
