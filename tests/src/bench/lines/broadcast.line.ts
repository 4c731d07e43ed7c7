import { eventually, startSmtpSink } from '@postrider/testkit';
import { insertContacts } from '../../system/insert-contacts';
import type { System } from '../../system/system';
import type { BenchHarness } from '../bench-harness';
import type { BenchLine, BenchResult } from '../bench-line';
import { withCpu } from '../measure/cpu-time';
import { sampleOf, type Sample } from '../measure/sample';
import { scheduleBroadcast } from '../measure/schedule-broadcast';

const recipients = 10_000;
const batchSize = 100;
const arrivedMs = 120_000;
const lookEveryMs = 40;
const recordedEveryMs = 500;
const services = ['api-gateway', 'send-worker', 'webhook-dispatcher', 'metrics-aggregator'] as const;

export const broadcastLine: BenchLine = {
  name: 'broadcast',
  product: 'a broadcast to 10,000 contacts, from its scheduled time until the sink has all mails',
  floor: 'the same mails by POST /emails/batch, 100 each',
  unit: 'messages/s',
  must: 0.9,
  aim: 1,
  run: broadcastBesideBatches,
};

/** One round each after one that warms up: more do not fit into a minute. */
async function broadcastBesideBatches(harness: BenchHarness): Promise<BenchResult> {
  let arrived = 0;
  const sink = await startSmtpSink({ messagesKept: 0, onMessage: () => (arrived += 1) });
  harness.atEnd(() => sink.close());
  const system = await harness.services(services, {
    settings: { DELIVERY_ROUTES: `*=${sink.url}?final=true` },
  });
  // As in `whole_path`: webhooks have lines of their own.
  await system.pool.query('DELETE FROM webhook_endpoints WHERE id = $1', [system.tenant.endpoint.id]);

  const measure = async (send: () => Promise<unknown>): Promise<Sample> => {
    const begunMs = performance.now();
    const goal = arrived + recipients;
    const pids = services.flatMap((name) => system.processes.of(name).map((each) => each.pid()));
    const { cpu, result: seconds } = await withCpu(pids, async () => {
      await send();
      await eventually(() => arrived >= goal, { timeoutMs: arrivedMs, intervalMs: lookEveryMs });
      const arrivedSeconds = (performance.now() - begunMs) / 1_000;
      await eventually(() => isRecorded(system, goal), { timeoutMs: arrivedMs, intervalMs: recordedEveryMs });
      return arrivedSeconds;
    });
    if (arrived !== goal) throw new Error(`${arrived - goal} mails more arrived than were sent`);
    return sampleOf({ units: recipients, seconds, cpu });
  };
  const organizationId = system.tenant.organization.id;
  await insertContacts(system.pool, { organizationId, count: recipients });
  const byBroadcast = () => measure(() => scheduleBroadcast(system));
  const byBatch = () => measure(() => sendBatches(system));
  // V8 compiles the services meanwhile.
  await byBroadcast();
  await byBatch();
  return resultOf(await byBroadcast(), await byBatch());
}

/** What `scheduleBroadcast` sends to contacts of `insertContacts`. */
async function sendBatches(system: System): Promise<void> {
  const { tenant } = system;
  const client = system.api(tenant.keys.send.token);
  for (let first = 1; first <= recipients; first += batchSize) {
    const body = Array.from({ length: batchSize }, (_none, index) => ({
      from: `news@${tenant.bulkDomain.name}`,
      to: `c${first + index}@site${(first + index) % 40}.recipients.test`,
      subject: `Hello Reader ${first + index}`,
      text: 'News',
      kind: 'bulk.news',
      // Mails of a broadcast are found by such a tag.
      tags: [{ name: 'broadcast', value: 'May' }],
    }));
    const { status } = await client.request('POST', '/emails/batch', { body });
    if (status !== 200) throw new Error(`the batch was answered with ${status}`);
  }
}

async function isRecorded({ pool }: System, count: number): Promise<boolean> {
  const { rows } = await pool.query<{ delivered: number }>(
    `SELECT count(*)::int AS delivered FROM messages WHERE status = 'delivered'`,
  );
  return rows[0]?.delivered === count;
}

function resultOf(product: Sample, floor: Sample): BenchResult {
  return {
    value: product.perSecond,
    floor: floor.perSecond,
    ratio: product.perSecond / floor.perSecond,
    ...{ p50Ms: null, p99Ms: null, floorP50Ms: null, floorP99Ms: null },
    ...{ cpuMicros: product.cpuMicros, floorCpuMicros: floor.cpuMicros },
  };
}
