import {
  adviseWaiting,
  type Deferral,
  type WaitingCause,
  type WaitingOfEmail,
} from '@postrider/contracts/emails';
import type { FailureClass } from '@postrider/contracts/outcomes';
import type { WaitingFacts } from './waiting-facts';

/** A cause before it is put into words. */
interface Found {
  readonly cause: WaitingCause;
  readonly since: Date;
  readonly nextAttemptAt?: Date | null;
  readonly detail?: string | null;
  readonly failure?: FailureClass | undefined;
}

type Rule = (facts: WaitingFacts) => Found | null;

/**
 * In this order, the first that applies is the cause.
 *
 * 1. What takes the email out of the queue until it is released.
 * 2. A schedule: until then nothing else keeps it.
 * 3. What keeps all email of the organization or of the queue.
 * 4. A claim: the email is being sent, waits inside an attempt, or its worker is gone.
 * 5. A later time, by what its last delivery round ended with, as far as that still holds.
 * 6. It is due: no worker, earlier email of the organization, or a worker takes it now.
 */
const rules: readonly Rule[] = [
  held,
  inReview,
  scheduled,
  organizationInReview,
  paused,
  drained,
  restoring,
  claimed,
  deferred,
  withoutWorker,
  behind,
];

/** The one cause that keeps an open email from being sent now. */
export function causeOf(facts: WaitingFacts): WaitingOfEmail {
  for (const rule of rules) {
    const found = rule(facts);
    if (found !== null) return explain(found, facts);
  }
  return explain({ cause: 'sending', since: dueSince(facts) }, facts);
}

function explain({ cause, since, nextAttemptAt = null, detail = null, failure }: Found, facts: WaitingFacts) {
  const { createdAt } = facts.email;
  return {
    cause,
    ...adviseWaiting(cause, failure),
    // Nothing kept it before it was there.
    since: (since < createdAt ? createdAt : since).toISOString(),
    next_attempt_at: nextAttemptAt?.toISOString() ?? null,
    detail,
  };
}

function held({ email, hold }: WaitingFacts): Found | null {
  if (hold === null || email.status !== 'queued') return null;
  return { cause: hold.isRestoration ? 'restoration_hold' : 'operator_hold', since: hold.since };
}

function inReview({ email, reviewSince }: WaitingFacts): Found | null {
  if (reviewSince === null || email.status !== 'queued') return null;
  return { cause: 'review', since: reviewSince };
}

function scheduled({ now, email: { status, scheduledAt, dueAt, createdAt } }: WaitingFacts): Found | null {
  if (status !== 'queued' || scheduledAt === null || scheduledAt <= now) return null;
  return { cause: 'scheduled', since: createdAt, nextAttemptAt: dueAt ?? scheduledAt };
}

function organizationInReview({ email, organization }: WaitingFacts): Found | null {
  const { underReviewSince: since } = organization;
  return since === null || email.status !== 'queued' ? null : { cause: 'review', since };
}

function paused({ email, organization: { pausedSince, pausedReason } }: WaitingFacts): Found | null {
  if (pausedSince === null || email.status !== 'queued') return null;
  return { cause: 'sending_paused', since: pausedSince, detail: pausedReason };
}

function drained({ email, drainedSince }: WaitingFacts): Found | null {
  return drainedSince === null || email.status !== 'queued'
    ? null
    : { cause: 'queue_paused', since: drainedSince };
}

function restoring({ email, restoringSince }: WaitingFacts): Found | null {
  return restoringSince === null || email.status !== 'queued'
    ? null
    : { cause: 'restoration_hold', since: restoringSince };
}

/** How long an expired lease is still respected, by `leaseGraceMs` of send-worker. */
const leaseGraceMs = 10_000;

function claimed(facts: WaitingFacts): Found | null {
  const { now, email, live } = facts;
  if (email.status !== 'sending') return null;
  const leaseUntil = email.leaseUntil ?? now;
  const isOwnerGone = live?.hasOwner === false && (live.workers > 0 || areSilent(facts));
  if (leaseUntil < now || isOwnerGone) {
    return {
      cause: 'no_worker',
      since: dueSince(facts),
      nextAttemptAt: later(new Date(leaseUntil.getTime() + leaseGraceMs), now),
      detail: 'the worker that had claimed the email has stopped; another one takes it when the claim ends',
    };
  }
  const phase = live?.phase ?? null;
  if (phase?.kind === 'dns') return { cause: 'dns', since: phase.since };
  if (phase?.kind === 'site') {
    const { deferral } = email;
    const isSame = deferral?.cause === 'site_limit' && deferral.site === phase.site;
    return {
      cause: 'site_limit',
      since: isSame ? new Date(deferral.since) : phase.since,
      detail: isSame ? (deferral.detail ?? null) : null,
    };
  }
  return { cause: 'sending', since: dueSince(facts) };
}

/** A delivery round that ends is due again within two seconds where nothing was wrong with the email or the server. */
const atOnceMs = 2_500;

