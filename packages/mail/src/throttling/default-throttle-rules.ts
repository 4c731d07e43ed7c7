import type { ThrottleRule } from './throttle-rule';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const atOnce = { replies: 1, withinMs: hourMs };

/**
 * What providers are known to mean. The first that fits applies, so what is about one mailbox comes first, then what a provider
 * says for certain, then words that several use. `THROTTLE_RULES_FILE` replaces them by name, or puts others in front.
 */
export const defaultThrottleRules: readonly ThrottleRule[] = [
  {
    name: 'gmail-recipient-rate',
    match: { providers: ['google'], enhanced: '2.1' },
    after: atOnce,
    action: { kind: 'none' },
    reason: 'one mailbox gets too much mail: others at Gmail do not wait for it',
  },
  {
    name: 'greylisting',
    match: {
      codes: ['4xx'],
      text: ['greylist', 'graylist', 'grey-list', 'gray-list', 'grey list', 'gray list'],
    },
    after: atOnce,
    action: { kind: 'none' },
    reason: 'each message is made to come back once, which its own retry does',
  },
  {
    name: 'gmail-unusual-rate',
    match: { providers: ['google'], text: ['unusual rate of unsolicited', 'unusual rate'] },
    after: atOnce,
    action: { kind: 'limit', forMs: 30 * minuteMs, connections: null, perSecond: 10 / 60 },
    reason: 'Gmail measures in tens of minutes, and takes a trickle meanwhile',
  },
  {
    name: 'yahoo-tss04',
    match: { providers: ['yahoo'], text: ['[tss04]', '[ts04]'] },
    after: atOnce,
    action: { kind: 'suspend', forMs: 2 * hourMs },
    reason: 'complaints or volume: Yahoo refuses for hours, and each try more prolongs it',
  },
  {
    name: 'yahoo-tss05',
    match: { providers: ['yahoo'], text: ['[tss05]', '[ts05]'] },
    after: atOnce,
    action: { kind: 'suspend', forMs: 4 * hourMs },
    reason: 'as TSS04, for longer',
  },
  {
    name: 'yahoo-ts02',
    match: { providers: ['yahoo'], text: ['[ts02]', '[tss02]'] },
    after: atOnce,
    action: { kind: 'limit', forMs: 30 * minuteMs, connections: null, perSecond: 1 / 60 },
    reason: 'complaints of its users; a message a minute is still taken',
  },
  {
    name: 'outlook-block-list',
    match: {
      providers: ['microsoft'],
      text: [
        'on our block list',
        'block list (s3',
        'banned sending ip',
        'using blocklist',
        '(s3140)',
        '(s3150)',
      ],
    },
    after: atOnce,
    action: { kind: 'suspend', forMs: 2 * hourMs },
    reason: 'the address is on a list, which is looked at again in hours, not in minutes',
  },
  {
    name: 'reputation-or-busy',
    match: {
      codes: ['4xx'],
      text: [
        'temporarily deferred due to',
        'temporarily rate limited',
        'rate limited*reputation',
        'reputation*rate limited',
        'deferred*reputation',
        'low reputation',
        'poor reputation',
        'server busy',
      ],
    },
    after: atOnce,
    action: { kind: 'limit', forMs: 90 * minuteMs, connections: 1, perSecond: 1 / 60 },
    reason: 'a reputation recovers with little mail that is welcome, not with silence',
  },
  {
    name: 'unreachable',
    match: { failuresInARow: 100 },
    after: atOnce,
    action: { kind: 'suspend', forMs: 30 * minuteMs },
    reason: 'a site that has been dead for hours is not asked every five minutes',
  },
  {
    name: 'blocked',
    match: { classes: ['block', 'rate'] },
    after: atOnce,
    action: { kind: 'back-off' },
    reason:
      'whatever else sounds like a block or a limit: from five seconds to five minutes, until it takes a message',
  },
];
