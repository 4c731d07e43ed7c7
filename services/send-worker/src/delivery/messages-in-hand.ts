import type { Lane } from '@postrider/contracts';
import { CountByKey } from '@postrider/runtime';
import type { TransactionKind } from './transactions-in-flight';

type Counted = { readonly organizationId: string; readonly lane: Lane };

/** Messages that are being delivered, by organization and lane. */
export interface MessagesInHand {
  add(message: Counted): void;
  remove(message: Counted): void;
  /** Of a message that is counted. Its organization's mail in other lanes has no say: one message beside a broadcast is one of few. */
  kindOf(message: Counted): TransactionKind;
}

/** An organization with at most so many messages in hand counts as one that sends little. */
const fewMax = 2;

export function createMessagesInHand(): MessagesInHand {
  const counts = new CountByKey();
  const keyOf = ({ organizationId, lane }: Counted): string => `${organizationId} ${lane}`;
  return {
    add: (message) => void counts.add(keyOf(message), 1),
    remove: (message) => void counts.add(keyOf(message), -1),
    kindOf: (message) => (counts.of(keyOf(message)) <= fewMax ? 'of-few' : 'of-many'),
  };
}
