import type { AlertKind } from '@postrider/contracts/alerts';

/** An alert rule of an organization, and where it stands. */
export interface AlertRule {
  readonly id: string;
  readonly organizationId: string;
  readonly kind: AlertKind;
  readonly isEnabled: boolean;
  readonly warnRate: number | null;
  readonly pauseRate: number | null;
  readonly minimum: number;
  readonly windowMinutes: number;
  /** The organization's sending is paused. */
  readonly isPaused: boolean;
  /** When sending was last resumed after a rule had paused it: what lies before counts no more. */
  readonly resumedAt: Date | null;
  readonly open: OpenAlert | null;
}

export interface OpenAlert {
  readonly id: string;
  readonly level: AlertLevel;
  /** The highest so far. */
  readonly value: number;
}

export type AlertLevel = 'warn' | 'pause';

/** What is to be done about a rule now. An incident is reported once at each level it reaches. */
export type AlertChange =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'open'; readonly level: AlertLevel; readonly value: number }
  | { readonly kind: 'escalate'; readonly value: number }
  | { readonly kind: 'raise'; readonly value: number }
  | { readonly kind: 'close' };

/** A value that wavers around its limit is one incident, not one a minute. */
const recoveredShare = 0.75;

const nothing: AlertChange = { kind: 'nothing' };
const close: AlertChange = { kind: 'close' };

/**
 * ```
 * none ─ warns ─▶ warn ─ pauses ─▶ pause ─ resumed by an admin ─▶ closed
 *   └──────────── pauses ────────────┘
 * warn ─ recovered ─▶ closed
 * ```
 *
 * A pause ends when an admin resumes sending, not by the numbers: while nothing is sent they get better by themselves.
 *
 * @param value rate, or count for rules without rates; null: too little was sent to say
 * @param mayPause false: reports that a stranger can cause make up the rate, so it warns at most
 */
export function evaluateRule(rule: AlertRule, value: number | null, mayPause: boolean): AlertChange {
  const { open, isEnabled, isPaused } = rule;
  if (open?.level === 'pause') {
    if (!isPaused || !isEnabled) return close;
    return raised(open, value);
  }
  const level = isEnabled && value !== null ? levelOf(rule, value, mayPause) : null;
  if (open === null) return level === null || value === null ? nothing : { kind: 'open', level, value };
  if (level === 'pause' && value !== null) return { kind: 'escalate', value };
  if (value === null || !isEnabled || value < warnsAt(rule) * recoveredShare) return close;
  return raised(open, value);
}

function levelOf(rule: AlertRule, value: number, mayPause: boolean): AlertLevel | null {
  if (mayPause && rule.pauseRate !== null && value >= rule.pauseRate) return 'pause';
  return value >= warnsAt(rule) ? 'warn' : null;
}

/** Rules without rates count, and warn at their minimum. */
function warnsAt({ kind, warnRate, minimum }: AlertRule): number {
  return isRateRule(kind) ? (warnRate ?? Infinity) : minimum;
}

export function isRateRule(kind: AlertKind): boolean {
  return kind === 'bounce' || kind === 'complaint';
}

function raised(open: OpenAlert, value: number | null): AlertChange {
  return value !== null && value > open.value ? { kind: 'raise', value } : nothing;
}
