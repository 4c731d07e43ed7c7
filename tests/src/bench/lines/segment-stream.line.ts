import { parseStoredFilter, prepareFilters, readSegmentPage } from '@postrider/audiences';
import pg from 'pg';
import type { BenchHarness } from '../bench-harness';
import type { BenchLine, BenchResult } from '../bench-line';
import { runFloor } from '../measure/child-program';
import { compare } from '../measure/compare';
import { withCpu } from '../measure/cpu-time';
import { sampleOf, type Sample } from '../measure/sample';

const contacts = Number(process.env['BENCH_CONTACTS'] ?? 1_000_000);
/** What a broadcast looks at in one turn. */
const lookedAtMax = 5_000;

export const segmentStreamLine: BenchLine = {
  name: 'segment_stream',
  product: 'contacts of a segment (status, topic, property), page by page, each page a statement of its own',
  floor: 'a bare cursor over SELECT … WHERE with the same conditions, one transaction for all',
  unit: 'rows/s',
  must: 0.3,
  aim: 0.6,
  run: streamBeside,
};

const organizationId = '00000000-0000-7000-8000-00000000c0de';
const topicId = '00000000-0000-7000-8000-00000000c0df';
const filter = parseStoredFilter({
  all: [
    { status: 'SUBSCRIBED' },
    { topic: 'news', state: 'SUBSCRIBED' },
    { property: 'age', op: 'gt', value: 0 },
  ],
});

async function streamBeside({ context }: BenchHarness): Promise<BenchResult> {
  const { settings } = context;
  const pool = new pg.Pool({ connectionString: settings.DATABASE_URL, max: 1 });
  try {
    await seed(pool);
    const memory = watchOwnMemory();
    const floorSettings = { ...settings, ORGANIZATION_ID: organizationId, TOPIC_ID: topicId };
    const result = await compare({
      product: () => memory.during(() => streamAll(pool)),
      floor: () => runFloor('segment-cursor', floorSettings),
    });
    const detail = `${contacts.toLocaleString('en')} contacts, a fifth not in it; this process ${memory.described()}`;
    return { ...result, detail };
  } finally {
    await pool.end();
  }
}

async function streamAll(pool: pg.Pool): Promise<Sample> {
  if (filter === null) throw new Error('the filter does not parse');
  const begun = performance.now();
  let units = 0;
  const cpuBefore = process.cpuUsage();
  const { cpu } = await withCpu([], async () => {
    const topics = await prepareFilters(pool, organizationId, [filter]);
    let after: string | null = null;
    do {
      const page = { organizationId, filter, topics, after, lookedAtMax };
      const { contactIds, lookedTo }: Awaited<ReturnType<typeof readSegmentPage>> = await readSegmentPage(
        pool,
        page,
      );
      units += contactIds.length;
      after = lookedTo;
    } while (after !== null);
  });
  if (units !== Math.floor(contacts / 5) * 4) throw new Error(`${units} of ${contacts} contacts were found`);
  const { user, system } = process.cpuUsage(cpuBefore);
  const own = (user + system) / 1e6;
  return sampleOf({ units, seconds: (performance.now() - begun) / 1_000, cpu: { ...cpu, own } });
}

/** From the second round on: the first loads and compiles. */
function watchOwnMemory() {
  let rounds = 0;
  let before = 0;
  let highest = 0;
  const look = (): number => process.memoryUsage.rss() / 1_048_576;
  return {
    during: async <T>(work: () => Promise<T>): Promise<T> => {
      if (rounds === 1) before = look();
      rounds += 1;
      const timer = setInterval(() => (highest = Math.max(highest, rounds > 1 ? look() : 0)), 50);
      try {
        return await work();
      } finally {
        clearInterval(timer);
      }
    },
    described: () => `${Math.round(before)} MB before, ${Math.round(Math.max(before, highest))} MB at most`,
  };
}

/** Every fifth is no longer in the segment, by its choice. Indexes are built at the end. */
async function seed(pool: pg.Pool): Promise<void> {
  await pool.query(
    `SET statement_timeout = 0; SET synchronous_commit = off; SET maintenance_work_mem = '256MB'`,
  );
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid IN ('contacts'::regclass, 'topic_subscriptions'::regclass) AND NOT indisunique`,
  );
  for (const { name } of rows) await pool.query(`DROP INDEX ${name}`);
  for (const text of [insertOrganizationSql, insertTopicSql]) {
    await pool.query(text, text === insertTopicSql ? [organizationId, topicId] : [organizationId]);
  }
  await pool.query(insertContactsSql, [organizationId, contacts]);
  await pool.query(insertSubscriptionsSql, [organizationId, topicId]);
  for (const { definition } of rows) await pool.query(definition);
  await pool.query('VACUUM (ANALYZE) contacts, topic_subscriptions');
}

const insertOrganizationSql = `
INSERT INTO organizations (id, slug, name, kind, plan, approved_at, updated_at)
VALUES ($1, 'many', 'Many', 'internal', 'internal', now(), now())`;
const insertTopicSql = `
INSERT INTO topics (id, organization_id, slug, name, default_opt_in, updated_at)
VALUES ($2, $1, 'news', 'News', true, now())`;
const insertContactsSql = `
INSERT INTO contacts (id, organization_id, email, email_key, first_name, properties, status, updated_at)
SELECT (lpad(to_hex(1700000000000 + n), 12, '0') || '7000' || '8' || substr(md5(n::text), 1, 15))::uuid, $1,
  'c' || n || '@example.com', 'c' || n || '@example.com', 'Name ' || n,
  jsonb_build_object('n', n, 'city', 'Berlin', 'age', 1 + n % 90), 'SUBSCRIBED', now()
FROM generate_series(1, $2::bigint) AS n`;
const insertSubscriptionsSql = `
INSERT INTO topic_subscriptions (contact_id, topic_id, organization_id, state, updated_at)
SELECT id, $2, $1, CASE WHEN (properties ->> 'n')::bigint % 5 = 0 THEN 'UNSUBSCRIBED' ELSE 'SUBSCRIBED' END, now()
FROM contacts WHERE organization_id = $1 AND (properties ->> 'n')::bigint % 5 < 2`;
