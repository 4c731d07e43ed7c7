import fs from 'node:fs';
import path from 'node:path';
import {
  platformAlertRules,
  type Expression,
  type PlatformAlertRule,
  type Selector,
} from '@postrider/contracts/platform-alerts';
import { stringify } from 'yaml';
import { chartFolder } from './helm';

export const alertRulesFile = path.join(chartFolder, 'files', 'alerts.yaml');

const heading = `# Alert rules for Prometheus. They use ages and shares, so thresholds hold for small and large installations.
# Made from packages/contracts/src/platform-alerts by \`packages/devtools/bin/postrider alert-rules\`.
# Each has a page in docs/runbooks, and a test in deploy/helm/tests/alerts.test.yaml.
# The scrape configuration sets the labels job="postrider", service and instance: the chart's PodMonitor does, and so does
# deploy/prometheus/scrape.yaml for installations without Kubernetes.
`;

export function writeAlertRules(): void {
  fs.writeFileSync(alertRulesFile, alertRulesYaml());
}

export function alertRulesYaml(): string {
  const rules = platformAlertRules.map(ruleOf);
  return heading + stringify({ groups: [{ name: 'postrider', rules }] }, { lineWidth: 0 });
}

function ruleOf({ name, condition, forSeconds, severity, summary, runbook }: PlatformAlertRule): object {
  return {
    alert: name,
    expr: promql(condition),
    ...(forSeconds > 0 && { for: durationOf(forSeconds) }),
    labels: { severity },
    annotations: { summary: templateOf(summary), runbook: `docs/runbooks/${runbook}.md` },
  };
}

const valueForms: Readonly<Record<string, string>> = {
  '': `printf "%.0f"`,
  ':duration': 'humanizeDuration',
  ':share': 'humanizePercentage',
};

function templateOf(summary: string): string {
  return summary.replace(/\{(\w+)(:\w+)?\}/g, (_placeholder, name: string, form: string | undefined) =>
    name === 'value' ? `{{ $value | ${valueForms[form ?? ''] ?? ''} }}` : `{{ $labels.${name} }}`,
  );
}

function durationOf(seconds: number): string {
  const [amount, unit] =
    seconds % 3_600 === 0
      ? [seconds / 3_600, 'h']
      : seconds % 60 === 0
        ? [seconds / 60, 'm']
        : [seconds, 's'];
  return `${amount}${unit}`;
}

/** An expression in Prometheus' language. */
export function promql(expression: Expression): string {
  switch (expression.kind) {
    case 'series':
      return selectorOf(expression);
    case 'rate':
    case 'increase':
      return `${expression.kind}(${selectorOf(expression)}[${durationOf(expression.seconds)}])`;
    case 'absent':
      return `absent(${selectorOf(expression)})`;
    case 'aggregate': {
      const by = expression.by.length === 0 ? '' : ` by (${expression.by.join(', ')}) `;
      return `${expression.function}${by}(${promql(expression.of)})`;
    }
    case 'quantile':
      return `histogram_quantile(${expression.quantile}, ${promql(expression.of)})`;
    case 'ratio':
      return `${promql(expression.of)} / ${promql(expression.to)}`;
    case 'until':
      return `${promql(expression.time)} - time()`;
    case 'compare':
      return `${promql(expression.of)} ${expression.operator} ${expression.limit}`;
    case 'and':
    case 'or':
      return expression.of.map(inGroup).join(` ${expression.kind} `);
  }
}

const inGroup = (part: Expression): string =>
  part.kind === 'and' || part.kind === 'or' ? `(${promql(part)})` : promql(part);

function selectorOf({ metric, where }: Selector): string {
  if (where.length === 0) return metric;
  return `${metric}{${where.map(({ label, operator, value }) => `${label}${operator}"${value}"`).join(',')}}`;
}
