import type { System } from '../../system/system';

/** Who attacks: an organization of its own, with an ordinary key. */
export interface Attacker {
  readonly keyId: string;
  readonly token: string;
  /** A verified domain. */
  readonly domain: string;
}

export interface AttackScene {
  readonly system: System;
  readonly attacker: Attacker;
  /** An attacker whose first messages are screened. */
  readonly newcomer: Attacker;
  /** The attack is over; what it holds open is closed. */
  readonly until: AbortSignal;
}

/** One thing that a client did which others then waited for. What it is answered does not matter. */
export interface Attack {
  readonly name: string;
  /** Returns soon after `until` aborts. */
  run(scene: AttackScene): Promise<void>;
}
