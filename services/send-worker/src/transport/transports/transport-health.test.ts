import type { TransportState } from '@postrider/contracts/transports';
import { afterSign, healthRules, withProbe, type Sign } from './transport-health';

const rules = healthRules(30_000);
const failure: Sign = { kind: 'failure', cause: 'outage', reason: 'ECONNREFUSED' };
const success: Sign = { kind: 'success' };
const start = 1_000_000;

function after(signs: readonly (readonly [seconds: number, sign: Sign])[], from?: TransportState) {
  return signs.reduce<TransportState | undefined>(
    (state, [seconds, sign]) => afterSign(state, sign, { nowMs: start + seconds * 1_000, rules }),
    from,
  );
}

/** Out at `start`, first probe 30 s later. */
function out(): TransportState {
  const state = after([
    [0, failure],
    [0, failure],
    [0, failure],
  ]);
  if (!state) throw new Error('no state');
  return state;
}

function probed(state: TransportState, seconds: number, sign: Sign): TransportState {
  const taken = withProbe(state, start + seconds * 1_000, rules);
  if (!taken) throw new Error(`no probe at ${seconds}`);
  const next = after([[seconds + 1, sign]], taken);
  if (!next) throw new Error('no state');
  return next;
}

it('goes out after three failures in a row', () => {
  expect(after([[0, failure]])).toMatchObject({ state: 'up', failures: 1 });
  expect(out()).toMatchObject({ state: 'out', reason: 'ECONNREFUSED', cause: 'outage' });
});

it('stays up when something goes well in between, or the failures are minutes apart', () => {
  const mixed = [
    [0, failure],
    [1, failure],
    [2, success],
    [3, failure],
    [4, failure],
  ] as const;
  expect(after(mixed)).toMatchObject({ state: 'up', failures: 2 });
  const apart = [
    [0, failure],
    [100, failure],
    [200, failure],
  ] as const;
  expect(after(apart)).toMatchObject({ state: 'up', failures: 1 });
});

it('counts nothing that is about a recipient', () => {
  expect(after([[0, { kind: 'neutral' }]])).toBeUndefined();
});

it('ends late deliveries without changing when it is tried again', () => {
  const state = out();
  expect(after([[5, failure]], state)).toBe(state);
  expect(after([[5, success]], state)).toBe(state);
});

it('a transport that failed is tried by one message at a time, after its rest', () => {
  const state = out();
  expect(withProbe(state, start + 29_000, rules)).toBeNull();
  const taken = withProbe(state, start + 30_000, rules);
  expect(taken).not.toBeNull();
  expect(taken && withProbe(taken, start + 31_000, rules)).toBeNull();
  // No report on it.
  expect(taken && withProbe(taken, start + 90_000, rules)).not.toBeNull();
});

it('rests twice as long after each probe that fails, up to a bound', () => {
  let state = out();
  let seconds = 30;
  for (const restSeconds of [60, 120, 240, 480, 960, 960]) {
    state = probed(state, seconds, failure);
    expect(state).toMatchObject({ state: 'out', coolDownMs: restSeconds * 1_000 });
    seconds += 1 + restSeconds;
  }
});

it('comes back after three probes in a row that went well', () => {
  const once = probed(out(), 30, success);
  expect(once).toMatchObject({ state: 'out', successes: 1 });
  const again = probed(once, 31, failure);
  expect(again).toMatchObject({ state: 'out', successes: 0 });
  let state = again;
  for (const seconds of [100, 101, 102]) state = probed(state, seconds, success);
  expect(state).toMatchObject({ state: 'up', failures: 0 });
});

it('lets the next message try when a probe showed nothing', () => {
  const state = probed(out(), 30, { kind: 'neutral' });
  expect(withProbe(state, start + 31_000, rules)).not.toBeNull();
});
