import { type ServiceName } from '@postrider/devtools';
import { createApiKey, createDomain } from '@postrider/testkit';
import { Redis } from 'ioredis';
import type { BenchLine, BenchResult } from '../bench-line';
import { largeOrganizationId, largeRows, smallRows } from '../large-database';
import { smallMails } from '../mails';
import { compare, compareCost } from '../measure/compare';
import { loadHttp, type HttpTarget } from '../measure/http-load';
import { quantile } from '../measure/median';
import { createRoundSize } from '../measure/round-size';
import { sampleOf, type Sample } from '../measure/sample';
import { withCpu } from '../measure/cpu-time';
import { startFastSink } from '../peers/smtp-sink';
import type { BenchHarness } from '../bench-harness';
import type { System } from '../../system/system';
import { sendTarget } from './accept.lines';
import { pagesOf, productTarget } from './read.lines';
import { sendAll } from './send.lines';

/** A cost that is 1.3 times that at 100,000 rows is a must, 1.1 times an aim. */
const bounds = { must: Number((1 / 1.3).toFixed(2)), aim: Number((1 / 1.1).toFixed(2)) } as const;
const size = 'BENCH_LARGE_ROWS messages';
const sameAt = 'the same at 100,000';
/** Fewer than bounced at the smaller size. */
const countedEmails = 900;

export const growthLines: readonly BenchLine[] = [
  {
    ...{
      name: 'growth_accept',
      product: `POST /emails at ${size}`,
      floor: sameAt,
      unit: 'CPU µs',
      ...bounds,
    },
    run: (harness) => growthOf(harness, acceptTarget),
  },
  {
    ...{
      name: 'growth_claim',
      product: `claim to recorded at ${size}`,
      floor: sameAt,
      unit: 'CPU µs',
      ...bounds,
    },
    run: claimGrowth,
  },
  {
    ...{ name: 'growth_list', product: `GET /emails at ${size}, half of them its own`, floor: sameAt },
    ...{ unit: 'CPU µs', ...bounds },
    run: (harness) => growthOf(harness, listTarget),
  },
  {
    ...{
      name: 'growth_metrics',
      product: `GET /metrics at ${size}`,
      floor: sameAt,
      unit: 'CPU µs',
      ...bounds,
    },
    run: (harness) => growthOf(harness, readTarget('/metrics?days=90&facet=provider')),
  },
  {
    ...{ name: 'growth_usage', product: `GET /usage at ${size}, half of them its own`, floor: sameAt },
    ...{ unit: 'CPU µs', ...bounds },
    run: (harness) => growthOf(harness, readTarget('/usage')),
  },
  {
    ...{ name: 'growth_timeline', product: `GET /contacts/{}/timeline, newest entry, at ${size}` },
    ...{ floor: sameAt, unit: 'CPU µs', ...bounds },
    run: (harness) => growthOf(harness, timelineTarget),
  },
  {
    ...{ name: 'growth_changes', product: `POST /emails/changes counts ${countedEmails} emails at ${size}` },
    ...{ floor: sameAt, unit: 'CPU µs', ...bounds },
    run: (harness) => growthOf(harness, countTarget),
  },
  {
    ...{
      name: 'usage_at_scale',
      product: `Redis wiped; GET /usage and a send that rebuilds counters, at ${size}`,
    },
    ...{ floor: sameAt, unit: 'requests/s', ...bounds },
    run: rebuildGrowth,
  },
];

interface Side {
  readonly system: System;
  /** Of the large organization, which owns half of what is stored. */
  readonly token: string;
  readonly domain: string;
}

async function openSides(
  harness: BenchHarness,
  services: readonly ServiceName[],
  settings: Readonly<Record<string, string>> = {},
): Promise<{ large: Side; small: Side }> {
  const open = async (rows: number): Promise<Side> => {
    const context = await harness.filled(rows);
    const system = await harness.services(services, { context, settings });
    const organizationId = largeOrganizationId;
    const { masterKey } = system.secrets;
    const domain = await createDomain(context.pool, {
      organizationId,
      name: `large-${rows}.test`,
      masterKey,
    });
    const { token } = await createApiKey(context.pool, { organizationId });
    return { system, token, domain: domain.name };
  };
  return { small: await open(smallRows), large: await open(largeRows()) };
}

type TargetOf = (side: Side) => HttpTarget | Promise<HttpTarget>;

