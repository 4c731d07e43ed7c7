import fs from 'node:fs';
import path from 'node:path';
import { platformAlertRules } from '@postrider/contracts/platform-alerts';
import { projectRoot } from '@postrider/testkit';
import { parse } from 'yaml';
import { advance, type AlertState } from './alert-states';
import type { Labels, PrintedSeries } from './samples';
import { SampleStore } from './samples';

// The scenarios with which promtool tests the rules for Prometheus: the same series give the same alerts here.

interface Scenario {
  readonly name: string;
  readonly input_series: readonly { readonly series: string; readonly values: string }[];
  readonly alert_rule_test: readonly {
    readonly eval_time: string;
    readonly alertname: string;
    readonly exp_alerts: readonly {
      readonly exp_labels: Labels;
      readonly exp_annotations: { readonly summary: string };
    }[];
  }[];
}

const file = path.join(projectRoot(), 'deploy', 'helm', 'tests', 'alerts.test.yaml');
const { tests } = parse(fs.readFileSync(file, 'utf8')) as { readonly tests: readonly Scenario[] };
const ours = new Map<string, string>(
  platformAlertRules
    .filter(({ evaluator }) => evaluator === 'any')
    .map(({ name, severity }) => [name, severity]),
);

/** `0 5+1x3 _x2 stale`: undefined is no sample, and null the end of the series. */
function valuesOf(notation: string): (number | null | undefined)[] {
  return notation.split(' ').flatMap((item): (number | null | undefined)[] => {
    if (item === 'stale') return [null];
    const [, missing] = /^_(?:x(\d+))?$/.exec(item) ?? [];
    if (item.startsWith('_')) return Array.from({ length: Number(missing ?? 1) }, () => undefined);
    const [, from = '', step = '0', times = '0'] = /^([\d.e]+)([+-][\d.e]+)?(?:x(\d+))?$/.exec(item) ?? [];
    return Array.from({ length: Number(times) + 1 }, (_each, index) => Number(from) + index * Number(step));
  });
}

function seriesOf(written: string): Pick<PrintedSeries, 'metric' | 'labels'> {
  const labels = [...written.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]);
  return { metric: /^\w+/.exec(written)?.[0] ?? '', labels: Object.fromEntries(labels) as Labels };
}

function alertsAt(scenario: Scenario, minutes: number): AlertState[] {
  const samples = new SampleStore();
  const input = scenario.input_series.map(({ series, values }) => ({
    ...seriesOf(series),
    values: valuesOf(values),
  }));
  let states: AlertState[] = [];
  for (let minute = 0; minute <= minutes; minute += 1) {
    const now = new Date(minute * 60_000);
    for (const [index, { values, ...series }] of input.entries()) {
      const value = values[minute];
      if (value === undefined) continue;
      samples.add(String(index), minute * 60, value === null ? [] : [{ ...series, value }]);
    }
    states = advance(states, { samples, now, collectingSince: new Date(-86_400_000) });
  }
  return states.filter(({ firingSince, resolvedAt }) => firingSince !== null && resolvedAt === null);
}

const evaluated = tests
  .map(({ alert_rule_test, ...scenario }) => ({
    ...scenario,
    alert_rule_test: alert_rule_test.filter(({ alertname }) => ours.has(alertname)),
  }))
  .filter(({ alert_rule_test: expected }) => expected.length > 0);

it('alerts.test.yaml has a scenario for each rule', () => {
  const covered = evaluated.flatMap(({ alert_rule_test: expected }) =>
    expected.map(({ alertname }) => alertname),
  );
  expect([...ours.keys()].filter((name) => !covered.includes(name))).toEqual(['PostriderProcessDown']);
});

describe.each(evaluated.map((scenario) => [scenario.name, scenario] as const))('%s', (_name, scenario) => {
  it.each(scenario.alert_rule_test.map((test) => [test.alertname, test.eval_time, test] as const))(
    '%s at %s',
    (name, at, test) => {
      const firing = alertsAt(scenario, Number.parseInt(at, 10)).filter(({ rule }) => rule === name);
      expect(firing.map(({ labels, summary }) => ({ labels, summary }))).toEqual(
        test.exp_alerts.map(({ exp_labels: { severity, ...labels }, exp_annotations: { summary } }) => {
          expect(severity).toBe(ours.get(name));
          return { labels, summary };
        }),
      );
    },
  );
});
