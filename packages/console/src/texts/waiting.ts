import type { Waiting } from '../api/types';

type Cause = Waiting['cause'];

/** Why email waits, wherever the console says it: in a list by its name, on its page as a sentence. */
export const waitingCauses: Readonly<
  Record<Cause, { readonly name: string; readonly sentence: (provider: string) => string }>
> = {
  scheduled: { name: 'Scheduled', sentence: () => 'It is scheduled for later.' },
  review: { name: 'Under review', sentence: () => 'The organization or this email is under review.' },
  operator_hold: {
    name: 'Held by an operator',
    sentence: () => 'An operator of the platform took it out of the queue.',
  },
  restoration_hold: {
    name: 'Held after a restoration',
    sentence: () =>
      'The database was restored, and nobody has decided yet whether the email was sent before.',
  },
  sending_paused: { name: 'Sending paused', sentence: () => 'Sending is paused for this organization.' },
  queue_paused: { name: 'Queue paused', sentence: () => 'An operator of the platform paused its queue.' },
  domain: { name: 'Domain', sentence: () => 'The sending domain cannot be used at the moment.' },
  daily_cap: { name: 'Daily cap', sentence: () => 'The daily cap of the sending domain is used up.' },
  warm_up: { name: 'Warm-up', sentence: () => 'The sending domain is warming up, and its day is used up.' },
  backlog: { name: 'Earlier email first', sentence: () => 'Earlier email of this organization goes first.' },
  site_limit: {
    name: 'Site limit',
    sentence: (provider) => `The connections or the rate that ${provider} allows are in use.`,
  },
  site_suspended: {
    name: 'Site suspended',
    sentence: (provider) => `Sending to ${provider} is suspended.`,
  },
  dns: {
    name: 'Name lookup',
    sentence: (provider) => `The mail servers of ${provider}, or the TLS they require, cannot be looked up.`,
  },
  no_source: { name: 'No source address', sentence: () => 'No source IP address can be used for it.' },
  transport: {
    name: 'Transport',
    sentence: () => 'The smart host or provider that sends it does not accept it.',
  },
  retry: { name: 'Deferred', sentence: (provider) => `${provider} deferred it.` },
  no_worker: { name: 'No worker', sentence: () => 'No worker of the platform is sending email.' },
  sending: { name: 'Sending', sentence: () => 'An attempt to deliver it is in progress.' },
};

/** Instead of the cause's sentence where a reply of this kind is the reason. */
export const askedToSlowDown = (provider: string): string => `${provider} asked us to slow down.`;
