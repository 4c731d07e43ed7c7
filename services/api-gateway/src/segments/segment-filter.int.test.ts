import type { ContactResource } from '@postrider/contracts/contacts';
import { newId } from '@postrider/contracts/ids';
import type { SegmentResource } from '@postrider/contracts/segments';
import { contactActivityPasses, fillContactActivity } from '@postrider/db';
import { createDomain, createOrganization, insertRow } from '@postrider/testkit';
import type { Answer } from '../../test/test-api';
import { useApi } from '../../test/use-api';
import type { Page } from '../paging/page';

const api = useApi({ alone: true });

const create = (filter: unknown): Promise<Answer<SegmentResource>> =>
  api.post('/segments', api.key, { name: 'Some', filter });

/** Names of the contacts it holds, which have to be as many as it counts. */
async function held(filter: unknown): Promise<unknown[]> {
  const { body } = await create(filter);
  const contacts = await api.get<Page<ContactResource>>(`/segments/${body.id}/contacts`);
  expect(body.contact_count).toBe(contacts.body.data.length);
  return contacts.body.data.map(({ first_name: name }) => name).sort();
}

async function insertContact(name: string, { age = 0, daysAgo = 0 } = {}): Promise<string> {
  const id = newId();
  await api.pool.query(
    `INSERT INTO contacts (id, organization_id, email, email_key, first_name, properties, created_at, updated_at)
     SELECT $1, $2, $3, $3, $3, $4::jsonb, at, at FROM (SELECT now() - make_interval(days => $5) AS at) t`,
    [id, api.organizationId, name, JSON.stringify({ age }), daysAgo],
  );
  return id;
}

const age = (op: string, value: number) => ({ property: 'age', op, value });

describe('any and groups', () => {
  beforeEach(async () => {
    for (const years of [10, 20, 30, 40]) await insertContact(`${years}`, { age: years });
  });

  it.each([
    [{ all: [], any: [age('lt', 15), age('gt', 35)] }, ['10', '40']],
    [{ all: [age('gt', 15)], any: [age('lt', 15), age('gt', 35)] }, ['40']],
    [{ all: [age('gt', 15), { any: [age('eq', 20), age('eq', 40)] }] }, ['20', '40']],
    [{ all: [], any: [age('eq', 10), { all: [age('gt', 15), age('lt', 35)] }] }, ['10', '20', '30']],
    [{ all: [{ any: [age('lt', 25)] }, { any: [age('gt', 15), age('eq', 0)] }] }, ['20']],
  ])('%j', async (filter, names) => {
    expect(await held(filter)).toEqual(names);
  });

  it('is shown as it was stored', async () => {
    const filter = { all: [{ any: [age('eq', 10)] }], any: [age('lt', 15)] };
    expect((await create(filter)).body.filter).toEqual(filter);
  });
});

it('compares names and addresses without case', async () => {
  for (const name of ['Ada@Acme.example', 'ann@acme.example', 'Bo@other.example']) await insertContact(name);
  const by = (field: string, op: string, value: string) => held({ all: [{ field, op, value }] });
  expect(await by('email_domain', 'eq', 'ACME.example')).toEqual(['Ada@Acme.example', 'ann@acme.example']);
  expect(await by('email_domain', 'neq', 'acme.example')).toEqual(['Bo@other.example']);
  expect(await by('first_name', 'contains', 'BO@')).toEqual(['Bo@other.example']);
  expect(await by('email', 'eq', 'ada@acme.example')).toEqual(['Ada@Acme.example']);
  expect(await by('last_name', 'neq', 'Lovelace')).toHaveLength(3);
});

it('holds contacts by when they were added or changed', async () => {
  await insertContact('new');
  await insertContact('old', { daysAgo: 40 });
  const at = new Date(Date.now() - 20 * 86_400_000).toISOString();
  for (const date of ['created_at', 'updated_at']) {
    expect(await held({ all: [{ date, op: 'after', value: at }] })).toEqual(['new']);
    expect(await held({ all: [{ date, op: 'before', value: at }] })).toEqual(['old']);
    expect(await held({ all: [{ date, op: 'within_days', value: 30 }] })).toEqual(['new']);
    expect(await held({ all: [{ date, op: 'within_days', value: 50 }] })).toEqual(['new', 'old']);
  }
});

