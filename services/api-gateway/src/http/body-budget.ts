import { AppError } from '@postrider/contracts';

/** Memory for large bodies, handed out in order; small ones need none. */
export interface BodyBudget {
  /**
   * Waits for room; the body is not read meanwhile, so the client's connection holds it back.
   * @returns gives the room back
   * @throws AppError `service_unavailable` when there was none in time
   */
  readonly acquire: (ownerId: string, bytes: number) => Promise<() => void>;
}

interface Waiting {
  readonly ownerId: string;
  readonly bytes: number;
  readonly grant: () => void;
}

/** One owner gets half at most, so that slow uploads of one organization cannot shut out the others. */
export function createBodyBudget({ bytesMax, waitMs }: { bytesMax: number; waitMs: number }): BodyBudget {
  const perOwnerMax = bytesMax / 2;
  const held = new Map<string, number>();
  let total = 0;
  let queue: Waiting[] = [];

  const heldBy = (ownerId: string): number => held.get(ownerId) ?? 0;
  const fits = ({ ownerId, bytes }: Pick<Waiting, 'ownerId' | 'bytes'>): boolean =>
    // Alone, anything fits: the limit of the route has been checked already.
    (total === 0 || total + bytes <= bytesMax) &&
    (heldBy(ownerId) === 0 || heldBy(ownerId) + bytes <= perOwnerMax);

  const take = (ownerId: string, bytes: number): (() => void) => {
    total += bytes;
    held.set(ownerId, heldBy(ownerId) + bytes);
    return () => {
      total -= bytes;
      const left = heldBy(ownerId) - bytes;
      if (left > 0) held.set(ownerId, left);
      else held.delete(ownerId);
      for (const waiting of [...queue]) if (fits(waiting)) waiting.grant();
    };
  };

  return {
    acquire: (ownerId, bytes) => {
      if (fits({ ownerId, bytes })) return Promise.resolve(take(ownerId, bytes));
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          clearTimeout(timer);
          queue = queue.filter((other) => other !== waiting);
        };
        const waiting: Waiting = {
          ownerId,
          bytes,
          grant: () => {
            leave();
            resolve(take(ownerId, bytes));
          },
        };
        const timer = setTimeout(() => {
          leave();
          const message = 'Too many large requests at once.';
          reject(new AppError('service_unavailable', message, { retryAfterSeconds: 2 }));
        }, waitMs);
        timer.unref();
        queue.push(waiting);
      });
    },
  };
}
