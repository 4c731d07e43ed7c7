import { contactActivityPasses, fillContactActivity } from '@postrider/db';
import { createApiKey } from '@postrider/testkit';
import pg from 'pg';
import type { Api } from '../../system/api';
import type { BenchHarness } from '../bench-harness';
import type { BenchLine, BenchResult } from '../bench-line';
import { insertManyContacts, organizationId } from '../many-contacts';
import { bounded } from '../measure/bounded';
import { p95Of } from './console-list.line';

const p95MsMax = 300;
/** The later page of the whole list, and of a search that finds nothing. */
const pagesBefore = 40;

export const consoleContactsLine: BenchLine = {
  name: 'console_contacts',
  product: 'GET /contacts and /segments/{id}/contacts of 1,000,000 contacts, p95 of the slowest filter',
  floor: 'what it may take',
  unit: 'ms',
  must: 1,
  aim: 3,
  run: measurePages,
};

/** What many, few and no contacts have. */
const filters = [
  ...['', 'status=SUBSCRIBED', 'status=COMPLAINED', 'status=BOUNCED', 'topic=news'],
  ...['search=c9', 'search=name 100', 'search=unknown', 'search=unknown&status=SUBSCRIBED&topic=news'],
  ...['email=c1@example.com', 'email=none@example.com', 'status=COMPLAINED&topic=news&search=unknown'],
];

const segments = {
  'segment of most': { all: [{ property: 'age', op: 'gt', value: 10 }] },
  'segment by a rare property': { all: [{ property: 'vip', op: 'eq', value: true }] },
  'segment by no property': { all: [{ property: 'none', op: 'exists', value: true }] },
  'segment of a topic and a text': {
    all: [
      { topic: 'news', state: 'SUBSCRIBED' },
      { property: 'city', op: 'contains', value: 'nowhere' },
    ],
  },
  'segment by activity': { all: [{ activity: 'opened', op: 'within_days', value: 30 }] },
} as const;

async function measurePages(harness: BenchHarness): Promise<BenchResult> {
  const { context } = harness;
  await fill(context.settings.DATABASE_URL);
  await fillContactActivity(
    { pool: context.pool, clock: { now: () => new Date() } },
    contactActivityPasses[0],
  );
  const key = await createApiKey(context.pool, { organizationId });
  const api = (await harness.services(['api-gateway'])).api(key.token);
  const pages = new Map(filters.map((filter) => [filter || 'no filter', contactsPath(filter)]));
  for (const filter of ['', 'search=unknown']) {
    pages.set(`page ${pagesBefore + 1} of ${filter || 'all'}`, await laterPage(api, contactsPath(filter)));
  }
  for (const [name, filter] of Object.entries(segments))
    pages.set(name, await segmentPath(api, name, filter));
  const times: [name: string, p95Ms: number][] = [];
  for (const [name, path] of pages) times.push([name, await p95Of(api, path)]);
  const sorted = times.toSorted(([, one], [, other]) => other - one);
  const slowest = sorted.slice(0, 6).map(([name, ms]) => [name, `${ms.toFixed(1)} ms`] as const);
  return bounded(sorted[0]?.[1] ?? NaN, p95MsMax, new Map(slowest));
}

function contactsPath(filter: string): string {
  return `/contacts?limit=50&${encodeURI(filter)}`;
}

async function laterPage(api: Api, path: string): Promise<string> {
  let page = path;
  for (let passed = 0; passed < pagesBefore; passed += 1) {
    const { body } = await api.request<{ next_cursor?: string }>('GET', page);
    if (body.next_cursor === undefined) throw new Error(`${path} has only ${passed + 1} pages`);
    page = `${path}&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
  return page;
}

async function segmentPath(api: Api, name: string, filter: object): Promise<string> {
  const { status, body } = await api.request<{ id: string }>('POST', '/segments', { body: { name, filter } });
  if (status !== 201) throw new Error(`POST /segments answers ${status}: ${JSON.stringify(body)}`);
  return `/segments/${body.id}/contacts?limit=50`;
}

/** Few contacts complained, few are of the rare property, and few opened anything. */
async function fill(connectionString: string): Promise<void> {
  const pool = new pg.Pool({ connectionString, max: 1 });
  try {
    await insertManyContacts(pool);
    await pool.query(
      `UPDATE contacts SET status = 'COMPLAINED', properties = properties || '{"vip": true}'
        WHERE email_key IN ('c7@example.com', 'c500007@example.com')`,
    );
    await pool.query(
      `INSERT INTO contact_activity (contact_id, organization_id, last_received_at, last_opened_at)
       SELECT id, organization_id, now(), CASE WHEN status = 'COMPLAINED' THEN now() END FROM contacts`,
    );
    await pool.query('VACUUM (ANALYZE) contacts, contact_activity');
  } finally {
    await pool.end();
  }
}
