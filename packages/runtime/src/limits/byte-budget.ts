import assert from 'node:assert';
import { doneWith } from '../memory/collect-garbage';
import { CountByKey } from './count-by-key';

/** Memory for what clients send, charged as it arrives and shared by owners, usually organizations. */
export interface ByteBudget {
  /** For one body or message; it holds nothing yet. */
  readonly open: (ownerId: string) => ByteReservation;
  /** Whether one more reservation of this owner would be refused at once, because too many wait. */
  readonly isCrowded: (ownerId: string) => boolean;
  /** Bytes held by all owners. */
  readonly held: () => number;
}

export interface ByteReservation {
  /**
   * Takes room for bytes that have arrived. When there is none, the caller stops reading until the promise resolves, so
   * that the connection holds its client back.
   * @returns undefined when there is room at once
   * @throws ByteBudgetError (as a rejection) when there was none in time
   */
  take(bytes: number): Promise<void> | undefined;
  /** Releases everything: the body is no longer needed. May be called again. */
  release(): void;
}

/** There was no room in time. */
export class ByteBudgetError extends Error {
  override readonly name = 'ByteBudgetError';
}

export interface ByteBudgetOptions {
  readonly bytesMax: number;
  /** How much of it one owner may hold, so that it cannot shut out the others. */
  readonly perOwnerMax: number;
  /** How long one `take` waits. */
  readonly waitMs: number;
  /** Reservations of one owner that may wait; more are refused at once. */
  readonly perOwnerWaitingMax?: number;
}

interface Holder {
  readonly ownerId: string;
  held: number;
  waiting: Waiting | null;
}

interface Waiting {
  readonly bytes: number;
  readonly grant: () => void;
  readonly refuse: () => void;
}

/**
 * A reservation is *growing* (granted what it asked for), *waiting* or released. Waiting ones are served in the order in which
 * they were opened, as far as the budget and their owner's share allow.
 *
 * If all bodies held a part and waited for room that the others hold, they would wait for ever. So if all reservations of an owner
 * wait, its oldest may exceed the owner's share, and if all reservations wait, the oldest may exceed the budget: one at a time,
 * by no more than one body, whose size the caller limits.
 */
export function createByteBudget(options: ByteBudgetOptions): ByteBudget {
  const { waitMs, perOwnerWaitingMax = 200 } = options;
  const ledger = createLedger(options);
  /** In the order of opening; those that hold nothing and wait for nothing are not among them. */
  const holders = new Set<Holder>();
  let waiters = 0;

  const serve = (): void => {
    if (waiters === 0) return;
    for (const { ownerId, waiting } of holders) if (waiting && ledger.fits(ownerId, waiting)) waiting.grant();
    for (const { waiting } of stuckOwners(holders)) if (ledger.fitsTotal(waiting)) waiting.grant();
    if (waiters === holders.size) [...holders][0]?.waiting?.grant();
  };

  const wait = (holder: Holder, bytes: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        holder.waiting = null;
        waiters -= 1;
      };
      const refuse = (): void => {
        leave();
        reject(new ByteBudgetError('no room in time'));
      };
      const grant = (): void => {
        leave();
        ledger.charge(holder, bytes);
        resolve();
      };
      const timer = setTimeout(refuse, waitMs).unref();
      holder.waiting = { bytes, grant, refuse };
      waiters += 1;
      serve();
    });

  const isCrowded = (ownerId: string): boolean => waitingOf(ownerId, holders) >= perOwnerWaitingMax;
  const take = (holder: Holder, bytes: number): Promise<void> | undefined => {
    assert(holder.waiting === null, 'a reservation takes one piece at a time');
    // First come, first served.
    if ((waiters === 0 || holders.has(holder)) && ledger.fits(holder.ownerId, { bytes })) {
      holders.add(holder);
      ledger.charge(holder, bytes);
      return undefined;
    }
    if (isCrowded(holder.ownerId)) return Promise.reject(new ByteBudgetError('too many wait already'));
    holders.add(holder);
    return wait(holder, bytes);
  };

  const release = (holder: Holder): void => {
    if (!holders.delete(holder)) return;
    holder.waiting?.refuse();
    doneWith(holder.held);
    ledger.charge(holder, -holder.held);
    serve();
  };

  return {
    isCrowded,
    held: ledger.total,
    open: (ownerId) => {
      const holder: Holder = { ownerId, held: 0, waiting: null };
      return { take: (bytes) => take(holder, bytes), release: () => release(holder) };
    },
  };
}

function createLedger({ bytesMax, perOwnerMax }: Pick<ByteBudgetOptions, 'bytesMax' | 'perOwnerMax'>) {
  const heldByOwner = new CountByKey();
  let total = 0;
  const fitsTotal = ({ bytes }: Pick<Waiting, 'bytes'>): boolean => total + bytes <= bytesMax;
  return {
    total: () => total,
    fitsTotal,
    fits: (ownerId: string, { bytes }: Pick<Waiting, 'bytes'>): boolean =>
      fitsTotal({ bytes }) && heldByOwner.of(ownerId) + bytes <= perOwnerMax,
    charge: (holder: Holder, bytes: number): void => {
      holder.held += bytes;
      total += bytes;
      heldByOwner.add(holder.ownerId, bytes);
    },
  };
}

/** The oldest reservation of each owner whose reservations all wait. */
function stuckOwners(holders: Iterable<Holder>): { readonly waiting: Waiting }[] {
  const oldest = new Map<string, Holder>();
  const growing = new Set<string>();
  for (const holder of holders) {
    if (holder.waiting === null) growing.add(holder.ownerId);
    else if (!oldest.has(holder.ownerId)) oldest.set(holder.ownerId, holder);
  }
  return [...oldest.values()].flatMap((holder) =>
    holder.waiting === null || growing.has(holder.ownerId) ? [] : [{ waiting: holder.waiting }],
  );
}

function waitingOf(ownerId: string, holders: Iterable<Holder>): number {
  let count = 0;
  for (const holder of holders) if (holder.ownerId === ownerId && holder.waiting !== null) count += 1;
  return count;
}
