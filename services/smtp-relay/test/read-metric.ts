import type { Metrics } from '@postrider/runtime';

/** Sum of the samples of a metric in Prometheus' format, of those with `label` (`reason="forged"`) if it is given; 0 without any. */
export async function readMetric(metrics: Metrics, name: string, label = ''): Promise<number> {
  const sample = new RegExp(`^${name}(?:_total)?(\\{[^}]*\\})? (\\S+)`, 'gm');
  const found = [...(await metrics.text()).matchAll(sample)].filter(([, labels = '']) =>
    labels.includes(label),
  );
  return found.reduce((sum, [, , value]) => sum + Number(value), 0);
}
