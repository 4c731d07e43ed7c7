import { createWaitingLine } from '../transport/pool/waiting-line';

/** Lets a few in at a time, the most urgent first. */
export interface Turnstile {
  pass<T>(urgency: number, work: () => Promise<T>): Promise<T>;
}

export function createTurnstile(options: { readonly places: number; readonly urgencies: number }): Turnstile {
  const line = createWaitingLine<() => void>(options.urgencies);
  let free = options.places;

  const enter = (urgency: number): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => line.add(resolve, urgency));
  };
  const leave = (): void => {
    const next = line.take();
    if (next) next.waiter();
    else free += 1;
  };

  return {
    pass: async (urgency, work) => {
      await enter(urgency);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
