import type { PostedEvent } from '@postrider/contracts/automations';
import type { ErrorBody } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import { plans } from '@postrider/contracts/organizations';
import { createApiKey, createOrganization, type ApiKeyFixture } from '@postrider/testkit';
import { startTestApi } from '../../test/test-api';
import { useApi } from '../../test/use-api';

const quota = 30;
/** Seven seconds before the next day. */
const clock = { now: () => new Date('2026-03-04T23:59:53Z'), monotonicMs: () => performance.now() };

const free = {
  ...plans.free,
  ...{ newContactsPerDay: quota, automationRunsPerDay: quota, requestsPerSecond: null },
};
const api = useApi({ clock, limits: { plans: { ...plans, free } } });

const post = (body: object, by = api.key) => api.post<PostedEvent & ErrorBody>('/events', by, body);

async function automation(event: string, over: object = {}, of = api.organizationId): Promise<string> {
  const id = newId();
  const { version = 1, one = false, status = 'active' } = over as Record<string, never>;
  await api.pool.query(
    `INSERT INTO automations (id, organization_id, slug, name, trigger_event, one_per_contact, current_version, status)
     VALUES ($1::uuid, $2, $1::uuid, 'x', $3, $4, $5, $6)`,
    [id, of, event, one, version, status],
  );
  return id;
}

interface RunRow {
  readonly id: string;
  readonly automation_id: string;
  readonly version: number;
  readonly contact_id: string;
  readonly event_id: string;
  readonly properties: object;
  readonly woken_by: string | null;
  readonly is_due: boolean;
}

async function runs(of = api.organizationId): Promise<RunRow[]> {
  const { rows } = await api.pool.query<RunRow>(
    `SELECT id, automation_id, version, contact_id, event_id, properties, woken_by, due_at <= now() AS is_due
     FROM automation_runs WHERE organization_id = $1 ORDER BY id`,
    [of],
  );
  return rows;
}

async function count(table: string, of = api.organizationId): Promise<number> {
  const { rows } = await api.pool.query<{ count: string }>(
    `SELECT count(*) FROM ${table} WHERE organization_id = $1`,
    [of],
  );
  return Number(rows[0]?.count);
}

it('starts a run of each active automation of its name, with the properties of the event, in the current version', async () => {
  const first = await automation('order.paid', { version: 3 });
  const second = await automation('order.paid');
  await automation('order.paid', { status: 'paused' });
  await automation('order.sent');
  const foreign = await createOrganization(api.pool);
  await automation('order.paid', {}, foreign.id);
  const { status, body } = await post({
    ...{ event: 'order.paid', email: 'Ada@example.com', properties: { total: 5 } },
    contact: { first_name: 'Ada', properties: { city: 'London' } },
  });
  expect([status, body]).toEqual([
    202,
    { object: 'event', id: body.id, event: 'order.paid', contact_id: body.contact_id, runs_started: 2 },
  ]);
  const contact = (await api.get('/contacts/ada@example.com')).body;
  expect(contact).toMatchObject({
    ...{ id: body.contact_id, email: 'Ada@example.com', first_name: 'Ada' },
    ...{ properties: { city: 'London' }, status: 'SUBSCRIBED' },
  });
  const same = { contact_id: body.contact_id, event_id: body.id, properties: { total: 5 }, is_due: true };
  expect(await runs()).toMatchObject([
    { ...same, automation_id: first, version: 3 },
    { ...same, automation_id: second, version: 1 },
  ]);
  expect(await runs(foreign.id)).toEqual([]);
});

it('names its contact by id, too, and makes none by an id', async () => {
  const { contact_id } = (await post({ event: 'a', email: 'Bob@example.com' })).body;
  const again = await post({ event: 'b', contact_id, contact: { last_name: 'Byron' } });
  expect([again.status, again.body.contact_id]).toEqual([202, contact_id]);
  expect((await api.get(`/contacts/${contact_id}`)).body).toMatchObject({
    ...{ email: 'Bob@example.com', last_name: 'Byron' },
  });
  const foreign = await createApiKey(api.pool, {
    organizationId: (await createOrganization(api.pool)).id,
  });
  expect((await post({ event: 'b', contact_id }, foreign)).refusal).toBe('404 not_found');
  expect((await post({ event: 'b', contact_id: newId() })).refusal).toBe('404 not_found');
  expect((await post({ event: 'b', contact_id: 'x' })).refusal).toBe('404 not_found');
});

it('never takes back a status, and starts runs of those who left: their mail is for the engine to stop', async () => {
  await automation('a');
  await api.post('/contacts', api.key, { email: 'c@example.com', status: 'UNSUBSCRIBED' });
  expect((await post({ event: 'a', email: 'C@example.com' })).body.runs_started).toBe(1);
  expect((await api.get('/contacts/c@example.com')).body).toMatchObject({ status: 'UNSUBSCRIBED' });
});

