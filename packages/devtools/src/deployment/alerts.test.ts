import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';
import { parse } from 'yaml';
import { alertRulesFile, alertRulesYaml } from './alert-rules';
import { dashboardFile, dashboardJson, dashboardPlans } from './dashboards';
import { chartFolder } from './helm';
import { documentedMetrics } from './documented-metrics';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

const rulesFile = alertRulesFile;
/** Of metrics that are not ours. */
const engineRulesFile = path.join(chartFolder, 'files', 'engine-alerts.yaml');
const testsFile = path.join(projectRoot(), 'deploy', 'helm', 'tests', 'alerts.test.yaml');
const runbooks = path.join(projectRoot(), 'docs', 'runbooks');
const rules = rulesOf(rulesFile);
const allRules = [...rules, ...rulesOf(engineRulesFile)];

function rulesOf(file: string): Rule[] {
  const { groups } = parse(fs.readFileSync(file, 'utf8')) as {
    readonly groups: readonly { readonly rules: readonly Rule[] }[];
  };
  return groups.flatMap((group) => group.rules);
}

/** A histogram has three series. */
function metricsOf(expression: string): string[] {
  const names = [...expression.matchAll(/\b([a-z][a-z0-9]*(?:_[a-z0-9]+)+)(?=[{[)\s]|$)/g)].map(
    ([, name = '']) => name,
  );
  return names
    .filter((name) => name !== 'histogram_quantile' && !name.startsWith('__'))
    .map((name) => name.replace(/_(bucket|count|sum)$/, ''));
}

describe('dashboards', () => {
  it.each(dashboardPlans)('$uid is as its plan says', (plan) => {
    expect(fs.readFileSync(dashboardFile(plan.uid), 'utf8')).toBe(dashboardJson(plan));
  });
});

describe('alerts', () => {
  it('are those of the code; `postrider alert-rules` writes them', () => {
    expect(fs.readFileSync(alertRulesFile, 'utf8')).toBe(alertRulesYaml());
  });

  it('and dashboards name metrics that are documented, which end-to-end tests compare with what is printed', () => {
    const documented = new Set(documentedMetrics().map(({ name }) => name));
    const graphs = dashboardPlans.flatMap(({ rows }) => Object.values(rows).flat());
    const shown = graphs.flatMap(({ queries }) => Object.values(queries));
    const named = [...rules.map(({ expr }) => expr), ...shown].flatMap((expression) => metricsOf(expression));
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((name) => !documented.has(name))).toEqual([]);
  });

  it('have a page each, and no page is without one', () => {
    const named = allRules.map(({ annotations }) => path.basename(annotations.runbook));
    const pages = fs.readdirSync(runbooks).filter((name) => name !== 'README.md');
    expect(pages.sort()).toEqual([...named].sort());
    const index = fs.readFileSync(path.join(runbooks, 'README.md'), 'utf8');
    expect(named.filter((name) => !index.includes(`(${name})`))).toEqual([]);
    for (const { alert, annotations } of allRules) {
      const page = fs.readFileSync(path.join(projectRoot(), annotations.runbook), 'utf8');
      expect(page).toContain(`# ${alert}\n`);
    }
  });

  it('are tested each', () => {
    const tested = fs.readFileSync(testsFile, 'utf8');
    const processAlerts = fs.readFileSync(path.join(__dirname, 'process-alerts.external.test.ts'), 'utf8');
    expect(
      allRules.filter(
        ({ alert }) =>
          !tested.includes(`alertname: ${alert}`) && !processAlerts.includes(`alertname: '${alert}'`),
      ),
    ).toEqual([]);
  });
});