describe('a broadcast', () => {
  async function insertBroadcast(of = api.organizationId): Promise<string> {
    const [id, topicId] = [newId(), newId()];
    const domain = await createDomain(api.pool, { organizationId: of });
    await api.pool.query(
      `INSERT INTO topics (id, organization_id, slug, name, default_opt_in) VALUES ($1, $2, $3, 'T', true)`,
      [topicId, of, topicId],
    );
    await api.pool.query(
      `INSERT INTO broadcasts (id, organization_id, name, segment_id, topic_id, domain_id, api_key_id, from_header, from_address)
       VALUES ($1, $2, 'B', $3, $3, $4, $3, 'a@b.test', 'a@b.test')`,
      [id, of, topicId, domain.id],
    );
    return id;
  }
  const insertRecipient = (broadcastId: string, contactId: string, outcome: string | null) =>
    api.pool.query(
      'INSERT INTO broadcast_recipients (broadcast_id, contact_id, organization_id, outcome) VALUES ($1, $2, $3, $4)',
      [broadcastId, contactId, api.organizationId, outcome],
    );

  it('was received by those it was sent to, not by those who were skipped or wait', async () => {
    const broadcast = await insertBroadcast();
    await insertRecipient(broadcast, await insertContact('sent'), 'submitted');
    await insertRecipient(broadcast, await insertContact('suppressed'), 'suppressed');
    await insertRecipient(broadcast, await insertContact('waits'), null);
    await insertContact('other');
    expect(await held({ all: [{ broadcast, received: true }] })).toEqual(['sent']);
    expect(await held({ all: [{ broadcast, received: false }] })).toEqual(['other', 'suppressed', 'waits']);
  });

  it('was opened and clicked by people, not by machines', async () => {
    const broadcast = await insertBroadcast();
    const did = async (name: string, events: readonly { type: string; machine: boolean }[]) => {
      await insertRecipient(broadcast, await insertContact(name), 'submitted');
      const { rows } = await api.pool.query<{ id: string }>(
        `UPDATE broadcast_recipients r SET message_id = c.id FROM contacts c
         WHERE r.broadcast_id = $1 AND c.id = r.contact_id AND c.email_key = $2 RETURNING c.id`,
        [broadcast, name],
      );
      for (const [index, { type, machine }] of events.entries()) {
        await insertRow(api.pool, 'email_events', {
          ...{ message_id: rows[0]?.id, id: newId(), organization_id: api.organizationId, ordinal: 0 },
          ...{ recipient: name, type, identity: `${index}`, occurred_at: new Date(), mode: 'live', machine },
        });
      }
    };
    await did('opened', [{ type: 'opened', machine: false }]);
    await did('clicked', [{ type: 'clicked', machine: false }]);
    await did('scanned', [
      { type: 'opened', machine: true },
      { type: 'clicked', machine: true },
    ]);
    await insertContact('other');
    expect(await held({ all: [{ broadcast, opened: true }] })).toEqual(['opened']);
    expect(await held({ all: [{ broadcast, clicked: true }] })).toEqual(['clicked']);
    const notOpened = [
      { broadcast, received: true },
      { broadcast, opened: false },
    ];
    expect(await held({ all: notOpened })).toEqual(['clicked', 'scanned']);
    expect(await held({ all: [{ broadcast, clicked: false }] })).toEqual(['opened', 'other', 'scanned']);
  });

  it('must be one of the organization', async () => {
    const theirs = await insertBroadcast((await createOrganization(api.pool)).id);
    for (const broadcast of [theirs, newId()]) {
      const refused = await create({ all: [{ any: [{ broadcast, received: true }] }] });
      expect(refused.refusal).toBe('422 validation_error');
      expect(refused.text).toContain(`filter: there is no broadcast ${broadcast}`);
    }
  });
});

