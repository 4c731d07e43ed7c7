import { createApiKey, createDomain } from '@postrider/testkit';
import type { Api } from '../../system/api';
import type { BenchHarness } from '../bench-harness';
import type { BenchLine, BenchResult } from '../bench-line';
import { largeOrganizationId } from '../large-database';
import { bounded } from '../measure/bounded';

/** Half of them are the large organization's: it has a million. */
const rows = 2_000_000;
const p95MsMax = 300;
const requestsPerPage = 60;

export const consoleListLine: BenchLine = {
  name: 'console_list',
  product: 'GET /emails of an organization with 1,000,000, p95 of the slowest filter',
  floor: 'what it may take',
  unit: 'ms',
  must: 1,
  aim: 3,
  run: measureFilters,
};

/** Each filter with values that many, few and no emails have. What none has is searched for longest. */
const filtersOf = ({ domain, key }: { readonly domain: string; readonly key: string }): string[] => [
  ...['', 'status=delivered', 'status=bounced', 'status=unconfirmed', 'mode=live', 'mode=test'],
  ...['to=reader-4@recipients.test', 'to=none@recipients.test', 'kind=order_shipped', 'kind=none'],
  ...['subject=order', 'subject=nowhere', 'tag=campaign:autumn', 'metadata=order:1042'],
  ...['message_id=%3C1000000%40bench.test%3E', 'message_id=%3Cnone%40bench.test%3E'],
  ...[`domain=${domain}`, `key=${largeOrganizationId}`, `key=${key}`, 'template=none'],
  ...['broadcast=00000000-0000-7000-8000-000000000001', 'failure_class=full'],
  `since=${daysAgo(20)}&until=${daysAgo(19)}`,
  `status=bounced&kind=order_shipped&since=${daysAgo(20)}`,
  'to=reader-4@recipients.test&status=unconfirmed',
];

async function measureFilters(harness: BenchHarness): Promise<BenchResult> {
  const context = await harness.filled(rows);
  const domain = await createDomain(context.pool, { organizationId: largeOrganizationId });
  const key = await createApiKey(context.pool, { organizationId: largeOrganizationId });
  const system = await harness.services(['api-gateway'], { context });
  const api = system.api(key.token);
  const slowest = new Map<string, number>();
  for (const filter of filtersOf({ domain: domain.name, key: key.id })) {
    slowest.set(filter === '' ? 'no filter' : filter, await p95Of(api, `/emails?limit=50&${filter}`));
  }
  const sorted = [...slowest].sort(([, one], [, other]) => other - one);
  return bounded(
    sorted[0]?.[1] ?? NaN,
    p95MsMax,
    new Map(sorted.slice(0, 6).map(([filter, ms]) => [filter, `${ms.toFixed(1)} ms`])),
  );
}

/** Of requests for one page. */
export async function p95Of(api: Api, path: string): Promise<number> {
  const times: number[] = [];
  for (let request = 0; request < requestsPerPage; request += 1) {
    const begunMs = performance.now();
    const { status, body } = await api.request('GET', path);
    if (status !== 200) throw new Error(`GET ${path} answers ${status}: ${JSON.stringify(body)}`);
    times.push(performance.now() - begunMs);
  }
  return times.toSorted((one, other) => one - other)[Math.ceil(0.95 * times.length) - 1] ?? NaN;
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}
