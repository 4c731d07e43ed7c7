/** Transactions that have a connection, until what came of them is recorded. */
export interface OnTheWire {
  /** One more, until the answer is called. */
  begin(): () => void;
  /** So many at one step are worth a statement. */
  enough(): number;
}

/** How long fewer than enough wait for others. Alone nobody waits. */
export const gatherMs = 10;
/** All of them would wait for the slowest each time. */
const enoughPart = 3 / 4;

/**
 * Each transaction needs two statements, one before its body and one after. Connections that are free at the same time stay
 * together when each step waits for most of them. Left alone, twenty fall into three groups: one in either statement and one at
 * the servers, so that statements have seven rows, which cost PostgreSQL a fourth more.
 */
export function createOnTheWire(): OnTheWire {
  let open = 0;
  return {
    begin: () => {
      open += 1;
      let isOver = false;
      return () => {
        if (!isOver) open -= 1;
        isOver = true;
      };
    },
    enough: () => Math.floor(open * enoughPart),
  };
}
