import { newId } from '@postrider/contracts/ids';
import type { SegmentFilter } from '@postrider/contracts/segments';
import { createOrganization, useTestContext } from '@postrider/testkit';
import { readSegmentPage } from './segment-page';
import { prepareFilters } from './segment-sql';

let organizationId: string;
let ids: string[];

const context = useTestContext();
beforeEach(async () => {
  organizationId = (await createOrganization(context.pool)).id;
  ids = Array.from({ length: 20 }, () => newId()).sort();
  await insertContacts(organizationId, ids);
});

/** Every tenth is in Berlin. */
const insertContacts = (of: string, contactIds: readonly string[]) =>
  context.pool.query(
    `INSERT INTO contacts (id, organization_id, email, email_key, properties, updated_at)
     SELECT id, $1, id || '@x.test', id || '@x.test',
       jsonb_build_object('city', CASE WHEN n % 10 = 0 THEN 'Berlin' ELSE 'Rome' END), now()
     FROM unnest($2::uuid[]) WITH ORDINALITY AS c (id, n)`,
    [of, contactIds],
  );

async function pageOf(filter: SegmentFilter, after: string | null, lookedAtMax = 5) {
  const topics = await prepareFilters(context.pool, organizationId, [filter]);
  return readSegmentPage(context.pool, { organizationId, filter, topics, after, lookedAtMax });
}

async function walk(filter: SegmentFilter): Promise<{ found: string[]; pages: number }> {
  const found: string[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < 100; pages += 1) {
    const page = await pageOf(filter, after);
    found.push(...page.contactIds);
    if (page.lookedTo === null) return { found, pages };
    after = page.lookedTo;
  }
  throw new Error('the walk did not end');
}

const berlin: SegmentFilter = { all: [{ property: 'city', op: 'eq', value: 'Berlin' }] };

it('finds each contact once, in pages of those it looks at, however few it finds', async () => {
  const foreign = (await createOrganization(context.pool)).id;
  await insertContacts(
    foreign,
    Array.from({ length: 20 }, () => newId()),
  );
  expect(await walk({ all: [] })).toEqual({ found: ids, pages: 4 });
  expect(await walk(berlin)).toEqual({ found: [ids[9], ids[19]], pages: 4 });
  expect(await pageOf(berlin, null)).toEqual({ contactIds: [], lookedTo: ids[4] });
});

it('goes on from any id, and ends after the last contact', async () => {
  expect(await pageOf(berlin, ids[8] ?? null)).toEqual({ contactIds: [ids[9]], lookedTo: ids[13] });
  expect(await pageOf(berlin, ids[19] ?? null)).toEqual({ contactIds: [], lookedTo: null });
});

it('a topic condition counts the default of contacts that did not choose', async () => {
  const topicId = newId();
  await context.pool.query(
    `INSERT INTO topics (id, organization_id, slug, name, default_opt_in, updated_at) VALUES ($1, $2, 'news', 'News', true, now())`,
    [topicId, organizationId],
  );
  await context.pool.query(
    `INSERT INTO topic_subscriptions (contact_id, topic_id, organization_id, state) VALUES ($1, $2, $3, 'UNSUBSCRIBED')`,
    [ids[0], topicId, organizationId],
  );
  const { found } = await walk({ all: [{ topic: 'news', state: 'SUBSCRIBED' }] });
  expect(found).toEqual(ids.slice(1));
  expect((await walk({ all: [{ topic: 'gone', state: 'SUBSCRIBED' }] })).found).toEqual([]);
});
