import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { documentedMetrics } from './documented-metrics';
import { chartFolder, examplesFolder, hasHelm, helm, unpackHelm } from './helm';
import { findPromtool } from './promtool';

interface ScaledObject {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly triggers: readonly {
      readonly metadata: { readonly query: string; readonly threshold: string };
    }[];
  };
}

const promtool = findPromtool();
const describeChart = promtool === null || !hasHelm ? describe.skip : describe;
/** Signals by the name of the Deployment. */
const signals = new Map<string, { readonly query: string; readonly threshold: string }>();

beforeAll(async () => {
  if (!hasHelm) return;
  const values = path.join(examplesFolder, 'large.yaml');
  const rendered = helm(await unpackHelm('4.1'), ['template', 'mail', chartFolder, '--values', values]);
  for (const document of parseAllDocuments(rendered)) {
    const manifest = document.toJS() as ScaledObject | null;
    const [trigger] = manifest?.kind === 'ScaledObject' ? manifest.spec.triggers : [];
    if (manifest && trigger) signals.set(manifest.metadata.name, trigger.metadata);
  }
});

/** What Prometheus answers to the query of a service. @throws with promtool's report when it is another value */
function expectSignal(name: string, series: Readonly<Record<string, number>>, value: number): void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'autoscaling-'));
  const file = path.join(folder, 'test.yaml');
  const test = {
    interval: '1m',
    input_series: Object.entries(series).map(([of, each]) => ({ series: of, values: `${each}x5` })),
    promql_expr_test: [
      { expr: signals.get(name)?.query, eval_time: '2m', exp_samples: [{ labels: '{}', value }] },
    ],
  };
  fs.writeFileSync(file, stringify({ tests: [test] }));
  try {
    execFileSync(promtool ?? '', ['test', 'rules', file], { stdio: 'pipe', timeout: 60_000 });
  } catch (error) {
    throw new Error(String((error as { readonly stderr?: Buffer }).stderr), { cause: error });
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

describeChart('the signal by which KEDA scales', () => {
  it('is an age of a documented metric for each service that has one', () => {
    expect([...signals].map(([name, { threshold }]) => [name, threshold])).toEqual([
      ['mail-metrics-aggregator', '60'],
      ['mail-send-worker', '30'],
      ['mail-webhook-dispatcher', '30'],
    ]);
    const documented = new Set(documentedMetrics().map(({ name }) => name));
    for (const { query } of signals.values()) {
      const named = query.match(/\w+(?={)/g) ?? [];
      expect(named.filter((name) => !documented.has(name))).toEqual([]);
      expect(named.every((name) => name.endsWith('_seconds'))).toBe(true);
    }
  });

  const waiting = {
    'webhook_deliveries_oldest_due_seconds{endpoint="answering",instance="a"}': 20,
    'webhook_deliveries_oldest_due_seconds{endpoint="failing",instance="a"}': 9_000,
    'events_oldest_waiting_seconds{consumer="webhook-dispatcher",instance="a"}': 45,
    'events_oldest_waiting_seconds{consumer="metrics-aggregator",instance="a"}': 70,
    'messages_oldest_due_seconds{lane="bulk",instance="a"}': 31,
    'messages_oldest_due_seconds{lane="test",instance="a"}': 500,
  };

  it('of webhook-dispatcher is the oldest due delivery or event, without endpoints that fail', () => {
    expectSignal('mail-webhook-dispatcher', waiting, 45);
    const caughtUp = {
      ...waiting,
      'events_oldest_waiting_seconds{consumer="webhook-dispatcher",instance="a"}': 0,
    };
    expectSignal('mail-webhook-dispatcher', caughtUp, 20);
  });

  it('of metrics-aggregator is the oldest event that is not counted', () => {
    expectSignal('mail-metrics-aggregator', waiting, 70);
  });

  it('of send-worker is the oldest due message, without simulated mail', () => {
    expectSignal('mail-send-worker', waiting, 31);
  });
});
