import { serviceNames } from '@postrider/devtools';
import { newId } from '@postrider/contracts/ids';
import { eventually, startSmtpSink } from '@postrider/testkit';
import type { System } from '../../system/system';
import type { BenchHarness } from '../bench-harness';
import type { BenchLine, BenchResult } from '../bench-line';
import { createArrivals } from '../measure/arrivals';
import { scheduleBroadcast } from '../measure/schedule-broadcast';
import { victimLatencies, victimResult } from '../measure/victim-latencies';

const contacts = 1_000_000;
const insertedAtOnce = 100_000;
const mailsWarmUp = 20;
const mailsCounted = 120;
const timeoutMs = 60_000;

export const campaignLine: BenchLine = {
  name: 'campaign',
  product:
    'p99 of POST /emails until the sink has the mail, while a broadcast goes to 500,000 of 1,000,000 contacts',
  floor: 'the same, idle',
  unit: 'ms',
  must: 0.5,
  aim: 0.67,
  run: besideBroadcast,
};

async function besideBroadcast(harness: BenchHarness): Promise<BenchResult> {
  const arrivals = createArrivals();
  const sink = await startSmtpSink({ messagesKept: 0, onMessage: ({ to }) => arrivals.note(to[0] ?? '') });
  harness.atEnd(() => sink.close());
  const system = await harness.services(serviceNames, {
    settings: { DELIVERY_ROUTES: `*=${sink.url}?final=true` },
  });
  await insertAudience(system);
  await victimLatencies(system, arrivals, mailsWarmUp);
  const idle = await victimLatencies(system, arrivals, mailsCounted);
  const id = await scheduleBroadcast(system, { all: [{ property: 'plan', op: 'eq', value: 'pro' }] });
  await eventually(async () => (await progressOf(system, id)).submitted > 0, { timeoutMs });
  const busy = await victimLatencies(system, arrivals, mailsCounted);
  const { recipients, submitted, seconds } = await progressOf(system, id);
  const shown = (count: number): string => count.toLocaleString('en-US');
  const detail = `${shown(recipients)} recipients expanded and ${shown(submitted)} submitted in ${Math.round(seconds)} s`;
  return victimResult(busy, { idle, detail });
}

/** Every second has the property that the segment asks for. */
async function insertAudience({ pool, tenant }: System): Promise<void> {
  const prefix = newId();
  for (let from = 1; from <= contacts; from += insertedAtOnce) {
    await pool.query(
      `INSERT INTO contacts (id, organization_id, email, email_key, first_name, properties)
       SELECT (left($2, 24) || lpad(to_hex(n), 12, '0'))::uuid, $1, address, address, 'Reader ' || n,
         CASE WHEN n % 2 = 0 THEN '{"plan": "pro"}'::jsonb ELSE '{"plan": "free"}' END
       FROM generate_series($3::int, $4::int) n, LATERAL (SELECT 'c' || n || '@recipients.test' AS address) a`,
      [tenant.organization.id, prefix, from, from + insertedAtOnce - 1],
    );
  }
  await pool.query('ANALYZE contacts');
}

interface Progress {
  readonly recipients: number;
  readonly submitted: number;
  readonly seconds: number;
}

async function progressOf({ pool }: System, id: string): Promise<Progress> {
  const { rows } = await pool.query<Progress>(
    `SELECT recipients, submitted, coalesce(extract(epoch FROM now() - started_at), 0)::float8 AS seconds
     FROM broadcasts WHERE id = $1`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the broadcast is gone');
  return row;
}
