import type { Lane } from '@postrider/contracts/statuses';
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
  /**
   * Of a message that is counted. Its organization's mail in other lanes does not count: one message beside a broadcast is a small
   * sender's. A large sender remains one until it has no message in hand: the last messages of a flood are not a small sender's, and
   * would pace the next flood by how long they took beside their own.
   */
  readonly sizeOf: (message: Counted) => SenderSize;
}

/** An organization that gets more messages in hand than this is a large sender. */
const smallMax = 2;

export function createMessagesInHand(): MessagesInHand {
  const counts = new CountByKey();
  const large = new Set<string>();
  const keyOf = ({ organizationId, lane }: Counted): string => `${organizationId} ${lane}`;
  return {
    add: (message) => {
      const key = keyOf(message);
      counts.add(key, 1);
      if (counts.of(key) > smallMax) large.add(key);
    },
    remove: (message) => {
      const key = keyOf(message);
      counts.add(key, -1);
      if (counts.of(key) === 0) large.delete(key);
    },
    sizeOf: (message) => (large.has(keyOf(message)) ? 'large' : 'small'),
  };
}
