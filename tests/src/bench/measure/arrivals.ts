import { setTimeout as delay } from 'node:timers/promises';

/** A mail that takes longer counts as this. */
const arrivalMs = 15_000;

/** Mails at a sink, by the one recipient of each. */
export interface Arrivals {
  note(to: string): void;
  /** Milliseconds from the call of `send` until the mail to that address has arrived. */
  after(to: string, send: () => Promise<unknown>): Promise<number>;
}

export function createArrivals(): Arrivals {
  const expected = new Map<string, () => void>();
  return {
    note: (to) => expected.get(to)?.(),
    after: async (to, send) => {
      const begun = performance.now();
      const arrived = new Promise<void>((resolve) => expected.set(to, resolve));
      // A refusal is a wait without end: a refused client comes again later.
      const sent = send().catch(() => new Promise(() => undefined));
      await Promise.race([Promise.all([sent, arrived]), delay(arrivalMs)]);
      expected.delete(to);
      return performance.now() - begun;
    },
  };
}
