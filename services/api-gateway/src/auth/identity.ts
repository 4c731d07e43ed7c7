import type { Principal } from '@postrider/contracts';

/** A principal and how long that knowledge is good for. */
export interface Identity {
  readonly principal: Principal;
  /** State of the organization that it was read at; admission control compares it with the current one. */
  readonly cacheVersion: string;
  /** From then on the key is expired, or its time after rotation is over; null: never. */
  readonly endsAt: Date | null;
  readonly loadedAtMs: number;
}
