import { serviceNames } from '@postrider/devtools';
import {
  createApiKey,
  createDomain,
  createOrganization,
  eventually,
  startSmtpSink,
} from '@postrider/testkit';
import type { BenchLine, BenchResult } from '../bench-line';
import type { BenchHarness } from '../bench-harness';
import { createArrivals } from '../measure/arrivals';
import { requestAll } from '../measure/http-load';
import { victimLatencies, victimResult } from '../measure/victim-latencies';
import { smallMails } from '../mails';
import type { System } from '../../system/system';
import { sendTarget } from './accept.lines';
import { expectAllDelivered, nothingOpen } from './send.lines';

const batchSize = 100;
const bulkMessages = 100_000;
/** More than are sent while the victim's mails are. */
const floodMessages = 20_000;
/** Each at a server that takes the body and never answers the final dot. */
const stuckMessages = 300;
/** V8 compiles until then, as `compare` says: single mails would never get there. */
const warmUpMs = 20_000;
const mailsWarmUpEach = 2_000;
const drainedMs = 30_000;
/** Until nothing of the warm-up is under way: its last events, its memory. */
const mailsFirst = 50;
/** Of fewer, the p99 is one stall. */
const mailsCounted = 600;

export const fairnessLine: BenchLine = {
  name: 'fairness',
  product:
    'p99 of POST /emails until the sink has the mail, while 100,000 bulk and 20,000 transactional messages of others wait and 300 hang',
  floor: 'the same, idle',
  unit: 'ms',
  must: 0.5,
  aim: 0.67,
  run: measureFairness,
};

async function measureFairness(harness: BenchHarness): Promise<BenchResult> {
  const arrivals = createArrivals();
  const sink = await startSmtpSink({ messagesKept: 0, onMessage: ({ to }) => arrivals.note(to[0] ?? '') });
  const deadSink = await startSmtpSink({ messagesKept: 0 });
  deadSink.behave({ kind: 'hang', at: 'end-of-data' });
  for (const each of [sink, deadSink]) harness.atEnd(() => each.close());
  const system = await harness.services(serviceNames, {
    settings: {
      DELIVERY_ROUTES: `dead.test=${deadSink.url}?connections=${stuckMessages},*=${sink.url}?final=true`,
    },
  });
  await warmUp(system);
  await victimLatencies(system, arrivals, mailsFirst);
  const idle = await victimLatencies(system, arrivals, mailsCounted);
  await flood(system, { count: stuckMessages, to: 'stuck@dead.test' });
  await eventually(() => deadSink.openConnections > stuckMessages / 2, { timeoutMs: 30_000 });
  await flood(system, { count: bulkMessages, to: 'reader@recipients.test', kind: 'bulk.news' });
  await flood(system, { count: floodMessages, to: 'user@recipients.test' });
  const busy = await victimLatencies(system, arrivals, mailsCounted);
  const left = (await queuedMessages(system)).toLocaleString('en-US');
  return victimResult(busy, { idle, detail: `${left} messages of others were still queued at the end` });
}

/** All the way to the sink, request by request. */
async function warmUp(system: System): Promise<void> {
  const target = sendTarget(system, smallMails(system.tenant.domain.name, batchSize));
  const begun = performance.now();
  while (performance.now() - begun < warmUpMs) {
    await requestAll(target, { amount: mailsWarmUpEach });
    await eventually(() => nothingOpen(system), { timeoutMs: drainedMs, what: 'the warm-up delivered' });
  }
  await expectAllDelivered(system);
}

/** By an organization of its own. */
async function flood(
  system: System,
  mails: { readonly count: number; readonly to: string; readonly kind?: string },
): Promise<void> {
  const { pool, secrets } = system;
  const { id: organizationId } = await createOrganization(pool, { kind: 'internal', plan: 'internal' });
  const domain = await createDomain(pool, {
    organizationId,
    masterKey: secrets.masterKey,
    stream: mails.kind === undefined ? 'transactional' : 'bulk',
  });
  const { token } = await createApiKey(pool, { organizationId, rateLimit: 0 });
  const client = system.api(token);
  const { to, kind } = mails;
  const mail = { from: `news@${domain.name}`, to, subject: 'News', text: 'What is new.', kind };
  const body = Array.from({ length: batchSize }, () => mail);
  for (let sent = 0; sent < mails.count; sent += batchSize) {
    const { status } = await client.request('POST', '/emails/batch', { body });
    if (status !== 200) throw new Error(`the batch was answered with ${status}`);
  }
}

async function queuedMessages({ pool }: System): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    `SELECT count(*) FROM messages WHERE status = 'queued'`,
  );
  return Number(rows[0]?.count);
}
