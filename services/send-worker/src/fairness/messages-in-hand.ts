import type { Lane } from '@postrider/contracts';
import { CountByKey } from '@postrider/runtime';

/** By the messages that its organization has in hand: mail of small senders has statements of its own, and waits behind no flood. */
export type SenderSize = 'small' | 'large';

/** What each size has of its own. */
export function eachSize<T>(make: (size: SenderSize) => T): Readonly<Record<SenderSize, T>> {
  return { small: make('small'), large: make('large') };
}

type Counted = { readonly organizationId: string; readonly lane: Lane };

/** Messages that are being delivered, by organization and lane. */
export interface MessagesInHand {
  add(message: Counted): void;
  remove(message: Counted): void;
  /** Of a message that is counted. Its organization's mail in other lanes does not count: one message beside a broadcast is a small sender's. */
  readonly sizeOf: (message: Counted) => SenderSize;
}

/** An organization with at most so many messages in hand is a small sender. */
const smallMax = 2;

export function createMessagesInHand(): MessagesInHand {
  const counts = new CountByKey();
  const keyOf = ({ organizationId, lane }: Counted): string => `${organizationId} ${lane}`;
  return {
    add: (message) => void counts.add(keyOf(message), 1),
    remove: (message) => void counts.add(keyOf(message), -1),
    sizeOf: (message) => (counts.of(keyOf(message)) <= smallMax ? 'small' : 'large'),
  };
}
