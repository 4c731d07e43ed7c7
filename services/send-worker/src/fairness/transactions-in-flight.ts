import type { Gather } from '@postrider/runtime';
import type { SenderSize } from './messages-in-hand';

/** Transactions that have a connection, until their results are recorded. */
export interface TransactionsInFlight {
  /** One more. */
  begin(size: SenderSize): TransactionInFlight;
  /** When those of senders of one size that wait at one step have their statement. */
  readonly gather: (size: SenderSize) => Gather;
}

export interface TransactionInFlight {
  readonly size: SenderSize;
  readonly end: () => void;
}

/** How long fewer than enough wait for others. A single transaction does not wait. */
const gatherMs = 5;
/**
 * The same for a flood that is paced. Its transactions come a few at a time, and three statements for every four of them at each step
 * would cost PostgreSQL what is gained by pacing; whether they take 20 or 70 ms makes no difference to a flood.
 */
const pacedGatherMs = 25;
/** Not all: they would wait for the slowest each time. */
const enoughPart = 3 / 4;
/** Others do not wait for a transaction that takes longer: its server is slow or far away. A smart host nearby takes 10 ms. */
const expectedMs = 50;

/**
 * Each transaction needs two statements, one before its body and one after. Transactions that begin together stay together if each
 * step waits for most of them. Otherwise twenty of them fall into three groups, one in each statement and one at the servers, so
 * that statements have only seven rows, which cost PostgreSQL a quarter more.
 */
export function createTransactionsInFlight({
  isPaced,
  now = () => performance.now(),
}: {
  /** Those of large senders wait for each other until the statements of small ones are quick again. */
  readonly isPaced: () => boolean;
  readonly now?: () => number;
}): TransactionsInFlight {
  /** Transactions expected at their next step, oldest first, with the time when they began. */
  const expected = new Map<TransactionInFlight, number>();
  const forgetSlow = (): void => {
    for (const [transaction, begunMs] of expected) {
      if (now() - begunMs < expectedMs) return;
      expected.delete(transaction);
    }
  };
  const enough = (of: SenderSize): number => {
    forgetSlow();
    const counted = [...expected.keys()].filter(({ size }) => size === of);
    return Math.floor(counted.length * enoughPart);
  };
  return {
    begin: (size) => {
      const transaction = { size, end: () => void expected.delete(transaction) };
      expected.set(transaction, now());
      return transaction;
    },
    gather: (size) => {
      const isGathered = (): boolean => size === 'large' && isPaced();
      return {
        enough: () => (isGathered() ? Infinity : enough(size)),
        waitMs: () => (isGathered() ? pacedGatherMs : gatherMs),
      };
    },
  };
}
