import { evaluateRule, type AlertRule } from './alert-rule';

const bounce: AlertRule = {
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
const blocks: AlertRule = {
  ...bounce,
  kind: 'provider_block',
  warnRate: null,
  pauseRate: null,
  minimum: 20,
  windowMinutes: 10,
};
const warned = { id: 'a', level: 'warn', value: 0.03 } as const;
const paused = { id: 'a', level: 'pause', value: 0.06 } as const;

it.each<[string, { state: Partial<AlertRule>; value: number | null; change: object }]>([
  ['too little was sent', { state: {}, value: null, change: { kind: 'nothing' } }],
  ['all is well', { state: {}, value: 0.0199, change: { kind: 'nothing' } }],
  ['it warns', { state: {}, value: 0.02, change: { kind: 'open', level: 'warn', value: 0.02 } }],
  ['it pauses at once', { state: {}, value: 0.05, change: { kind: 'open', level: 'pause', value: 0.05 } }],
  ['it gets worse', { state: { open: warned }, value: 0.04, change: { kind: 'raise', value: 0.04 } }],
  ['it stays as it is', { state: { open: warned }, value: 0.03, change: { kind: 'nothing' } }],
  ['it wavers', { state: { open: warned }, value: 0.016, change: { kind: 'nothing' } }],
  ['it recovers', { state: { open: warned }, value: 0.0149, change: { kind: 'close' } }],
  ['nothing is sent any more', { state: { open: warned }, value: null, change: { kind: 'close' } }],
  [
    'it pauses after a warning',
    { state: { open: warned }, value: 0.05, change: { kind: 'escalate', value: 0.05 } },
  ],
  [
    'it is paused and the numbers are good',
    { state: { open: paused, isPaused: true }, value: 0, change: { kind: 'nothing' } },
  ],
  [
    'it is paused and the numbers get worse',
    { state: { open: paused, isPaused: true }, value: 0.1, change: { kind: 'raise', value: 0.1 } },
  ],
  ['an admin has resumed it', { state: { open: paused }, value: 0.06, change: { kind: 'close' } }],
  [
    'the rule was switched off',
    { state: { open: warned, isEnabled: false }, value: 0.06, change: { kind: 'close' } },
  ],
  ['the rule is off', { state: { isEnabled: false }, value: 0.06, change: { kind: 'nothing' } }],
])('an alert about bounces, when %s', (_when, { state, value, change }) => {
  expect(evaluateRule({ ...bounce, ...state }, value, true)).toEqual(change);
});

it.each<[number, object]>([
  [19, { kind: 'nothing' }],
  [20, { kind: 'open', level: 'warn', value: 20 }],
])('an alert about %i blocks: %j', (value, change) => {
  expect(evaluateRule(blocks, value, false)).toEqual(change);
});

it('warns, and does not pause, when reports of strangers make up the rate', () => {
  expect(evaluateRule(bounce, 0.05, false)).toEqual({ kind: 'open', level: 'warn', value: 0.05 });
  expect(evaluateRule({ ...bounce, open: warned }, 0.03, false)).toEqual({ kind: 'nothing' });
});
