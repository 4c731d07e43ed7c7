import assert from 'node:assert';

/** What decides whose turn it is: priority 0 goes first; within a priority owners, usually organizations, take turns. */
export interface Place {
  readonly priority: number;
  readonly owner: string;
}

/** Waiters by priority, and within a priority owners in turn, so that no waiter is behind another owner's long queue. */
export interface PriorityQueue<Waiter> {
  add(waiter: Waiter, place: Place): void;
  /** Puts a waiter back to the front: it has had its turn already. */
  addFirst(waiter: Waiter, place: Place): void;
  /** @param may whose turn it can be; default: everybody's */
  take(may?: May<Waiter>): Entry<Waiter> | undefined;
  /** Takes out one that no longer waits. */
  remove(waiter: Waiter, place: Place): void;
  /** Empties the queue. */
  takeAll(): readonly Waiter[];
  readonly size: number;
  /** Of one owner. */
  sizeOf(owner: string): number;
}

/** Every eighth turn goes to the lowest priority that waits, so that none starves. */
const antiStarvationTurns = 8;

interface Entry<Waiter> {
  readonly waiter: Waiter;
  readonly place: Place;
}

type May<Waiter> = (place: Place, waiter: Waiter) => boolean;

const everybody = (): boolean => true;

/** Waiters of one priority. The owner whose turn is next is the first key of `byOwner`. */
interface Level<Waiter> {
  readonly first: Entry<Waiter>[];
  readonly byOwner: Map<string, Entry<Waiter>[]>;
}

/** @param priorities how many there are; a number beyond the last counts as the last */
export function createPriorityQueue<Waiter>(priorities: number): PriorityQueue<Waiter> {
  const levels: Level<Waiter>[] = Array.from({ length: priorities }, () => ({
    first: [],
    byOwner: new Map(),
  }));
  let taken = 0;
  let size = 0;
  const levelOf = ({ priority }: Place): Level<Waiter> => {
    const level = levels[Math.min(priority, priorities - 1)];
    assert(level !== undefined, 'there is a level for each priority');
    return level;
  };

  return {
    add: (waiter, place) => {
      const { byOwner } = levelOf(place);
      const own = byOwner.get(place.owner);
      if (own) own.push({ waiter, place });
      else byOwner.set(place.owner, [{ waiter, place }]);
      size += 1;
    },
    addFirst: (waiter, place) => {
      levelOf(place).first.unshift({ waiter, place });
      size += 1;
    },
    take: (may = everybody) => {
      taken += 1;
      for (const level of taken % antiStarvationTurns === 0 ? levels.toReversed() : levels) {
        const entry = takeFirst(level, may) ?? takeOwnersTurn(level, may);
        if (entry === undefined) continue;
        size -= 1;
        return entry;
      }
      return undefined;
    },
    remove: (waiter, place) => {
      size -= removeFrom(levelOf(place), waiter, place);
    },
    takeAll: () => {
      size = 0;
      return levels.flatMap(({ first, byOwner }) => {
        const all = [...first.splice(0), ...[...byOwner.values()].flat()];
        byOwner.clear();
        return all.map(({ waiter }) => waiter);
      });
    },
    get size() {
      return size;
    },
    sizeOf: (owner) =>
      levels.reduce((sum, { first, byOwner }) => {
        const back = first.filter(({ place }) => place.owner === owner).length;
        return sum + back + (byOwner.get(owner)?.length ?? 0);
      }, 0),
  };
}

function takeFirst<Waiter>({ first }: Level<Waiter>, may: May<Waiter>): Entry<Waiter> | undefined {
  const index = first.findIndex(({ place, waiter }) => may(place, waiter));
  return index < 0 ? undefined : first.splice(index, 1)[0];
}

function takeOwnersTurn<Waiter>({ byOwner }: Level<Waiter>, may: May<Waiter>): Entry<Waiter> | undefined {
  for (const [owner, own] of byOwner) {
    const [entry] = own;
    assert(entry !== undefined, 'an owner without waiters is forgotten');
    if (!may(entry.place, entry.waiter)) continue;
    own.shift();
    byOwner.delete(owner);
    if (own.length > 0) byOwner.set(owner, own);
    return entry;
  }
  return undefined;
}

/** @returns how many it was */
function removeFrom<Waiter>({ first, byOwner }: Level<Waiter>, waiter: Waiter, { owner }: Place): number {
  const own = byOwner.get(owner) ?? [];
  for (const list of [first, own]) {
    const index = list.findIndex((entry) => entry.waiter === waiter);
    if (index < 0) continue;
    list.splice(index, 1);
    if (own.length === 0) byOwner.delete(owner);
    return 1;
  }
  return 0;
}
