/** Keeps the names of the causes. */
const sentences = <Cause extends string>(of: Readonly<Record<Cause, (provider: string) => string>>) => of;

/** Why an email waits, as a sentence about it. */
export const waitingSentences = sentences({
  scheduled: () => 'It is scheduled for later.',
  review: () => 'The organization or this email is under review.',
  operator_hold: () => 'An operator of the platform took it out of the queue.',
  restoration_hold: () =>
    'The database was restored, and an operator must decide whether the email was sent before.',
  sending_paused: () => 'Sending is paused for this organization.',
  queue_paused: () => 'An operator of the platform paused its queue.',
  domain: () => 'The sending domain cannot be used at the moment.',
  daily_cap: () => 'The daily cap of the sending domain is used up.',
  warm_up: () => 'The sending domain is warming up, and its day is used up.',
  backlog: () => 'Earlier email of this organization goes first.',
  site_limit: (provider) => `The connections or the rate that ${provider} allows are in use.`,
  site_suspended: (provider) => `Sending to ${provider} is suspended.`,
  dns: (provider) => `The mail servers of ${provider}, or the TLS they require, cannot be looked up.`,
  no_source: () => 'No source IP address can be used for it.',
  transport: () => 'The smart host or provider that sends it does not accept it.',
  retry: (provider) => `${provider} deferred it.`,
  no_worker: () => 'No worker of the platform is sending email.',
  sending: () => 'An attempt to deliver it is in progress.',
});

/** Instead of the cause's sentence where a reply of this kind is the reason. */
export const askedToSlowDown = (provider: string): string => `${provider} asked us to slow down.`;

/** What the page of an email begins with. */
export const answer = {
  label: 'State of the email',
  waitingSince: 'Waiting since',
  scheduled: 'Scheduled. It is sent',
  next: 'Next attempt',
  dueNow: 'The next attempt is due now.',
  delivered: (mode: 'live' | 'test') => (mode === 'live' ? 'Delivered' : 'Delivered (simulated)'),
  acceptedBy: (provider: string) => `Accepted by ${provider} at`,
  forRecipients: (count: number) => `for ${count} recipients`,
  withReply: ' with this reply:',
  inboxUnknown: 'Whether it is in the inbox cannot be seen.',
};

/** How long email takes to a mailbox provider. */
export const pace = {
  usual: (p50: string, provider: string, p95: string) =>
    `Usually ${p50} at ${provider} at this hour (95 % within ${p95}).`,
  now: (own: string) => `Now ${own}.`,
  nowForAll: (all: string) => `Now ${all} for everyone on this platform.`,
  slow: (own: string) => `Now ${own} for your email.`,
  slowForYou: (own: string, all: string) =>
    `Now ${own}, only for your email: ${all} for everyone on this platform.`,
  slowForAll: (all: string) => `Now ${all}, for everyone on this platform.`,
};

const numbers = new Intl.NumberFormat('en');
const percents = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 });

/** How a mailbox provider receives email of the domain. */
export const evidence = {
  accepted: (of: {
    readonly provider: string;
    readonly domain: string;
    readonly recipients: number;
    readonly delivered: number;
  }) =>
    `In the last 7 days, ${of.provider} accepted email from ${of.domain} for ${numbers.format(of.delivered)} of ${numbers.format(of.recipients)} recipients${of.recipients === 0 ? '' : ` (${percents.format(Math.min(1, of.delivered / of.recipients))})`}.`,
  complaints: (count: number, provider: string) => {
    if (count > 0)
      return `${numbers.format(count)} ${count === 1 ? 'recipient' : 'recipients'} reported spam.`;
    return provider === 'google' || provider === 'apple'
      ? 'It sends no complaint reports.'
      : 'No spam complaints were received.';
  },
  spamRate: (rate: number, day: string) =>
    `Google Postmaster Tools: spam rate ${percents.format(rate)} on ${day}.`,
  noFindings: (domain: string) => `No deliverability problems found for ${domain}`,
  more: 'Open Deliverability',
};
