import {
  platformAlertRules,
  selectorsOf,
  type PlatformAlertRule,
} from '@postrider/contracts/platform-alerts';
import { evaluate, type LabelledValue } from './evaluate-expression';
import { keyOfLabels, type Labels, type Samples } from './samples';

/**
 * One alert of a rule, by its labels: pending (broken for less than `forSeconds`), firing, or resolved. A resolved one is kept until
 * operators have read of it, and is the same alert when the rule is broken again by then.
 */
export interface AlertState {
  readonly rule: string;
  readonly labels: Labels;
  readonly summary: string;
  readonly activeSince: Date;
  /** Null: pending. */
  readonly firingSince: Date | null;
  readonly resolvedAt: Date | null;
  /** When a mail named it last; null: none did since it began to fire. */
  readonly mailedAt: Date | null;
}

export const keyOfAlert = ({ rule, labels }: Pick<AlertState, 'rule' | 'labels'>): string =>
  `${rule} ${keyOfLabels(labels)}`;

const rules = platformAlertRules.filter(({ evaluator }) => evaluator === 'any');
/** Alerts of one rule; more of one kind say nothing new, and a rule must not fill the table. */
const alertsOfRuleMax = 50;
/** After a start, gauges appear with the first looks of their processes. */
const settleSeconds = 60;

export interface Evaluation {
  readonly samples: Samples;
  readonly now: Date;
  /** When this process began to collect samples: until a rule's window is full, the absence of values proves nothing. */
  readonly collectingSince: Date;
}

/** What the rules say now, of what they said before. */
export function advance(before: readonly AlertState[], evaluation: Evaluation): AlertState[] {
  const { now } = evaluation;
  const known = new Map(before.map((state) => [keyOfAlert(state), state]));
  const after = rules.flatMap((rule) => brokenNow(rule, evaluation, known));
  const broken = new Set(after.map(keyOfAlert));
  for (const [key, state] of known) {
    if (broken.has(key)) continue;
    const rule = rules.find(({ name }) => name === state.rule);
    // A rule of another version.
    if (rule === undefined) continue;
    if (!isSettled(rule, evaluation) || state.resolvedAt !== null) after.push(state);
    else if (state.firingSince !== null || state.mailedAt !== null) {
      // Operators read that it fires: they shall read that it does not.
      after.push({ ...state, firingSince: state.firingSince ?? state.activeSince, resolvedAt: now });
    }
  }
  return after;
}

function brokenNow(
  { name, condition, summary, forSeconds }: PlatformAlertRule,
  { samples, now }: Evaluation,
  known: ReadonlyMap<string, AlertState>,
): AlertState[] {
  const found = evaluate(condition, samples, now.getTime() / 1_000);
  return found.slice(0, alertsOfRuleMax).map((each) => {
    const { labels } = each;
    const last = known.get(keyOfAlert({ rule: name, labels }));
    const goesOn = last?.resolvedAt === null;
    const activeSince = goesOn ? last.activeSince : now;
    const isOverdue = now.getTime() - activeSince.getTime() >= forSeconds * 1_000;
    return {
      ...{ rule: name, labels, summary: summaryOf(summary, each), activeSince, resolvedAt: null },
      firingSince: (goesOn ? last.firingSince : null) ?? (isOverdue ? now : null),
      mailedAt: last?.mailedAt ?? null,
    };
  });
}

/** A rule's summary with labels and value, in the words of Prometheus' templates. */
function summaryOf(template: string, { labels, value }: LabelledValue): string {
  return template.replace(/\{(\w+)(?::(\w+))?\}/g, (_placeholder, name: string, form: string | undefined) => {
    if (name !== 'value') return labels[name] ?? '';
    if (form === 'duration') return durationText(value);
    return form === 'share' ? `${digits(value * 100)}%` : value.toFixed(0);
  });
}

/** Four significant ones, as `%.4g`. */
const digits = (value: number): string => String(Number(value.toPrecision(4)));

/** `2d 23h 0m 0s`, `31m 0s`, `2.483s`, `750ms` */
function durationText(seconds: number): string {
  const size = Math.abs(seconds);
  if (size === 0) return '0s';
  if (size < 1) return `${digits(seconds * 1_000)}ms`;
  const sign = seconds < 0 ? '-' : '';
  const [days, hours, minutes] = [size / 86_400, (size / 3_600) % 24, (size / 60) % 60].map(Math.floor);
  const rest = `${Math.floor(size) % 60}s`;
  if (days) return `${sign}${days}d ${hours}h ${minutes}m ${rest}`;
  if (hours) return `${sign}${hours}h ${minutes}m ${rest}`;
  return minutes ? `${sign}${minutes}m ${rest}` : `${sign}${digits(size)}s`;
}

function isSettled({ condition }: PlatformAlertRule, { now, collectingSince }: Evaluation): boolean {
  const seconds = Math.max(settleSeconds, ...selectorsOf(condition).map((selector) => selector.seconds));
  return now.getTime() - collectingSince.getTime() >= seconds * 1_000;
}

/** Names of optional rules whose metrics no process has now. */
export function unmeasuredRules(samples: Samples, now: Date): string[] {
  const hasSeries = ({ condition }: PlatformAlertRule): boolean =>
    selectorsOf(condition).some(({ metric, where }) => {
      const found = evaluate({ kind: 'series', metric, where }, samples, now.getTime() / 1_000);
      return found.length > 0;
    });
  return rules.filter((rule) => rule.isOptional && !hasSeries(rule)).map(({ name }) => name);
}
