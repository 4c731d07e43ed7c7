import { z } from 'zod';
import { lineOrNull, time, timeOrNull } from '../fields/fields';
import { sample } from '../fields/sample';
import { diagnose, type FailureClass } from '../outcomes/failure-classes';

/** Why an email that is not final has not been sent yet: the one cause that keeps it now. */
export const waitingCauses = [
  'scheduled',
  'review',
  'operator_hold',
  'restoration_hold',
  'sending_paused',
  'queue_paused',
  'domain',
  'daily_cap',
  'warm_up',
  'backlog',
  'site_limit',
  'site_suspended',
  'dns',
  'no_source',
  'transport',
  'retry',
  'no_worker',
  'sending',
] as const;
export type WaitingCause = (typeof waitingCauses)[number];

/** Who must act for the email to be sent. */
export const waitingActors = ['sender', 'recipient', 'platform', 'none'] as const;
export type WaitingActor = (typeof waitingActors)[number];

interface WaitingFacts {
  readonly actor: WaitingActor;
  /** One sentence: what to do. */
  readonly advice: string;
}

/** Who acts and what to do, by cause: the only place that says so, for the API, the console, the command line and the guide. */
export const waitingFacts: Readonly<Record<WaitingCause, WaitingFacts>> = {
  scheduled: {
    actor: 'none',
    advice: 'No action needed: the email is sent at its scheduled time, or earlier if you reschedule it.',
  },
  review: {
    actor: 'platform',
    advice: 'The operator of this service must finish the review of your organization.',
  },
  operator_hold: {
    actor: 'platform',
    advice: 'The operator of this service took the email out of the queue and must release it.',
  },
  restoration_hold: {
    actor: 'platform',
    advice:
      'The database was restored from a backup, so the operator of this service must decide whether the email was sent already.',
  },
  sending_paused: {
    actor: 'sender',
    advice: 'Sending is paused for your organization: an admin can resume it once the reason is resolved.',
  },
  queue_paused: {
    actor: 'platform',
    advice: 'The operator of this service paused the queue of this email and must resume it.',
  },
  domain: {
    actor: 'platform',
    advice: 'The operator of this service must make the signing key of the domain available again.',
  },
  daily_cap: {
    actor: 'none',
    advice: 'No action needed: the daily cap of the domain is used up, so the email is sent on a later day.',
  },
  warm_up: {
    actor: 'none',
    advice:
      'No action needed: the domain is warming up and its day is used up, so the email is sent on a later day.',
  },
  backlog: {
    actor: 'none',
    advice: 'No action needed: email that your organization sent earlier goes first.',
  },
  site_limit: {
    actor: 'none',
    advice:
      'No action needed: the connections or the rate allowed at the receiving mail servers are in use, so the email waits its turn.',
  },
  site_suspended: {
    actor: 'none',
    advice:
      'No action needed: the receiving mail servers are left alone for a while, and the email is tried again afterwards.',
  },
  dns: {
    actor: 'none',
    advice:
      'No action needed: the mail servers of the recipient, or the TLS they require, cannot be looked up at the moment, and the email is tried again.',
  },
  no_source: {
    actor: 'platform',
    advice:
      'None of the source IP addresses can be used for this email at the moment: the operator of this service can add or enable one.',
  },
  transport: {
    actor: 'platform',
    advice:
      'The smart host or provider that sends the email does not accept it at the moment: the operator of this service must check it.',
  },
  retry: {
    actor: 'none',
    advice: 'No action needed: the last attempt failed, and the email is tried again.',
  },
  no_worker: {
    actor: 'platform',
    advice: 'No worker is sending email: the operator of this service must start one.',
  },
  sending: { actor: 'none', advice: 'No action needed: an attempt to deliver the email is in progress.' },
};

export const waitingOfEmail = z
  .object({
    cause: z.enum(waitingCauses).meta({
      examples: ['retry'],
      description:
        '`scheduled`: it has a later `scheduled_at`. `review`: the organization or the email is under review. `operator_hold`: an operator took it out of the queue. `restoration_hold`: held after the database was restored. `sending_paused`: sending is paused for the organization. `queue_paused`: an operator paused its queue. `domain`: the sending domain cannot be used now. `daily_cap`, `warm_up`: the day of the domain is used up. `backlog`: earlier email of the organization goes first. `site_limit`: the shared rate or connections of the receiving servers are in use. `site_suspended`: the receiving servers are left alone after a failure. `dns`: a lookup of the recipient domain fails or is slow. `no_source`: no source IP address can be used. `transport`: a smart host or provider does not accept it. `retry`: a server deferred it. `no_worker`: no worker is running. `sending`: an attempt is in progress.',
    }),
    actor: z.enum(waitingActors).meta({
      examples: ['none'],
      description:
        'Who must act. `sender`: you. `recipient`: the recipient or the operator of the receiving server. `platform`: the operator of this service. `none`: no action is needed.',
    }),
    since: time('Since when this cause keeps the email.', sample.sentAt),
    next_attempt_at: timeOrNull('When the email is tried next. Null if no time is known.', sample.laterAt),
    advice: z.string().meta({
      description: 'What to do about it, as text for people.',
      examples: [waitingFacts.retry.advice],
    }),
    detail: lineOrNull(
      'More about the cause: the reply of a server, the reason of a hold, or how many emails go first. Null if there is nothing to add.',
      'policy: 451 4.7.1 Greylisted, try again later',
    ),
  })
  .meta({ id: 'Waiting', description: 'Why an email has not been sent yet, and who can change that.' });
export type WaitingOfEmail = z.infer<typeof waitingOfEmail>;

/** Causes that a delivery round leaves behind; the others follow from the state of the platform. */
export type DeferralCause = Extract<
  WaitingCause,
  | 'domain'
  | 'daily_cap'
  | 'warm_up'
  | 'site_limit'
  | 'site_suspended'
  | 'dns'
  | 'no_source'
  | 'transport'
  | 'retry'
>;

/** Why a delivery round left an email queued, of the recipient that is due last: `messages.deferral`, without members that have no value. */
export interface Deferral {
  readonly cause: DeferralCause;
  /** Since when, over all rounds that ended for this cause at this site. ISO 8601. */
  readonly since: string;
  /** The site and the source address that it was tried from, as budgets name them: `google from 192.0.2.1`. */
  readonly site?: string | undefined;
  readonly failure?: FailureClass | undefined;
  /** For the sender: the reply, or what is missing. */
  readonly detail?: string | undefined;
}

/**
 * Who acts and what to do. Where a receiving server is the cause, the class of its failure says it more exactly than the cause; a lookup
 * that fails is worth more than that only if the records are known to be wrong.
 *
 * @param failure class of the failure that the cause follows from, where it is known
 */
export function adviseWaiting(cause: WaitingCause, failure?: FailureClass | null): WaitingFacts {
  const isServers =
    cause === 'retry' || cause === 'site_suspended' || (cause === 'dns' && failure === 'routing');
  if (!isServers || !failure) return waitingFacts[cause];
  const { actor, advice } = diagnose(failure, { isDelayed: true });
  return { actor, advice };
}
