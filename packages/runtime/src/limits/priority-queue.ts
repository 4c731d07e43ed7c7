import assert from 'node:assert';

/** Where somebody stands: priority 0 goes first; owners, usually organizations, take turns within one. */
export interface Place {
  readonly priority: number;
  readonly owner: string;
}

/** Who waits, by priority, and within a priority each owner in turn: a long queue of one never stands before another. */
export interface PriorityQueue<Waiter> {
  add(waiter: Waiter, place: Place): void;
  /** Back to the front: it has had its turn already. */
  addFirst(waiter: Waiter, place: Place): void;
  take(): { readonly waiter: Waiter; readonly place: Place } | undefined;
  /** Empties the queue. */
  takeAll(): readonly Waiter[];
  readonly size: number;
  /** Of one owner. */
  sizeOf(owner: string): number;
}

/** Every eighth turn is that of the lowest priority that waits, so that nobody starves. */
const antiStarvationTurns = 8;

interface Entry<Waiter> {
  readonly waiter: Waiter;
  readonly place: Place;
}

/** Those of one priority. The owner whose turn is next is the first key of `byOwner`. */
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
    take: () => {
      taken += 1;
      const waits = ({ first, byOwner }: Level<Waiter>): boolean => first.length > 0 || byOwner.size > 0;
      const level = taken % antiStarvationTurns === 0 ? levels.findLast(waits) : levels.find(waits);
      if (level === undefined) return undefined;
      size -= 1;
      return level.first.shift() ?? takeTurn(level);
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

function takeTurn<Waiter>({ byOwner }: Level<Waiter>): Entry<Waiter> {
  const [turn] = byOwner;
  assert(turn !== undefined, 'somebody waits');
  const [owner, own] = turn;
  const entry = own.shift();
  assert(entry !== undefined, 'an owner without waiters is forgotten');
  byOwner.delete(owner);
  if (own.length > 0) byOwner.set(owner, own);
  return entry;
}
