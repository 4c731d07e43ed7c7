import {
  platformAlertRules,
  type PlatformAlertName,
  type PlatformAlertRule,
} from '@postrider/contracts/platform-alerts';
import type { StoredAlert, StoredAlerts } from './alerts.repository';

/** Something that holds on a healthy platform, or does not. */
export interface HealthCheck {
  /** The name of an alert rule, or of a check that only Health makes. */
  readonly check: PlatformAlertName | 'alert_rules' | 'source_names' | 'reviews';
  /** What holds when it is `ok`. */
  readonly title: string;
  /** `pending`: the rule is broken, and fires if that goes on. `unknown`: it could not be read. */
  readonly state: 'ok' | 'pending' | 'warning' | 'failed' | 'unknown';
  readonly detail: string;
  /** Since when it does not hold; null: it holds, or that is not known. */
  readonly since: Date | null;
  /** Page of the runbooks; null: it needs none. */
  readonly runbook: string | null;
}

/** What this process reads itself about rules: empty when the rule is not broken, null when it could not be read. */
export type OwnReadings = ReadonlyMap<PlatformAlertName, string | null>;

/** Four rounds of metrics-aggregator. */
const silentSeconds = 60;
const summariesMax = 10;

/** Each rule as an assertion, as metrics-aggregator evaluated it, and whether it does. */
export function checkRules(
  { evaluatedSecondsAgo, alerts, unmeasured }: StoredAlerts,
  readings: () => Promise<OwnReadings>,
): Promise<HealthCheck[]> {
  if (evaluatedSecondsAgo === null) return checkOwn(notEvaluated, readings);
  const seconds = Math.round(evaluatedSecondsAgo);
  if (seconds > silentSeconds) {
    const detail = `metrics-aggregator has not evaluated the alert rules for ${seconds} seconds. Below is what this gateway reads itself.`;
    return checkOwn({ ...evaluation, state: 'failed', detail, runbook: 'process-down' }, readings);
  }
  const evaluated = platformAlertRules.filter(({ evaluator }) => evaluator === 'any');
  const detail = `metrics-aggregator evaluated them ${seconds} seconds ago.`;
  return Promise.resolve([
    { ...evaluation, detail },
    ...evaluated.map((rule) => {
      const found = alerts.filter((alert) => alert.rule === rule.name);
      if (found.length > 0 || !unmeasured.includes(rule.name)) return checkRule(rule, found);
      return assertionOf(rule, { state: 'unknown', detail: 'Nothing measures it here.', since: null });
    }),
  ]);
}

const evaluation: Omit<HealthCheck, 'detail'> = {
  ...{ check: 'alert_rules', title: 'The alert rules are evaluated', state: 'ok' },
  ...{ since: null, runbook: null },
};

const notEvaluated: HealthCheck = {
  ...evaluation,
  state: 'unknown',
  detail:
    'metrics-aggregator does not evaluate the alert rules here: where Prometheus does, look there too. Below is what this gateway reads itself.',
};

function checkRule(rule: PlatformAlertRule, alerts: readonly StoredAlert[]): HealthCheck {
  const [first] = alerts;
  if (first === undefined) return assertionOf(rule, { state: 'ok', detail: '', since: null });
  const firing = alerts.filter(({ firingSince }) => firingSince !== null);
  const shown = firing.length > 0 ? firing : alerts;
  const rest = shown.length > summariesMax ? [`${shown.length - summariesMax} more.`] : [];
  const summaries = [...shown.slice(0, summariesMax).map(({ summary }) => summary), ...rest];
  const state = firing.length === 0 ? 'pending' : brokenState(rule);
  return assertionOf(rule, { state, detail: summaries.join('\n'), since: first.activeSince });
}

const brokenState = ({ severity }: PlatformAlertRule) => (severity === 'critical' ? 'failed' : 'warning');

function assertionOf(
  { name, assertion, runbook }: PlatformAlertRule,
  found: Pick<HealthCheck, 'state' | 'detail' | 'since'>,
): HealthCheck {
  return { check: name as PlatformAlertName, title: assertion, ...found, runbook };
}

async function checkOwn(first: HealthCheck, readings: () => Promise<OwnReadings>): Promise<HealthCheck[]> {
  const read = await readings();
  const checks = platformAlertRules.flatMap((rule): HealthCheck[] => {
    const detail = read.get(rule.name as PlatformAlertName);
    if (detail === undefined) return [];
    if (detail === null)
      return [assertionOf(rule, { state: 'unknown', detail: 'It could not be read.', since: null })];
    return [assertionOf(rule, { state: detail === '' ? 'ok' : brokenState(rule), detail, since: null })];
  });
  return [first, ...checks];
}
