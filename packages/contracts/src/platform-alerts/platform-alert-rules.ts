import { mailRules } from './mail-rules';
import type { PlatformAlertRule } from './platform-alert-rule';
import { processRules } from './process-rules';

/**
 * The one source of the platform's alert rules. Conditions are ages and shares, so that limits hold for small and large installations.
 * Made from them: deploy/helm/postrider/files/alerts.yaml for Prometheus, metrics-aggregator's own evaluation, and what the operators'
 * Health asserts.
 */
export const platformAlertRules: readonly PlatformAlertRule[] = [...processRules, ...mailRules];

export type PlatformAlertName = (typeof processRules | typeof mailRules)[number]['name'];