async function growthOf(harness: BenchHarness, targetOf: TargetOf): Promise<BenchResult> {
  const { large, small } = await openSides(harness, ['api-gateway']);
  const [mine, theirs] = [await targetOf(large), await targetOf(small)];
  return compareCost({
    product: () => loadHttp(mine),
    floor: () => loadHttp(theirs),
  });
}

function acceptTarget({ system, token, domain }: Side): HttpTarget {
  return sendTarget(system, smallMails(domain, 200), token);
}

/** Pages without a filter, and with each that has an index. */
async function listTarget({ system, token }: Side): Promise<HttpTarget> {
  const filters = ['status=bounced', 'kind=order_shipped', 'to=reader-77310@recipients.test', 'mode=live'];
  const paths = [
    ...(await pagesOf(system.api(token))),
    ...filters.map((filter) => `/api/v1/emails?${filter}`),
  ];
  return productTarget(system, { token, paths });
}

function readTarget(path: string): TargetOf {
  return ({ system, token }) => productTarget(system, { token, paths: [`/api/v1${path}`] });
}

/** Of a contact that has had more emails at the larger size. */
async function timelineTarget({ system, token }: Side): Promise<HttpTarget> {
  const email = 'reader-77310@recipients.test';
  const { status } = await system.api(token).request('POST', '/contacts', { body: { email } });
  if (status >= 300) throw new Error(`POST /contacts answers ${status}`);
  return productTarget(system, { token, paths: [`/api/v1/contacts/${email}/timeline?limit=1`] });
}

/** The oldest bounced emails. */
async function countTarget({ system, token }: Side): Promise<HttpTarget> {
  const { rows } = await system.pool.query<{ id: string }>(
    `SELECT id FROM messages WHERE organization_id = $1 AND status = 'bounced' ORDER BY id OFFSET $2 LIMIT 1`,
    [largeOrganizationId, countedEmails],
  );
  const until = new Date().toISOString();
  const body = { change: 'send_again', status: 'bounced', until, dry_run: true, after: rows[0]?.id };
  return {
    ...productTarget(system, { token, paths: [] }),
    url: `${system.apiUrl}/api/v1/emails/changes`,
    bodies: [JSON.stringify(body)],
  };
}

/** Messages of the first round. */
const claimsFirst = 1_000;

async function claimGrowth(harness: BenchHarness): Promise<BenchResult> {
  const sink = await startFastSink();
  harness.atEnd(() => sink.stop());
  const { large, small } = await openSides(harness, ['api-gateway', 'send-worker'], {
    DELIVERY_ROUTES: `*=smtp://127.0.0.1:${sink.port}?final=true`,
  });
  const [mine, theirs] = [createRoundSize(claimsFirst), createRoundSize(claimsFirst)];
  return compareCost({
    product: async () => mine.saw(await sendAll(large.system, mine.units())),
    floor: async () => theirs.saw(await sendAll(small.system, theirs.units())),
  });
}

const rebuildsEach = 60;

/** The plan has limits, so each send needs counters; the settling time that follows a wipe is no work and not counted. */
async function rebuildGrowth(harness: BenchHarness): Promise<BenchResult> {
  const { large, small } = await openSides(harness, ['api-gateway'], {
    QUOTA_REBUILD_DELAY_MS: '1',
    PLANS: JSON.stringify({ scale: { monthly_limit: 1_000_000_000 } }),
  });
  for (const { system } of [large, small]) {
    await system.pool.query(`UPDATE organizations SET plan = 'scale' WHERE id = $1`, [largeOrganizationId]);
  }
  return compare({ product: () => rebuildAll(large), floor: () => rebuildAll(small) });
}

async function rebuildAll({ system, token, domain }: Side): Promise<Sample> {
  const redis = new Redis(system.context.redisUrl);
  const api = system.api(token);
  const begun = performance.now();
  const latencies: number[] = [];
  const { cpu } = await withCpu([system.processes.named('api-gateway-1').pid()], async () => {
    for (const mail of smallMails(domain, rebuildsEach)) {
      await redis.flushdb();
      const sent = performance.now();
      const { status } = await api.request('GET', '/usage');
      if (status !== 200) throw new Error(`GET /usage answered ${status}`);
      await api.send(mail);
      latencies.push(performance.now() - sent);
    }
  });
  redis.disconnect();
  const seconds = (performance.now() - begun) / 1_000;
  const sample = sampleOf({ units: rebuildsEach, seconds, cpu });
  return { ...sample, p50Ms: quantile(latencies, 0.5), p99Ms: quantile(latencies, 0.99) };
}
