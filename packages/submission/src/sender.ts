import type { Mode } from '@postrider/contracts';

export interface SendingDomain {
  readonly id: string;
  /** Lower-case A-labels. */
  readonly name: string;
  /** pending | verified | failed | disabled */
  readonly status: string;
  /** transactional | bulk */
  readonly stream: string;
  readonly trackingVerified: boolean;
  /** What keeps it from being verified; left out of one that is. */
  readonly missing?: readonly MissingRecord[];
}

/** A required DNS record that the last verification did not find as it should be. */
export interface MissingRecord {
  /** For example `DKIM`. */
  readonly record: string;
  readonly name: string;
  /** Names the mistake; null: nobody has looked for it yet. */
  readonly error: string | null;
}

/** On whose behalf a message is accepted: a key, its organization and that organization's domains. */
export interface Sender {
  readonly keyId: string;
  readonly mode: Mode;
  /** Domains the key is restricted to; empty: none. */
  readonly domainIds: readonly string[];
  readonly organization: {
    readonly id: string;
    readonly plan: string;
    readonly sendingPausedAt: Date | null;
    readonly underReviewAt: Date | null;
    /** Not approved yet: what it sends is held until it was screened. */
    readonly isScreened: boolean;
  };
  /** Every domain of the organization, by name. */
  readonly domains: ReadonlyMap<string, SendingDomain>;
}
