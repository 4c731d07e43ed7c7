import type { TransportState } from '@postrider/contracts/transports';

/** What a delivery has shown about its transport; what is about the recipient or the message shows nothing. */
export type Sign =
  | { readonly kind: 'success' }
  | { readonly kind: 'failure'; readonly cause: TransportState['cause']; readonly reason: string }
  /** The server was reached, and spoke of the recipient or the message. */
  | { readonly kind: 'neutral' };

export interface HealthRules {
  /** Failures in a row that take a transport out. One or two happen to every server that restarts. */
  readonly failuresMax: number;
  /** They count as in a row within this time. */
  readonly windowMs: number;
  /** How long it rests at first; doubles with each probe that fails. */
  readonly coolDownMs: number;
  readonly coolDownMaxMs: number;
  /** Probes in a row that bring it back: one may have met a server that dies again under load. */
  readonly successesMin: number;
  /** A probe without a report by then is forgotten. */
  readonly probeMs: number;
}

/** The first failures of a dead host come 5 and 10 s apart, as its site is suspended meanwhile (`suspended.ts`). */
export function healthRules(coolDownMs: number): HealthRules {
  return {
    failuresMax: 3,
    windowMs: 120_000,
    coolDownMs,
    coolDownMaxMs: coolDownMs * 32,
    successesMin: 3,
    probeMs: 60_000,
  };
}

/*
 * A transport's states, as in `transportState` of contracts:
 *
 *   up  -- failuresMax failures within windowMs --> out
 *   out -- a probe fails --> out, resting twice as long
 *   out -- successesMin probes in a row go well --> up
 *
 * Absent: up, and nothing is known against it. While it is out and no probe is under way, reports about it come from
 * deliveries that had begun before, and changes nothing.
 */

/** @returns the state after the sign; the same object when it changes nothing */
export function afterSign(
  state: TransportState | undefined,
  sign: Sign,
  given: { readonly nowMs: number; readonly rules: HealthRules },
): TransportState | undefined {
  if (state?.state === 'out') return given.nowMs < state.probeUntil ? afterProbe(state, sign, given) : state;
  if (sign.kind === 'neutral') return state;
  if (sign.kind === 'success') return state && state.failures > 0 ? { ...state, failures: 0 } : state;
  return afterFailure(state, sign, given);
}

function afterFailure(
  state: TransportState | undefined,
  { cause, reason }: Extract<Sign, { kind: 'failure' }>,
  { nowMs, rules }: { readonly nowMs: number; readonly rules: HealthRules },
): TransportState {
  const isInRow = state !== undefined && state.failures > 0 && nowMs - state.failedAt < rules.windowMs;
  const failures = isInRow ? state.failures + 1 : 1;
  const isOut = failures >= rules.failuresMax;
  return {
    state: isOut ? 'out' : 'up',
    failures,
    failedAt: isInRow ? state.failedAt : nowMs,
    reason,
    cause,
    since: isOut ? nowMs : (state?.since ?? nowMs),
    probeAt: nowMs + rules.coolDownMs,
    probeUntil: 0,
    coolDownMs: rules.coolDownMs,
    successes: 0,
  };
}

function afterProbe(
  state: TransportState,
  sign: Sign,
  { nowMs, rules }: { readonly nowMs: number; readonly rules: HealthRules },
): TransportState {
  if (sign.kind === 'neutral') return { ...state, probeUntil: 0 };
  if (sign.kind === 'failure') {
    const coolDownMs = Math.min(state.coolDownMs * 2, rules.coolDownMaxMs);
    const { cause, reason } = sign;
    return { ...state, cause, reason, coolDownMs, probeAt: nowMs + coolDownMs, probeUntil: 0, successes: 0 };
  }
  const successes = state.successes + 1;
  if (successes < rules.successesMin) return { ...state, successes, probeAt: nowMs, probeUntil: 0 };
  return { ...state, state: 'up', since: nowMs, failures: 0, successes, probeUntil: 0 };
}

/** @returns the state with the probe taken; null when it is not time for one, or another message is one */
export function withProbe(state: TransportState, nowMs: number, rules: HealthRules): TransportState | null {
  if (state.state !== 'out' || nowMs < state.probeAt || nowMs < state.probeUntil) return null;
  return { ...state, probeUntil: nowMs + rules.probeMs };
}
