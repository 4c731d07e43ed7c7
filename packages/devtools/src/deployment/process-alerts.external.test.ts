import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';
import { parseAllDocuments, stringify } from 'yaml';
import { serviceNames } from '../processes/service-process';
import { chartFolder, examplesFolder, hasHelm, helm, unpackHelm } from './helm';
import type { Manifest } from './kubernetes-types';
import { findPromtool } from './promtool';
import { podMonitorLabels, scrapeFile, scrapeFileLabels, type TargetLabels } from './scrape-labels';

// The rules and what makes the labels that they select are tested together: a rule that selects a job which no installation has
// never fires.
const promtool = findPromtool();
const describeRules = promtool === null || !hasHelm ? describe.skip : describe;
const alertsFile = path.join(chartFolder, 'files', 'alerts.yaml');
let folder = '';
let helmProgram = '';

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'process-alerts-'));
  if (hasHelm) helmProgram = await unpackHelm('4.1');
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

function chartLabels(release: string): TargetLabels[] {
  const rendered = helm(helmProgram, [
    'template',
    release,
    chartFolder,
    '--values',
    path.join(examplesFolder, 'minimal.yaml'),
    '--set',
    'monitoring.podMonitor.enabled=true',
  ]);
  const manifests = parseAllDocuments(rendered)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest): manifest is Manifest => manifest !== null);
  return podMonitorLabels(manifests, 'production');
}

describeRules.each([
  ['the chart, installed as the documentation says', () => chartLabels('mail')],
  ['the chart, under another release name', () => chartLabels('acme-eu1')],
  ['deploy/prometheus/scrape.yaml', scrapeFileLabels],
])('alerts about processes, scraped by %s', (_by, labelsOf) => {
  it('cover all five services', () => {
    expect([...new Set(labelsOf().map((labels) => labels['service']))].sort()).toEqual(
      [...serviceNames].sort(),
    );
  });

  it.each(serviceNames)('fire when a process of %s does not answer', (service) => {
    const all = labelsOf();
    const victim = all.find((labels) => labels['service'] === service);
    const series = all.map((labels) => upSeries(labels, labels === victim ? '1 1 0x10' : '1x12'));
    expectAlerts(series, [
      { eval_time: '3m', alertname: 'PostriderProcessDown', exp_alerts: [] },
      {
        eval_time: '5m',
        alertname: 'PostriderProcessDown',
        exp_alerts: [
          {
            exp_labels: { severity: 'critical', ...victim },
            exp_annotations: {
              summary: `${service} (${victim?.['instance'] ?? ''}) does not answer.`,
              runbook: 'docs/runbooks/process-down.md',
            },
          },
        ],
      },
      { eval_time: '10m', alertname: 'PostriderServiceMissing', exp_alerts: [] },
    ]);
  });

  it.each(serviceNames)('fire when Prometheus finds no process of %s', (service) => {
    const others = labelsOf().filter((labels) => labels['service'] !== service);
    expectAlerts(
      others.map((labels) => upSeries(labels, '1x12')),
      [
        { eval_time: '4m', alertname: 'PostriderServiceMissing', exp_alerts: [] },
        {
          eval_time: '6m',
          alertname: 'PostriderServiceMissing',
          exp_alerts: [
            {
              exp_labels: { severity: 'critical', job: 'postrider', service },
              exp_annotations: {
                summary: `Prometheus finds no process of ${service}.`,
                runbook: 'docs/runbooks/service-missing.md',
              },
            },
          ],
        },
      ],
    );
  });
});

describeRules('alert rules', () => {
  it('fire when they should, by Prometheus itself', () => {
    const scenarios = path.join(projectRoot(), 'deploy', 'helm', 'tests', 'alerts.test.yaml');
    expect(runPromtool('check', 'rules', alertsFile)).toMatch(/SUCCESS: \d\d rules found/);
    expect(runPromtool('check', 'rules', path.join(chartFolder, 'files', 'engine-alerts.yaml'))).toContain(
      '1 rules found',
    );
    expect(runPromtool('test', 'rules', scenarios)).toContain('SUCCESS');
  });
});

describeRules('deploy/prometheus/scrape.yaml', () => {
  it('is a valid configuration of Prometheus', () => {
    fs.copyFileSync(scrapeFile, path.join(folder, 'prometheus.yaml'));
    fs.copyFileSync(alertsFile, path.join(folder, 'alerts.yaml'));
    expect(runPromtool('check', 'config', path.join(folder, 'prometheus.yaml'))).toContain('SUCCESS');
  });
});

function upSeries(labels: TargetLabels, values: string): { series: string; values: string } {
  const written = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return { series: `up{${written.join(',')}}`, values };
}

/** @throws with promtool's own report, when an alert differs */
function expectAlerts(inputSeries: readonly object[], alertRuleTests: readonly object[]): void {
  const file = path.join(folder, 'rules.test.yaml');
  const test = { interval: '1m', input_series: inputSeries, alert_rule_test: alertRuleTests };
  fs.writeFileSync(file, stringify({ rule_files: [alertsFile], evaluation_interval: '1m', tests: [test] }));
  expect(runPromtool('test', 'rules', file)).toContain('SUCCESS');
}

function runPromtool(...args: string[]): string {
  try {
    return execFileSync(promtool ?? '', args, { encoding: 'utf8', timeout: 60_000, stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
    return `${stdout ?? ''}${stderr ?? ''}`;
  }
}
