import { waitingFacts, type WaitingOfEmail } from '../emails/waiting';

type Obstacle = Pick<WaitingOfEmail, 'cause' | 'actor' | 'advice'>;

/**
 * What can keep a broadcast from going on, with the cause of an email's `waiting` that it belongs to. Where the cause keeps the whole
 * broadcast in another way than an email, the advice is its own.
 */
export const broadcastObstacles = {
  scheduled: {
    ...{ cause: 'scheduled', actor: 'none' },
    advice: 'No action needed: the broadcast is sent at its scheduled time.',
  },
  broadcast_paused: {
    ...{ cause: 'sending_paused', actor: 'sender' },
    advice: 'The broadcast is paused: resume it to continue.',
  },
  sending_paused: { cause: 'sending_paused', ...waitingFacts.sending_paused },
  review: { cause: 'review', ...waitingFacts.review },
  restoration_hold: {
    ...{ cause: 'restoration_hold', actor: 'platform' },
    advice:
      'The database was restored from a backup, so the operator of this service must decide whether the broadcast continues.',
  },
  domain: {
    ...{ cause: 'domain', actor: 'sender' },
    advice:
      'Make the sending domain usable again, as the detail says: the broadcast then continues automatically.',
  },
  content: {
    ...{ cause: 'retry', actor: 'sender' },
    advice: 'Correct what the detail names: the broadcast then continues automatically.',
  },
  daily_cap: {
    ...{ cause: 'daily_cap', actor: 'none' },
    advice: 'No action needed: the daily limit is reached, so the broadcast continues tomorrow.',
  },
  backlog: {
    ...{ cause: 'backlog', actor: 'none' },
    advice: 'No action needed: emails of the broadcast that were created earlier are sent first.',
  },
  busy: {
    ...{ cause: 'retry', actor: 'none' },
    advice: 'No action needed: a page of the broadcast could not be processed, and it is tried again.',
  },
  sending: {
    ...{ cause: 'sending', actor: 'none' },
    advice: 'No action needed: the last emails are being sent, and the broadcast ends when all are.',
  },
} as const satisfies Readonly<Record<string, Obstacle>>;
export type BroadcastObstacle = keyof typeof broadcastObstacles;
