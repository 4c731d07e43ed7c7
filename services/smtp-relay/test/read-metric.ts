import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from '@postrider/runtime';

/** Sum of the samples of a metric in Prometheus' format, of those with `label` (`reason="forged"`) if it is given; 0 without any. */
export async function readMetric(metrics: Metrics, name: string, label = ''): Promise<number> {
  const sample = new RegExp(`^${name}(?:_total)?(\\{[^}]*\\})? (\\S+)`, 'gm');
  const found = [...(await scrape(metrics)).matchAll(sample)].filter(([, labels = '']) =>
    labels.includes(label),
  );
  return found.reduce((sum, [, , value]) => sum + Number(value), 0);
}

async function scrape(metrics: Metrics): Promise<string> {
  const server = createServer((request, response) => metrics.handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  server.close();
  return text;
}
