import { CountByKey, type Place } from '@postrider/runtime';

/** The connections of a site that are busy or being opened, by the organization whose mail they carry. */
export interface ConnectionsInUse {
  readonly size: number;
  begin(owner: string): void;
  end(owner: string): void;
  /**
   * Who may have one more, where so many may be open and so many of them are of no use for a moment.
   * Undefined: everybody.
   */
  mayHave(connectionsMax: number, unusable: number): ((place: Place) => boolean) | undefined;
  /** How many idle ones are left to others where this one could open another. */
  leavesIdle(connectionsMax: number, place: Place): number;
}

/**
 * Of the connections, kept for mail that somebody waits for, of organizations that have next to none in use: it waits for none
 * that carries a flood. Those are given back together, when their outcomes are committed, so it was 9 ms of 50 on average.
 */
const reservedPart = 1 / 10;
const reservedEach = 2;
/** From so many of them on the reserved ones stay open: to open one takes a server 100 ms. */
const busyPart = 1 / 2;

export function createConnectionsInUse(): ConnectionsInUse {
  const owners = new CountByKey();
  let size = 0;
  const add = (owner: string, more: 1 | -1): void => {
    owners.add(owner, more);
    size += more;
  };
  const reservedOf = (connectionsMax: number): number => Math.floor(connectionsMax * reservedPart);
  const hasFew = ({ priority, owner }: Place): boolean => priority === 0 && owners.of(owner) < reservedEach;
  return {
    get size() {
      return size;
    },
    begin: (owner) => add(owner, 1),
    end: (owner) => add(owner, -1),
    mayHave: (connectionsMax, unusable) =>
      size + unusable < connectionsMax - reservedOf(connectionsMax) ? undefined : hasFew,
    leavesIdle: (connectionsMax, place) =>
      size < connectionsMax * busyPart || hasFew(place) ? 0 : reservedOf(connectionsMax),
  };
}
