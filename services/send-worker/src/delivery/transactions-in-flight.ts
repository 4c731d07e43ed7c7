/** Transactions that have a connection, until what came of them is recorded. */
export interface TransactionsInFlight {
  /** One more. */
  begin(kind: TransactionKind): Transaction;
  /** So many at one step are worth a statement: of all, or of one kind. */
  enough(of?: TransactionKind): number;
}

/** In statements of its own, mail of organizations that have little in hand stands behind nobody's flood. */
export type TransactionKind = 'of-few' | 'of-many';

/** An organization with at most so many messages in hand counts as one that sends little. */
const fewMax = 2;

/** @param inHand of its organization, itself among them */
export function kindOf(inHand: number): TransactionKind {
  return inHand <= fewMax ? 'of-few' : 'of-many';
}

export interface Transaction {
  readonly kind: TransactionKind;
  readonly end: () => void;
}

/** How long fewer than enough wait for others. Alone nobody waits. */
export const gatherMs = 5;
/** All of them would wait for the slowest each time. */
const enoughPart = 3 / 4;
/** Nobody waits for a transaction that takes longer: its server is slow, or far away. A smart host nearby takes 10 ms. */
const expectedMs = 50;

/**
 * Each transaction needs two statements, one before its body and one after. Connections that are free at the same time stay
 * together when each step waits for most of them. Left alone, twenty fall into three groups: one in either statement and one at
 * the servers, so that statements have seven rows, which cost PostgreSQL a fourth more.
 */
export function createTransactionsInFlight(
  now: () => number = () => performance.now(),
): TransactionsInFlight {
  /** Those that are expected at their next step, oldest first, with the time of their begin. */
  const expected = new Map<Transaction, number>();
  const forgetSlow = (): void => {
    for (const [transaction, begunMs] of expected) {
      if (now() - begunMs < expectedMs) return;
      expected.delete(transaction);
    }
  };
  return {
    begin: (kind) => {
      const transaction = { kind, end: () => void expected.delete(transaction) };
      expected.set(transaction, now());
      return transaction;
    },
    enough: (of) => {
      forgetSlow();
      const counted = [...expected.keys()].filter(({ kind }) => of === undefined || kind === of);
      return Math.floor(counted.length * enoughPart);
    },
  };
}
