import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { EmailResource } from '@postrider/contracts/emails';
import type { MetricCounters } from '@postrider/contracts/metrics';
import {
  createTestContext,
  eventually,
  projectRoot,
  type ReceivedWebhook,
  type SinkMessage,
  type TestContext,
} from '@postrider/testkit';
import { startSystem } from '../system/start-system';
import { emailIdOf } from '../system/received-mail';
import { bodyOf } from '../system/received-webhook';
import { longTurns } from '../system/service-log';
import type { System } from '../system/system';
import { startTraceCollector, type TraceCollector } from '../system/trace-collector';

let context: TestContext | undefined;
let started: System | undefined;
let collector: TraceCollector | undefined;

/** Notices leave from here, once it exists. */
export const platformDomain = 'notices.postrider.test';

/** Three times what the guard calls too long. */
const farTooLongMs = 300;

/** One system for all end-to-end tests: starting it takes longer than most of them. */
export async function startOnce(): Promise<void> {
  context = await createTestContext();
  collector = await startTraceCollector();
  // With debug on, the search for secrets in the logs sees all that could ever be logged.
  const settings = {
    LOG_LEVEL: 'debug',
    PLATFORM_FROM: `Postrider <alerts@${platformDomain}>`,
    EVENT_LOOP_GUARD_MS: '100',
    // Only what a client traces is traced.
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
    OTEL_BSP_SCHEDULE_DELAY: '200',
  };
  started = await startSystem({ suite: 'e2e', context, settings });
}

export async function stopOnce(): Promise<void> {
  try {
    await started?.stop();
    const held = started ? longTurns(started.logFolder, farTooLongMs) : [];
    // Not a failure: the machine may be busy, and collecting garbage counts too.
    if (held.length > 0) console.warn(`event loops were held up:\n${held.join('\n')}`);
  } finally {
    collector?.close();
    await context?.close();
  }
}

export function running(): System {
  if (!started) throw new Error('the system did not start');
  return started;
}

/** The answer of an operator's command. */
export async function postrider(...args: string[]): Promise<unknown> {
  const main = path.join(projectRoot(), 'packages/operator/dist/main.js');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [main, '--json', '--operator', 'olga', ...args],
    { env: running().settings },
  );
  return JSON.parse(stdout);
}

/** What the gateway shows at a path, without a key. */
export async function served(path: string): Promise<string> {
  const response = await fetch(running().apiUrl + path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.text();
}

export function tracedBy(traceId: string): TraceCollector['spans'] {
  return present(collector).spans.filter((span) => span.traceId === traceId);
}

/** Waits until the email is in the given state, and returns it. */
export async function emailThatIs(
  lastEvent: EmailResource['last_event'],
  id: string,
): Promise<EmailResource> {
  const api = running().api();
  let seen = await api.email(id);
  const arrived = async () => {
    seen = await api.email(id);
    return seen.last_event === lastEvent;
  };
  const what = () => `email ${id} to become ${lastEvent}; it is ${JSON.stringify(seen)}`;
  await eventually(arrived, { intervalMs: 50 }).catch(() => {
    throw new Error(`waited for ${what()}`);
  });
  return seen;
}

/** Makes scheduled emails due, as far as they are still to be sent. */
export async function hourPasses(...ids: string[]): Promise<void> {
  await running().pool.query(
    'UPDATE messages SET due_at = now() WHERE id = ANY($1::uuid[]) AND due_at IS NOT NULL',
    [ids],
  );
}

/** The copies of an email that the sink has accepted. */
export function copiesOf(id: string): SinkMessage[] {
  return running().world.sink.messages.filter(({ raw, accepted }) => accepted && emailIdOf(raw) === id);
}

/** Waits for the webhook of that type about that email. */
export function webhookOf(id: string, type: string): Promise<ReceivedWebhook> {
  const { webhooks } = running().world;
  const find = () =>
    webhooks.received.find((webhook) => {
      const body = bodyOf(webhook);
      return body.type === type && body.data.email_id === id;
    });
  return eventually(find, { what: `webhook ${type} of ${id}` });
}

/** The day's totals, once every live event that is recorded by now has been counted. */
export async function settledTotals(): Promise<MetricCounters> {
  const pool = present(context).pool;
  const isCounted = async () => {
    const { rows } = await pool.query<{ waiting: string }>(`
      SELECT count(*) AS waiting FROM email_events e
      WHERE e.mode = 'live' AND e.type NOT IN ('queued', 'suppressed')
        AND NOT EXISTS (SELECT FROM counted_events c WHERE c.event_id = e.id)`);
    return Number(rows[0]?.waiting) === 0;
  };
  await eventually(isCounted, { what: 'every event to be counted' });
  return (await running().api().metrics('?days=1')).totals;
}

export function eventTypes(email: EmailResource): string[] {
  return email.events.map(({ type }) => type);
}

export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('expected a value');
  return value;
}

export const message = (to: string | string[]) => ({
  from: `Ada Lovelace <ada@${running().tenant.domain.name}>`,
  to,
  subject: 'Grüße aus London',
  text: 'It works.\n',
});
