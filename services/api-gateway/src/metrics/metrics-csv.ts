import { stringify } from 'csv-stringify/sync';
import type { MetricsResource } from '@postrider/contracts';
import { counterNames } from './metrics.presenter';

/**
 * The breakdown when there is one, otherwise the series, with a header row. Texts that a spreadsheet would run as
 * a formula (a key may be named `=HYPERLINK(…)`) are escaped.
 */
export function metricsCsv(metrics: MetricsResource): string {
  const rows = metrics.by ?? metrics.series;
  const columns = metrics.by
    ? ['key', 'label', ...counterNames, 'delayed', 'blocked']
    : ['day', ...counterNames];
  return stringify([...rows], { header: true, columns, escape_formulas: true });
}
