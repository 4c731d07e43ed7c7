import { parseStoredFilter, prepareFilters, readSegmentPage } from '@postrider/audiences';
import pg from 'pg';
import type { BenchHarness } from '../bench-harness';
import type { BenchLine, BenchResult } from '../bench-line';
import { contacts, insertManyContacts, organizationId, topicId } from '../many-contacts';
import { runFloor } from '../measure/child-program';
import { compare } from '../measure/compare';
import { withCpu } from '../measure/cpu-time';
import { sampleOf, type Sample } from '../measure/sample';

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
    await insertManyContacts(pool);
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