describe('activity', () => {
  const activity = (name: string, op: string, value: number) => ({
    all: [{ activity: name, op, value }],
  });

  it('is not answered as long as stored events have not been read', async () => {
    await api.pool.query(`DELETE FROM sweep_cursors`);
    const ada = await insertContact('ada');
    expect(await api.get(`/contacts/${ada}`)).toMatchObject({ status: 200, body: { activity: null } });
    const filter = activity('opened', 'not_within_days', 30);
    const segment = await create(filter);
    expect([segment.status, segment.body.contact_count]).toEqual([201, null]);
    const list = await api.get<Page<SegmentResource>>('/segments');
    expect(list.body.data).toMatchObject([{ id: segment.body.id, contact_count: null }]);
    const contacts = await api.get(`/segments/${segment.body.id}/contacts`);
    const preview = await api.post('/segments/preview', api.key, { filter });
    for (const { refusal, text } of [contacts, preview]) {
      expect(refusal).toBe('503 service_unavailable');
      expect(text).toContain('stored emails are still being read');
    }
  });

  it('is that of any email to the address, within days or not', async () => {
    const { pool } = api;
    const domain = await api.createDomain();
    for (const name of ['ada', 'bob']) {
      const email = `${name}@activity.test`;
      await api.post('/contacts', api.key, { email, first_name: name });
      const body = {
        from: `a@${domain.name}`,
        to: [`Some <${email.toUpperCase()}>`],
        subject: 'Hi',
        text: 'Hi',
      };
      const { id } = (await api.post<{ id: string }>('/emails', api.key, body)).body;
      for (const [type, daysAgo] of [
        ['delivered', 1],
        ['opened', name === 'ada' ? 1 : 40],
        ['clicked', 60],
      ] as const)
        await insertRow(pool, 'email_events', {
          ...{ message_id: id, id: newId(), organization_id: api.organizationId, ordinal: 0, recipient: 'r' },
          ...{ type, identity: type, mode: 'live', occurred_at: new Date(Date.now() - daysAgo * 86_400_000) },
        });
    }
    const cyd = await insertContact('cyd');
    const clock = { now: () => new Date(Date.now() + 60_000) };
    await fillContactActivity({ pool, clock }, contactActivityPasses[0]);
    const known = await api.get<{ activity: Record<string, string> }>('/contacts/bob@activity.test');
    const daysAgo = (at = '') => Math.round((Date.now() - Date.parse(at)) / 86_400_000);
    const {
      last_received_at: received,
      last_opened_at: opened,
      last_clicked_at: clicked,
    } = known.body.activity;
    expect([received, opened, clicked].map(daysAgo)).toEqual([1, 40, 60]);

    expect(await held(activity('opened', 'within_days', 30))).toEqual(['ada']);
    expect(await held(activity('opened', 'within_days', 50))).toEqual(['ada', 'bob']);
    expect(await held(activity('clicked', 'within_days', 50))).toEqual([]);
    expect((await api.get(`/contacts/${cyd}`)).body).toMatchObject({
      activity: { last_received_at: null, last_opened_at: null, last_clicked_at: null },
    });
    // Also those who never got anything, unless it is asked for.
    const notOpened = activity('opened', 'not_within_days', 30);
    expect(await held(notOpened)).toEqual(['bob', 'cyd']);
    expect(await held({ all: [...notOpened.all, ...activity('received', 'within_days', 2).all] })).toEqual([
      'bob',
    ]);
    expect(await held(activity('received', 'not_within_days', 2))).toEqual(['cyd']);
  });
});

describe('an error names the place and the fault', () => {
  const many = Array.from({ length: 11 }, () => ({ status: 'SUBSCRIBED' }));

  it.each([
    [{ all: [{ status: 'GONE' }] }, 'filter.all[0]: status: '],
    [
      { all: [{ date: 'created_at', op: 'before', value: '2026' }] },
      'filter.all[0]: value: must be an ISO 8601',
    ],
    [
      { all: [{ date: 'created_at', op: 'within_days', value: 0 }] },
      'filter.all[0].value: must be at least 1',
    ],
    [{ all: [{ broadcast: 'x', received: true }] }, 'filter.all[0].broadcast: must be the id of a broadcast'],
    [
      { all: [{ activity: 'opened', op: 'not_within_days', value: 3_651 }] },
      'filter.all[0].value: must be at most 3,650',
    ],
    [{ all: [{ any: [] }] }, 'filter.all[0].any: must have at least one condition'],
    [
      { all: [{ any: [{ any: [{ status: 'BOUNCED' }] }] }] },
      'filter.all[0]: any[0]: must have one of the fields',
    ],
    [
      { all: [{}] },
      'filter.all[0]: must have one of the fields status, topic, property, field, date, broadcast, activity, form, import',
    ],
    [{ all: [], any: [] }, 'filter.any: must have at least one condition'],
    [{ all: many, any: many }, 'filter: must have at most 20 conditions'],
    [{ any: [{ status: 'BOUNCED' }] }, 'filter.all: '],
  ])('%j', async (filter, message) => {
    const refused = await create(filter);
    expect(refused.refusal).toBe('422 validation_error');
    expect((refused.body as unknown as { error: { message: string } }).error.message).toContain(message);
  });
});
