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
    reason: 'too much mail for one mailbox: other Gmail recipients are not affected',
  },
  {
    name: 'greylisting',
    match: {
      codes: ['4xx'],
      text: ['greylist', 'graylist', 'grey-list', 'gray-list', 'grey list', 'gray list'],
    },
    after: atOnce,
    action: { kind: 'none' },
    reason: 'greylisting: the usual retry is enough',
  },
  {
    name: 'gmail-unusual-rate',
    match: { providers: ['google'], text: ['unusual rate of unsolicited', 'unusual rate'] },
    after: atOnce,
    action: { kind: 'limit', forMs: 30 * minuteMs, connections: null, perSecond: 10 / 60 },
    reason: 'Gmail measures over tens of minutes and accepts a little mail meanwhile',
  },
  {
    name: 'yahoo-tss04',
    match: { providers: ['yahoo'], text: ['[tss04]', '[ts04]'] },
    after: atOnce,
    action: { kind: 'suspend', forMs: 2 * hourMs },
    reason: 'complaints or volume: Yahoo refuses for hours, and each attempt prolongs it',
  },
  {
    name: 'yahoo-tss05',
    match: { providers: ['yahoo'], text: ['[tss05]', '[ts05]'] },
    after: atOnce,
    action: { kind: 'suspend', forMs: 4 * hourMs },
    reason: 'as TSS04, but for longer',
  },
  {
    name: 'yahoo-ts02',
    match: { providers: ['yahoo'], text: ['[ts02]', '[tss02]'] },
    after: atOnce,
    action: { kind: 'limit', forMs: 30 * minuteMs, connections: null, perSecond: 1 / 60 },
    reason: 'user complaints: one message per minute is still accepted',
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
    reason: 'the IP address is on a blocklist, which is reviewed after hours, not minutes',
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
    reason: 'a reputation recovers with little, wanted mail, not with silence',
  },
  {
    name: 'unreachable',
    match: { failuresInARow: 100 },
    after: atOnce,
    action: { kind: 'suspend', forMs: 30 * minuteMs },
    reason: 'a site that has been down for hours need not be tried every five minutes',
  },
  {
    name: 'blocked',
    match: { classes: ['block', 'rate'] },
    after: atOnce,
    action: { kind: 'back-off' },
    reason: 'any other block or limit: from five seconds up to five minutes, until a message is accepted',
  },
];
