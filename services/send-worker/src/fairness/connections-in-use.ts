import { CountByKey, type Place } from '@postrider/runtime';

/** The connections of a site that are busy or being opened, by the organization whose mail they carry. */
export interface ConnectionsInUse {
  readonly size: number;
  begin(owner: string): void;
  end(owner: string): void;
  /**
   * Who may have one more, if so many may be open and so many of them cannot be used for a moment. Undefined: everybody.
   */
  mayHave(connectionsMax: number, unusable: number): ((place: Place) => boolean) | undefined;
  /** How many idle connections this delivery leaves to others, because it can open a new one. */
  leavesIdle(connectionsMax: number, place: Place): number;
}

/**
 * Part of the connections that is kept for transactional mail of organizations with next to none in use, so that it does not wait
 * behind a flood. A flood releases its connections together, when its outcomes are committed: the wait was 9 ms of 50 on average.
 */
const reservedPart = 1 / 10;
const reservedEach = 2;
/** While this part of the connections is busy, reserved ones stay open, because a server takes 100 ms to open one. */
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
