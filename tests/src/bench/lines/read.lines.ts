import { createApiKey } from '@postrider/testkit';
import type { Api } from '../../system/api';
import type { BenchLine, BenchResult } from '../bench-line';
import { compare } from '../measure/compare';
import { loadHttp, type HttpTarget } from '../measure/http-load';
import { largeOrganizationId, largeRows } from '../large-database';
import type { BenchHarness } from '../bench-harness';
import type { System } from '../../system/system';

/** Pages asked for in turn: the first and those behind it. */
const pagesInTurn = 40;
const metricsPath = '/metrics?days=90&facet=provider';

export const readLines: readonly BenchLine[] = [
  {
    name: 'list',
    product: 'GET /emails, pages of 25',
    floor: 'bare node:http with the same key-set SQL, prepared',
    unit: 'requests/s',
    must: 0.6,
    aim: 0.8,
    run: listBeside,
  },
  {
    name: 'metrics',
    product: 'GET /metrics, 90 days by provider',
    floor: 'bare node:http with the same SQL, prepared',
    unit: 'requests/s',
    must: 0.6,
    aim: 0.8,
    run: metricsBeside,
  },
];

async function listBeside(harness: BenchHarness): Promise<BenchResult> {
  const { system, token, floor } = await readers(harness, 'list-page');
  const theirs: HttpTarget = { url: floor.url, pid: floor.pid, paths: await floorPages(floor.url) };
  const mine = productTarget(system, { token, paths: await pagesOf(system.api(token)) });
  return compare({ product: () => loadHttp(mine), floor: () => loadHttp(theirs) });
}

async function metricsBeside(harness: BenchHarness): Promise<BenchResult> {
  const { system, token, floor } = await readers(harness, 'metrics-page');
  const theirs: HttpTarget = { url: floor.url, pid: floor.pid };
  const mine = productTarget(system, { token, paths: [`/api/v1${metricsPath}`] });
  return compare({ product: () => loadHttp(mine), floor: () => loadHttp(theirs) });
}

/** A gateway and a floor, both reading of the large organization. */
async function readers(harness: BenchHarness, floorName: string) {
  const context = await harness.filled(largeRows());
  const system = await harness.services(['api-gateway'], { context });
  const { token } = await createApiKey(context.pool, { organizationId: largeOrganizationId });
  const floor = await harness.floor(floorName, { ...context.settings, ORGANIZATION_ID: largeOrganizationId });
  return { system, token, floor };
}

export function productTarget(
  system: System,
  { token, paths }: { readonly token: string; readonly paths: readonly string[] },
): HttpTarget {
  return {
    url: system.apiUrl,
    pid: system.processes.named('api-gateway-1').pid(),
    headers: { authorization: `Bearer ${token}` },
    paths,
  };
}

/** Paths of the newest pages. */
export async function pagesOf(api: Api): Promise<string[]> {
  const paths = ['/emails'];
  while (paths.length < pagesInTurn) {
    const { body } = await api.request<{ next_cursor?: string }>('GET', paths.at(-1) ?? '');
    if (body.next_cursor === undefined)
      throw new Error(`only ${paths.length} pages: ${JSON.stringify(body)}`);
    paths.push(`/emails?cursor=${encodeURIComponent(body.next_cursor)}`);
  }
  return paths.map((path) => `/api/v1${path}`);
}

async function floorPages(url: string): Promise<string[]> {
  const paths = ['/'];
  while (paths.length < pagesInTurn) {
    const answer = (await (await fetch(`${url}${paths.at(-1)}`)).json()) as { next: string };
    paths.push(`/?before=${answer.next}`);
  }
  return paths;
}
