/** Who waits for a connection, by urgency: 0 goes first. */
export interface WaitingLine<Waiter> {
  add(waiter: Waiter, urgency: number): void;
  /** Back to the front: it has been called already. */
  addFirst(waiter: Waiter, urgency: number): void;
  take(): { readonly waiter: Waiter; readonly urgency: number } | undefined;
  /** Empties the line. */
  takeAll(): readonly Waiter[];
  readonly size: number;
}

/** Every eighth place goes to the least urgent that waits, so that nobody starves. */
const COURTESY = 8;

export function createWaitingLine<Waiter>(urgencies: number): WaitingLine<Waiter> {
  const lines: Waiter[][] = Array.from({ length: urgencies }, () => []);
  let taken = 0;
  const lineOf = (urgency: number): Waiter[] => lines[Math.min(urgency, urgencies - 1)] ?? [];

  return {
    add: (waiter, urgency) => void lineOf(urgency).push(waiter),
    addFirst: (waiter, urgency) => void lineOf(urgency).unshift(waiter),
    take: () => {
      taken += 1;
      const isFull = (line: Waiter[]): boolean => line.length > 0;
      const urgency = taken % COURTESY === 0 ? lines.findLastIndex(isFull) : lines.findIndex(isFull);
      const waiter = lines[urgency]?.shift();
      return waiter === undefined ? undefined : { waiter, urgency };
    },
    takeAll: () => lines.flatMap((line) => line.splice(0)),
    get size() {
      return lines.reduce((sum, line) => sum + line.length, 0);
    },
  };
}
