import { judgeRule, type WatchedRule } from './judge-rule';

const bounce: WatchedRule = {
  id: 'r',
  organizationId: 'o',
  kind: 'bounce',
  isEnabled: true,
  warnRate: 0.02,
  pauseRate: 0.05,
  minimum: 100,
  windowMinutes: 2_880,
  isPaused: false,
  resumedAt: null,
  open: null,
};
const blocks: WatchedRule = {
  ...bounce,
  kind: 'provider_block',
  warnRate: null,
  pauseRate: null,
  minimum: 20,
  windowMinutes: 10,
};
const warned = { id: 'a', level: 'warn', value: 0.03 } as const;
const paused = { id: 'a', level: 'pause', value: 0.06 } as const;

it.each<[string, { given: Partial<WatchedRule>; value: number | null; verdict: object }]>([
  ['too little was sent', { given: {}, value: null, verdict: { kind: 'nothing' } }],
  ['all is well', { given: {}, value: 0.0199, verdict: { kind: 'nothing' } }],
  ['it warns', { given: {}, value: 0.02, verdict: { kind: 'open', level: 'warn', value: 0.02 } }],
  ['it pauses at once', { given: {}, value: 0.05, verdict: { kind: 'open', level: 'pause', value: 0.05 } }],
  ['it gets worse', { given: { open: warned }, value: 0.04, verdict: { kind: 'raise', value: 0.04 } }],
  ['it stays as it is', { given: { open: warned }, value: 0.03, verdict: { kind: 'nothing' } }],
  ['it wavers', { given: { open: warned }, value: 0.016, verdict: { kind: 'nothing' } }],
  ['it recovers', { given: { open: warned }, value: 0.0149, verdict: { kind: 'close' } }],
  ['nothing is sent any more', { given: { open: warned }, value: null, verdict: { kind: 'close' } }],
  [
    'it pauses after a warning',
    { given: { open: warned }, value: 0.05, verdict: { kind: 'escalate', value: 0.05 } },
  ],
  [
    'it is paused and the numbers are good',
    { given: { open: paused, isPaused: true }, value: 0, verdict: { kind: 'nothing' } },
  ],
  [
    'it is paused and the numbers get worse',
    { given: { open: paused, isPaused: true }, value: 0.1, verdict: { kind: 'raise', value: 0.1 } },
  ],
  ['an admin has resumed it', { given: { open: paused }, value: 0.06, verdict: { kind: 'close' } }],
  [
    'the rule was switched off',
    { given: { open: warned, isEnabled: false }, value: 0.06, verdict: { kind: 'close' } },
  ],
  ['the rule is off', { given: { isEnabled: false }, value: 0.06, verdict: { kind: 'nothing' } }],
])('when %s', (_when, { given, value, verdict }) => {
  expect(judgeRule({ ...bounce, ...given }, value)).toEqual(verdict);
});

it.each<[number, object]>([
  [19, { kind: 'nothing' }],
  [20, { kind: 'open', level: 'warn', value: 20 }],
])('%i blocks', (value, verdict) => {
  expect(judgeRule(blocks, value)).toEqual(verdict);
});
