import type { Deferral } from '@postrider/contracts/emails';
import type { EmailStatus } from '@postrider/contracts/statuses';

/** What is true of an open email, of its organization and of the platform when it is asked: everything that `causeOf` decides by. */
export interface WaitingFacts {
  /** The database's clock: all times here are its own. */
  readonly now: Date;
  readonly email: OpenEmail;
  /** An operator, or a restored database, took it out of the queue. */
  readonly hold: { readonly since: Date; readonly isRestoration: boolean } | null;
  /** Its own review is not decided. */
  readonly reviewSince: Date | null;
  readonly organization: {
    readonly underReviewSince: Date | null;
    readonly pausedSince: Date | null;
    readonly pausedReason: string | null;
  };
  /** An operator drains its queue. */
  readonly drainedSince: Date | null;
  /** A restored database was found, and not everything that was due is held yet: no worker sends. */
  readonly restoringSince: Date | null;
  /** An operator leaves the site of its deferral alone. */
  readonly siteSuspension: {
    readonly since: Date;
    readonly until: Date | null;
    readonly reason: string;
  } | null;
  /** Due emails of the organization in the same queue that are due earlier, counted up to one beyond `aheadMax`. */
  readonly ahead: number;
  readonly aheadMax: number;
  /** Emails of the organization that left the same queue lately; null: that is not asked for, or none is ahead. */
  readonly pace: { readonly emails: number; readonly seconds: number } | null;
  /** When a worker last looked for due email; null: never. */
  readonly lookedAt: Date | null;
  /** What Redis knows; null: it does not answer, and nothing may be concluded from its silence. */
  readonly live: LiveFacts | null;
}

export interface OpenEmail {
  readonly status: Extract<EmailStatus, 'queued' | 'sending'>;
  readonly createdAt: Date;
  readonly scheduledAt: Date | null;
  /** Null: never, until it is released. */
  readonly dueAt: Date | null;
  readonly leaseUntil: Date | null;
  /** It has its place in a later day of its domain. */
  readonly hasReservedDay: boolean;
  readonly deferral: Deferral | null;
}

export interface LiveFacts {
  /** Workers that have reported in the last ten seconds. */
  readonly workers: number;
  /** The worker that has claimed the email is one of them; true where none has. */
  readonly hasOwner: boolean;
  /** What its worker says that the email waits for within the attempt, and for how long; null: for nothing. */
  readonly phase: {
    readonly kind: 'dns' | 'site';
    readonly since: Date;
    readonly site: string | null;
  } | null;
  /** Of the deferral's site; null: nothing special is known. */
  readonly site: {
    readonly suspended: { readonly until: Date; readonly reason: string } | null;
    /** Workers have use for more connections, or for more messages a second, than they may have now. */
    readonly isAtLimit: boolean;
  } | null;
}