it('begins no second run where one at a time was asked for, however many come at once', async () => {
  const one = await automation('a', { one: true });
  const many = await automation('a');
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => post({ event: 'a', email: 'same@example.com' })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
  const started = answers.reduce((sum, { body }) => sum + body.runs_started, 0);
  const ids = (await runs()).map(({ automation_id }) => automation_id);
  expect(started).toBe(ids.length);
  expect(ids.filter((id) => id === one)).toHaveLength(1);
  expect(ids.filter((id) => id === many)).toHaveLength(60);
  await api.pool.query(
    `UPDATE automation_runs SET status = 'completed', due_at = NULL WHERE automation_id = $1`,
    [one],
  );
  expect((await post({ event: 'a', email: 'same@example.com' })).body.runs_started).toBe(2);
});

it('begins one run at a time across replicas, too', async () => {
  await automation('a', { one: true });
  const replica = await startTestApi({ replicaOf: api, clock });
  try {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        (n % 2 === 0 ? api : replica).post<PostedEvent>('/events', api.key, {
          ...{ event: 'a', email: `c${n % 5}@example.com`, idempotency_key: `k${n % 10}` },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    expect(await count('contacts')).toBe(5);
    expect(await count('automation_events')).toBe(10);
    expect(await runs()).toHaveLength(5);
  } finally {
    await replica.close();
  }
});

it('deletes event properties and runs with their contact', async () => {
  await automation('a');
  const { contact_id } = (await post({ event: 'a', email: 'x@example.com', properties: { p: 1 } })).body;
  await post({ event: 'a', email: 'y@example.com' });
  await api.delete(`/contacts/${contact_id}`);
  expect([await count('automation_events'), (await runs()).length]).toEqual([1, 1]);
  expect((await post({ event: 'a', email: 'x@example.com' })).body.contact_id).not.toBe(contact_id);
});

describe('a wait for an event', () => {
  async function waiting(contactId: string, event: string): Promise<string> {
    const id = newId();
    await api.pool.query(
      `INSERT INTO automation_runs (id, organization_id, automation_id, version, contact_id, event_id, one_per_contact,
         started_at, waiting_event, due_at)
       VALUES ($1, $2, $3, 1, $4, $5, false, now(), $6, now() + interval '300 days')`,
      [id, api.organizationId, newId(), contactId, newId(), event],
    );
    return id;
  }

  it('ends with that event of that contact, and no other', async () => {
    const mine = (await post({ event: 'x', email: 'd@example.com' })).body.contact_id;
    const other = (await post({ event: 'x', email: 'e@example.com' })).body.contact_id;
    const woken = await waiting(mine, 'order.paid');
    await waiting(mine, 'order.sent');
    await waiting(other, 'order.paid');
    const { id } = (await post({ event: 'order.paid', email: 'd@example.com' })).body;
    await post({ event: 'order.paid', email: 'd@example.com' });
    expect((await runs()).filter(({ is_due }) => is_due)).toMatchObject([{ id: woken, woken_by: id }]);
    expect((await runs()).filter(({ woken_by }) => woken_by !== null)).toHaveLength(1);
  });
});

describe('an idempotency key', () => {
  it('posts one event of a hundred calls, in field or header, and gives each the same answer', async () => {
    await automation('a');
    const body = { event: 'a', email: 'f@example.com' };
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        n % 2 === 0
          ? post({ ...body, idempotency_key: 'one' })
          : api.send<PostedEvent>('/events', {
              method: 'POST',
              key: api.key,
              body,
              headers: { 'idempotency-key': 'one' },
            }),
      ),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(99);
    expect([await count('automation_events'), (await runs()).length]).toEqual([1, 1]);
    const other = await post({ event: 'b', email: 'g@example.com', idempotency_key: 'one' });
    expect(other.body).toMatchObject({ event: 'a', runs_started: 1 });
  });

  it('is free again after a refusal, belongs to one organization, and ends after a day', async () => {
    const body = { event: 'a', idempotency_key: 'k' };
    expect((await post({ ...body, contact_id: newId() })).refusal).toBe('404 not_found');
    const { id } = (await post({ ...body, email: 'h@example.com' })).body;
    const foreign = await createApiKey(api.pool, {
      organizationId: (await createOrganization(api.pool)).id,
    });
    expect((await post({ ...body, email: 'h@example.com' }, foreign)).body.id).not.toBe(id);
    await api.pool.query('UPDATE automation_event_keys SET expires_at = $1', [clock.now()]);
    const later = await post({ ...body, email: 'h@example.com' });
    expect([later.status, later.headers.get('idempotent-replayed')]).toEqual([202, null]);
    expect(later.body.id).not.toBe(id);
    const replay = await post({ ...body, email: 'h@example.com' });
    expect(replay.body.id).toBe(later.body.id);
  });

  it('answers the same when its contact was deleted meanwhile', async () => {
    const body = { event: 'a', email: 'i@example.com', idempotency_key: 'gone' };
    const first = (await post(body)).body;
    await api.delete('/contacts/i@example.com');
    expect((await post(body)).body).toEqual(first);
  });

  it('in header and field at odds is refused', async () => {
    const body = { event: 'a', email: 'h@example.com', idempotency_key: 'k' };
    const sent = { method: 'POST', key: api.key, body, headers: { 'idempotency-key': 'other' } };
    expect((await api.send('/events', sent)).refusal).toBe('422 validation_error');
  });
});

describe('the quotas of a day', () => {
  let free: { readonly id: string };
  let limited: ApiKeyFixture;
  beforeEach(async () => {
    free = await createOrganization(api.pool, { plan: 'free' });
    limited = await createApiKey(api.pool, { organizationId: free.id, rateLimit: 10_000 });
  });
  const refusals = (answers: readonly { readonly refusal: string | null }[]) =>
    answers.flatMap(({ refusal }) => (refusal === null ? [] : [refusal]));

  it('of new contacts hold exactly under two hundred calls at once; what is refused writes nothing', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => post({ event: 'a', email: `q${n}@example.com` }, limited)),
    );
    expect(refusals(answers)).toEqual(
      Array.from({ length: 200 - quota }, () => '429 contact_quota_exceeded'),
    );
    expect([await count('contacts', free.id), await count('automation_events', free.id)]).toEqual([
      quota,
      quota,
    ]);
    const refused = answers.find(({ refusal }) => refusal !== null);
    expect(refused?.headers.get('retry-after')).toBe('7');
    const [known] = answers.flatMap(({ refusal, body }) => (refusal === null ? [body.contact_id] : []));
    expect((await post({ event: 'a', contact_id: known }, limited)).status).toBe(202);
  });

  it('of runs hold exactly, and an event that would start more than are left starts none', async () => {
    await automation('a', {}, free.id);
    await automation('a', {}, free.id);
    await automation('b', {}, free.id);
    const answers = await Promise.all([
      ...Array.from({ length: 100 }, () => post({ event: 'a', email: 'r@example.com' }, limited)),
      ...Array.from({ length: 100 }, (_, n) => post({ event: 'a', email: `r${n}@example.com` }, limited)),
    ]);
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(quota / 2);
    expect(new Set(refusals(answers))).toEqual(new Set(['429 run_quota_exceeded']));
    expect(await runs(free.id)).toHaveLength(quota);
    const kept = new Set((await runs(free.id)).map(({ contact_id }) => contact_id));
    expect(await count('contacts', free.id)).toBe(kept.size);
    const { headers, refusal } = await post({ event: 'b', email: 'r@example.com' }, limited);
    expect([refusal, headers.get('retry-after')]).toEqual(['429 run_quota_exceeded', '7']);
    expect((await post({ event: 'none', email: 'new@example.com' }, limited)).status).toBe(202);
  });

  it('begin again with the day', async () => {
    await automation('a', {}, free.id);
    await api.pool.query(
      `INSERT INTO automation_usage (organization_id, day, contacts, runs) VALUES ($1, '2026-03-03', 1000, 1000)`,
      [free.id],
    );
    expect((await post({ event: 'a', email: 's@example.com' }, limited)).status).toBe(202);
  });
});