function deferred(facts: WaitingFacts): Found | null {
  const { now, email } = facts;
  const { dueAt, deferral } = email;
  // A held email has no time, and its hold was found before; a release sets one.
  if (dueAt === null) return { cause: 'operator_hold', since: email.createdAt };
  const isLater = dueAt > now;
  if (deferral === null) {
    if (!isLater || dueAt.getTime() - now.getTime() <= atOnceMs) return null;
    // Of a release that did not record why.
    const cause = email.hasReservedDay ? 'daily_cap' : 'retry';
    return { cause, since: email.createdAt, nextAttemptAt: dueAt };
  }
  const found: Found = {
    cause: deferral.cause,
    since: new Date(deferral.since),
    nextAttemptAt: later(dueAt, now),
    detail: deferral.detail ?? null,
    failure: deferral.failure,
  };
  if (isBySite(deferral)) return atSite(found, facts);
  return isLater ? found : null;
}

/** Whether the site may know better by now than the round that ended. */
function isBySite({ cause }: Deferral): boolean {
  return cause === 'site_suspended' || cause === 'site_limit' || cause === 'retry';
}

/** What was so at its site when the round ended may be over, or have become worse. */
function atSite(found: Found, { now, email, siteSuspension, live }: WaitingFacts): Found | null {
  const dueAt = email.dueAt ?? now;
  const isLater = dueAt > now;
  if (siteSuspension !== null) {
    const { since, until, reason } = siteSuspension;
    const ends = until === null || until >= dueAt;
    if (ends) return { ...found, cause: 'site_suspended', since, detail: reason, failure: undefined };
  }
  const suspended = live?.site?.suspended ?? null;
  const keeps = suspended !== null && (found.cause === 'site_suspended' || suspended.until >= dueAt);
  if (keeps) return { ...found, cause: 'site_suspended', detail: suspended.reason };
  if (found.cause === 'site_limit') {
    // Between two rounds it is due for moments.
    if (isLater || live?.site?.isAtLimit === true) return found;
    return null;
  }
  if (!isLater) return null;
  // Another email got through: only the time that was set keeps this one. Without Redis, what was found last counts.
  return found.cause === 'site_suspended' && live !== null ? { ...found, cause: 'retry' } : found;
}

/** Workers write every three seconds that they look for due email; a busy platform makes that rarer. */
const lookedMaxMs = { withoutWorkers: 5_000, always: 30_000 };

/** Redis alone does not say it: one that was just emptied knows no worker. */
function areSilent({ now, lookedAt, live }: WaitingFacts): boolean {
  const silentMs = lookedAt === null ? Infinity : now.getTime() - lookedAt.getTime();
  const isReported = live === null || live.workers > 0;
  return silentMs > (isReported ? lookedMaxMs.always : lookedMaxMs.withoutWorkers);
}

function withoutWorker(facts: WaitingFacts): Found | null {
  if (!areSilent(facts)) return null;
  const { lookedAt } = facts;
  const dueAt = dueSince(facts);
  return { cause: 'no_worker', since: lookedAt !== null && lookedAt > dueAt ? lookedAt : dueAt };
}

/** An email that is due longer than this waits for those that are in hand. */
const takenWithinMs = 5_000;

function behind(facts: WaitingFacts): Found | null {
  const { now, ahead, aheadMax } = facts;
  const since = dueSince(facts);
  if (ahead > 0) return { cause: 'backlog', since, detail: numberAhead(ahead, aheadMax) + shrinks(facts) };
  return now.getTime() - since.getTime() > takenWithinMs
    ? { cause: 'backlog', since, detail: 'earlier emails are being sent' }
    : null;
}

function numberAhead(ahead: number, aheadMax: number): string {
  if (aheadMax === 0) return 'earlier emails are due';
  const number = Math.min(ahead, aheadMax).toLocaleString('en');
  const more = ahead > aheadMax ? 'more than ' : '';
  return `${more}${number} earlier ${ahead === 1 ? 'email is' : 'emails are'} due`;
}

/** Fewer emails do not tell a rate. */
const paceEmailsMin = 20;

/** How fast the earlier emails leave the queue, and when none of them should be left; nothing where that is not known. */
function shrinks({ now, ahead, aheadMax, pace }: WaitingFacts): string {
  if (pace === null || aheadMax === 0 || pace.emails < paceEmailsMin) return '';
  const perMs = pace.emails / Math.max(1_000, pace.seconds * 1_000);
  const perMinute = Number((perMs * 60_000).toPrecision(2)).toLocaleString('en');
  const rate = `; about ${perMinute} leave the queue each minute`;
  if (ahead > aheadMax) return rate;
  const empty = new Date(now.getTime() + ahead / perMs);
  const isToday = empty.toISOString().slice(0, 10) === now.toISOString().slice(0, 10);
  const time = empty
    .toISOString()
    .slice(isToday ? 11 : 0, 16)
    .replace('T', ' ');
  return `${rate}, so none should be left at ${time} UTC`;
}

function dueSince({ now, email: { dueAt, createdAt } }: WaitingFacts): Date {
  const since = dueAt ?? createdAt;
  return since > now ? now : since;
}

function later(time: Date, now: Date): Date | null {
  return time > now ? time : null;
}
