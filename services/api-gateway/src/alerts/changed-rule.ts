import { defaultAlertRules, type AlertRuleChange, type AlertRuleResource } from '@postrider/contracts/alerts';
import { invalidField } from '@postrider/contracts/errors';

/**
 * A rule with its changes. Limits that pause protect the reputation that organizations share, so they only get stricter than the
 * defaults, or than what the operator has set.
 *
 * @param path of the change in the request, for errors
 * @throws AppError `validation_error`
 */
export function changedRule(
  rules: readonly AlertRuleResource[],
  change: AlertRuleChange,
  path: string,
): AlertRuleResource {
  const defaults = defaultAlertRules.find(({ kind }) => kind === change.kind);
  const rule = rules.find(({ kind }) => kind === change.kind);
  const refuse = (field: string, problem: string): never => {
    throw invalidField(`${path}.${field}`, problem);
  };
  if (defaults === undefined || rule === undefined) {
    return refuse('kind', 'the organization has no rule of this kind');
  }
  const { enabled = rule.enabled, minimum = rule.minimum } = change;
  const hasRates = defaults.pauseRate !== null;
  if (!hasRates) {
    if (change.warn_rate !== undefined) refuse('warn_rate', 'this rule counts and has no rates');
    if (change.pause_rate !== undefined) refuse('pause_rate', 'this rule counts and has no rates');
    return { ...rule, enabled, minimum };
  }
  if (change.enabled === false) refuse('enabled', 'this rule cannot be disabled');
  const minimumMax = Math.max(defaults.minimum, rule.minimum);
  if (minimum > minimumMax) refuse('minimum', `at most ${minimumMax}`);
  const { warn_rate: warnRate = rule.warn_rate, pause_rate: pauseRate = rule.pause_rate } = change;
  const pauseMax = Math.max(defaults.pauseRate, rule.pause_rate ?? 1);
  if (pauseRate !== null && pauseRate > pauseMax) refuse('pause_rate', `at most ${pauseMax}`);
  if (warnRate !== null && pauseRate !== null && warnRate > pauseRate) {
    refuse(change.warn_rate === undefined ? 'pause_rate' : 'warn_rate', 'warn_rate is above pause_rate');
  }
  return { ...rule, enabled, minimum, warn_rate: warnRate, pause_rate: pauseRate };
}
