import type { Expression } from './expression';

/** A rule about the platform: for its operators, not for an organization. */
export interface PlatformAlertRule {
  readonly name: `Postrider${string}`;
  readonly severity: 'critical' | 'warning';
  /** It is broken while this has values: one alert for each. */
  readonly condition: Expression;
  /** How long it is broken before the alert fires. */
  readonly forSeconds: number;
  /** What holds while the rule is not broken. */
  readonly assertion: string;
  /** `{label}`, and the value as a whole number `{value}`, a span of time `{value:duration}` or a share `{value:share}`. */
  readonly summary: string;
  /** Page of docs/runbooks, without `.md`. */
  readonly runbook: string;
  /** Who can evaluate it: what Prometheus discovers, metrics-aggregator does not know. */
  readonly evaluator: 'any' | 'prometheus';
  /** Its metrics have no series where what they measure is not configured, or not known: then nothing is asserted. */
  readonly isOptional?: true;
}

/** Where the gateway serves a runbook. */
export const runbookPath = (runbook: string): string => `/docs/runbooks/${runbook}`;