it('meets the contacts of the plan', async () => {
  const free = await createOrganization(api.pool, { plan: 'free' });
  const limited = await createApiKey(api.pool, { organizationId: free.id });
  await api.pool.query(
    `INSERT INTO contacts (id, organization_id, email, email_key)
     SELECT gen_random_uuid(), $1, n || '@example.com', n || '@example.com' FROM generate_series(1, 1000) n`,
    [free.id],
  );
  expect((await post({ event: 'a', email: 'new@example.com' }, limited)).refusal).toBe('403 plan_limit');
  expect((await post({ event: 'a', email: '7@example.com' }, limited)).status).toBe(202);
});

it('refuses restricted and test keys, and names what is wrong', async () => {
  const body = { event: 'a', email: 'a@example.com' };
  const domain = await api.createDomain();
  const restricted = await api.createKey({ domainIds: [domain.id] });
  expect((await post(body, restricted)).refusal).toBe('403 forbidden_domain');
  const test = await api.createKey({ mode: 'test' });
  expect((await post(body, test)).refusal).toBe('403 test_key_not_allowed');
  expect((await post({ ...body, email: 'Ada <a@example.com>' })).refusal).toBe('422 validation_error');
  const topics = [{ topic: 'none', state: 'SUBSCRIBED' }];
  expect((await post({ ...body, contact: { topics } })).refusal).toBe('422 unknown_topic');
  expect(await count('automation_events')).toBe(0);
  expect(await count('contacts')).toBe(0);
});

it.each([
  [
    'two million properties',
    (n: number) => `{"p":{${Array.from({ length: n }, (_, i) => `"${i}":1`).join()}}}`,
  ],
  ['properties without end', () => `{"p":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`],
])('refuses %s before they cost anything', async (_what, make) => {
  const properties = make(2_000_000).slice(5, -1);
  const body = `{"event":"a","email":"a@example.com","properties":${properties}}`;
  expect((await api.send('/events', { method: 'POST', key: api.key, body })).refusal).toMatch(
    /^4(00|13|22) /,
  );
});

it('holds properties to a size', async () => {
  const properties = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`p${n}`, 'x'.repeat(1_990)]));
  const { body, refusal } = await post({ event: 'a', email: 'a@example.com', properties });
  expect(refusal).toBe('422 validation_error');
  expect(body.error.message).toBe('properties: must be at most 16,384 bytes as JSON');
});
