import { serviceNames } from '@postrider/devtools';
import { eventually } from '@postrider/testkit';
import type { BenchLine, BenchResult } from '../bench-line';
import type { BenchHarness } from '../bench-harness';
import { smallMails } from '../mails';
import { bounded } from '../measure/bounded';
import { requestAll } from '../measure/http-load';
import { startFastSink } from '../peers/smtp-sink';
import type { System } from '../../system/system';
import { sendTarget } from './accept.lines';
import { expectAllDelivered, nothingOpen } from './send.lines';

const mails = 10_000;
const bodiesInTurn = 1_000;
const dataMax = 38;
const logMax = 60;
/** Only a bound: twenty seconds are usual. */
const doneMs = 120_000;

export const diskLines: readonly BenchLine[] = [
  {
    name: 'disk',
    product: 'growth of the database by 10,000 mails of 1 KB, delivered and counted',
    floor: 'what it may grow',
    unit: 'MB',
    must: 1,
    aim: 1.9,
    run: async (harness) => {
      const { data, parts } = await sendAndWeigh(harness);
      return resultOf(data, dataMax, parts);
    },
  },
  {
    name: 'disk_log',
    product: 'write-ahead log of 10,000 mails of 1 KB, delivered and counted',
    floor: 'what it may be',
    unit: 'MB',
    must: 1,
    aim: 1.5,
    run: async (harness) => {
      const { log, parts } = await sendAndWeigh(harness);
      return resultOf(log, logMax, parts);
    },
  },
];

interface Weighed {
  /** In bytes, as all here. */
  readonly data: number;
  readonly log: number;
  /** Growth of each table with its indexes. */
  readonly parts: ReadonlyMap<string, number>;
}

async function sendAndWeigh(harness: BenchHarness): Promise<Weighed> {
  const sink = await startFastSink();
  harness.atEnd(() => sink.stop());
  const system = await harness.services(serviceNames, {
    settings: { DELIVERY_ROUTES: `*=smtp://127.0.0.1:${sink.port}?final=true` },
  });
  const { pool, tenant } = system;
  await pool.query('DELETE FROM webhook_endpoints WHERE id = $1', [tenant.endpoint.id]);
  // Otherwise it depends on the time since the last one how many pages are written to the log as a whole.
  await pool.query('CHECKPOINT');
  const before = await weigh(system);
  await requestAll(sendTarget(system, smallMails(tenant.domain.name, bodiesInTurn)), { amount: mails });
  await eventually(() => nothingOpen(system), { timeoutMs: doneMs, what: 'all mails sent' });
  await expectAllDelivered(system);
  await eventually(() => isCounted(system), { timeoutMs: doneMs, what: 'all mails counted and indexed' });
  const after = await weigh(system);
  const growth = [...after.tables].map(
    ([name, size]) => [name, size - (before.tables.get(name) ?? 0)] as const,
  );
  return {
    data: after.data - before.data,
    log: after.log - before.log,
    parts: new Map(growth.filter(([, size]) => size >= 100_000)),
  };
}

/** The last that happens to a mail: its events are in the day's figures, and lists find it by its subject. */
async function isCounted({ pool }: System): Promise<boolean> {
  const { rows } = await pool.query<{ done: boolean }>(
    `SELECT (SELECT count(*) FROM counted_events) >= (SELECT count(*) FROM email_events)
        AND (SELECT count(DISTINCT message_id) FROM message_terms) >= $1 AS done`,
    [mails],
  );
  return rows[0]?.done === true;
}

async function weigh({ pool }: System) {
  const { rows } = await pool.query<{ data: number; log: number }>(
    `SELECT pg_database_size(current_database()) AS data, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS log`,
  );
  const { rows: tables } = await pool.query<{ name: string; size: number }>(
    `SELECT coalesce(parent.relname, c.relname) AS name, sum(pg_total_relation_size(c.oid))::float8 AS size
     FROM pg_class c
     LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
     LEFT JOIN pg_class parent ON parent.oid = i.inhparent
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
     GROUP BY 1 ORDER BY 2 DESC`,
  );
  const { data = 0, log = 0 } = rows[0] ?? {};
  return { data, log, tables: new Map(tables.map(({ name, size }) => [name, size])) };
}

function resultOf(bytes: number, allowed: number, parts: ReadonlyMap<string, number>): BenchResult {
  const shown = [...parts].map(([name, size]) => [name, `${megabytes(size).toFixed(1)} MB`] as const);
  return bounded(megabytes(bytes), allowed, new Map(shown));
}

function megabytes(bytes: number): number {
  return bytes / 1_048_576;
}
