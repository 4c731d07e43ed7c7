import type {
  AutomationResource,
  AutomationRunCancellation,
  AutomationRunResource,
  AutomationStepCounts,
  PostedEvent,
} from '@postrider/contracts/automations';
import type { ErrorBody } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import {
  createApiKey,
  createBroadcast,
  createDomain,
  createOrganization,
  eventually,
} from '@postrider/testkit';
import { useApi } from '../../test/use-api';
import { sweepDeletedAutomations } from './automation-runs.repository';

const api = useApi({ stream: 'bulk' });

type Created = AutomationResource & ErrorBody;

const wait = { type: 'wait', duration: '3d' };
const mail = (over: object = {}) => ({
  ...{
    type: 'send',
    from: `Acme <hi@${api.domain.name}>`,
    subject: 'Hi {{ contact.first_name }}',
    text: 'Hello',
  },
  ...over,
});
const create = (over: object = {}, key = api.key) =>
  api.post<Created>('/automations', key, {
    ...{ name: 'Welcome', trigger: { event: 'user.signed_up' }, steps: [mail()] },
    ...over,
  });
const patch = (name: string, body: object, key = api.key) =>
  api.send<Created>(`/automations/${name}`, { method: 'PATCH', key, body });
const post = (event: string, email: string) =>
  api.post<PostedEvent>('/events', api.key, { event, email, properties: { plan: 'gold' } });
const runsOf = async (name: string, query = '') =>
  (await api.get<{ data: AutomationRunResource[] }>(`/automations/${name}/runs${query}`)).body.data;

async function actions(): Promise<string[]> {
  const { rows } = await api.pool.query<{ action: string }>(
    'SELECT action FROM audit_entries WHERE organization_id = $1 ORDER BY id',
    [api.organizationId],
  );
  return rows.map(({ action }) => action);
}

it('an automation is created with a slug of its name, read by id or slug, listed without steps, and deleted', async () => {
  const { status, body } = await create({ name: 'Bienvenue à bord!' });
  expect([status, body]).toEqual([
    201,
    {
      ...{ object: 'automation', id: body.id, slug: 'bienvenue-a-bord', name: 'Bienvenue à bord!' },
      ...{ status: 'active', one_per_contact: false, trigger: { event: 'user.signed_up' }, version: 1 },
      ...{ steps: [mail()], draft: null, created_at: body.created_at, updated_at: body.updated_at },
    },
  ]);
  for (const name of [body.id, 'bienvenue-a-bord']) {
    expect((await api.get(`/automations/${name}`)).body).toEqual(body);
  }
  const { steps: _, draft: __, ...summary } = body;
  expect((await api.get('/automations')).body).toEqual({ object: 'list', data: [summary] });
  expect((await create({ name: 'Bienvenue a bord' })).refusal).toBe('409 slug_taken');
  expect((await create({ name: '欢迎' })).body.slug).toMatch(/^automation-[0-9a-f]{12}$/);
  expect((await api.delete('/automations/bienvenue-a-bord')).status).toBe(204);
  for (const path of ['', '/runs', `/runs/${newId()}`]) {
    expect((await api.get(`/automations/${body.id}${path}`)).refusal).toBe('404 not_found');
  }
  expect((await api.delete(`/automations/${body.id}`)).refusal).toBe('404 not_found');
  expect((await create({ name: 'Bienvenue a bord' })).status).toBe(201);
  expect(await actions()).toEqual([
    ...Array(2).fill('automation.create'),
    'automation.delete',
    'automation.create',
  ]);
});

describe('a change', () => {
  it('of steps or trigger makes the next version; runs finish on the one they began with', async () => {
    const { id } = (await create({ steps: [wait] })).body;
    await post('user.signed_up', 'a@example.com');
    const changed = (await patch('welcome', { steps: [mail(), wait] })).body;
    expect(changed).toMatchObject({
      id,
      version: 2,
      steps: [mail(), wait],
      trigger: { event: 'user.signed_up' },
    });
    await post('user.signed_up', 'b@example.com');
    expect((await patch(id, { trigger: { event: 'order.paid' } })).body.version).toBe(3);
    expect((await post('user.signed_up', 'c@example.com')).body.runs_started).toBe(0);
    await post('order.paid', 'c@example.com');
    expect((await runsOf(id)).map(({ version }) => version)).toEqual([3, 2, 1]);
    const { rows } = await api.pool.query(
      `SELECT number, definition, api_key_id FROM automation_versions WHERE automation_id = $1 ORDER BY number`,
      [id],
    );
    expect(rows).toMatchObject([
      {
        number: 1,
        definition: { trigger: { event: 'user.signed_up' }, steps: [wait] },
        api_key_id: api.key.id,
      },
      { number: 2, definition: { steps: [mail(), wait] } },
      { number: 3, definition: { trigger: { event: 'order.paid' }, steps: [mail(), wait] } },
    ]);
  });

  it('to what there is makes no version, however many come at once', async () => {
    const { id } = (await create()).body;
    const same = { trigger: { event: 'user.signed_up' }, steps: [mail()] };
    expect((await patch(id, { ...same, name: 'Hello', one_per_contact: true })).body).toMatchObject({
      ...{ version: 1, name: 'Hello', one_per_contact: true, slug: 'welcome' },
    });
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => patch(id, { steps: [{ ...wait, duration: `${n + 1}d` }] })),
    );
    expect((await api.get<Created>(`/automations/${id}`)).body.version).toBe(21);
  });

  it('that pauses or deletes it while its steps change finds it', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const { id } = (await create({ name: `Welcome ${turn}` })).body;
      const change = (days: number) => patch(id, { steps: [{ ...wait, duration: `${days}d` }] });
      const [, paused] = await Promise.all([change(1), patch(id, { status: 'paused' }), change(2)]);
      expect([paused.status, paused.body.status]).toEqual([200, 'paused']);
      const [, removed] = await Promise.all([change(3), api.delete(`/automations/${id}`), change(4)]);
      expect(removed.status).toBe(204);
    }
  });

  it('pauses and resumes: a paused one starts no runs, and loses none', async () => {
    const { id } = (await create({ steps: [wait] })).body;
    await post('user.signed_up', 'a@example.com');
    expect((await patch(id, { status: 'paused' })).body).toMatchObject({ status: 'paused', version: 1 });
    expect((await post('user.signed_up', 'b@example.com')).body.runs_started).toBe(0);
    expect(await runsOf(id)).toMatchObject([{ status: 'running' }]);
    expect((await patch(id, { status: 'active' })).body.status).toBe('active');
    expect((await post('user.signed_up', 'b@example.com')).body.runs_started).toBe(1);
  });
});

describe('steps', () => {
  it.each([
    ['a domain that is not there', () => [mail({ from: 'a@nowhere.test' })], '422 unknown_domain'],
    ['no sender at all', () => [mail({ from: 'no-address' })], '422 invalid_from'],
    [
      'a template that is not there',
      () => [mail({ ...without, template: { slug: 'x' } })],
      '422 template_not_found',
    ],
    ['a topic that is not there', () => [mail({ topic: 'none' })], '422 unknown_topic'],
    ['a reply address that is none', () => [mail({ reply_to: 'x' })], '422 validation_error'],
    ['content that cannot be read', () => [mail({ text: 'Hi {{ contact.' })], '422 validation_error'],
    ['variables without a value', () => [mail({ text: 'Hi {{ unknown }}' })], '422 validation_error'],
    ['tracking without a host for it', () => [mail({ track: { opens: true } })], '422 validation_error'],
    [
      'a call to an inside address',
      () => [{ type: 'webhook', url: 'https://10.0.0.1/' }],
      '422 validation_error',
    ],
    ['a call without TLS', () => [{ type: 'webhook', url: 'http://example.com/' }], '422 validation_error'],
  ])('with %s are refused, by their place', async (_what, steps, refusal) => {
    const inner = { type: 'condition', if: { all: [{ status: 'SUBSCRIBED' }] }, then: [wait, ...steps()] };
    const answer = await create({ steps: [wait, inner] });
    expect(answer.refusal).toBe(refusal);
    if (refusal !== '422 unknown_topic') {
      expect(answer.body.error.message).toMatch(/^steps\[1\]\.then\[1\][.:]/);
    }
    const { id } = (await create()).body;
    expect((await patch(id, { steps: [wait, inner] })).refusal).toBe(refusal);
    expect((await api.get<Created>(`/automations/${id}`)).body.version).toBe(1);
  });
  const without = { subject: undefined, text: undefined };

  it('name no broadcast of another organization, and none that there is not', async () => {
    const { pool } = api;
    const broadcastOf = async (owner: string) => {
      const domain = await createDomain(pool, { organizationId: owner, stream: 'bulk' });
      const key = await createApiKey(pool, { organizationId: owner });
      const topic = await api.post<{ id: string }>('/topics', key, { slug: 'news', name: 'News' });
      return createBroadcast(pool, { organizationId: owner, domainId: domain.id, topicId: topic.body.id });
    };
    const naming = (broadcast: string) => ({
      steps: [wait, { type: 'condition', if: { all: [{ broadcast, received: true }] }, then: [mail()] }],
    });
    const own = await create(naming(await broadcastOf(api.organizationId)));
    expect(own.status).toBe(201);
    for (const id of [newId(), await broadcastOf((await createOrganization(pool)).id)]) {
      for (const refused of [await create(naming(id)), await patch(own.body.id, naming(id))]) {
        expect(refused.refusal).toBe('422 validation_error');
        expect(refused.text).toContain(`steps[1].if.all[0].broadcast: there is no broadcast ${id}`);
      }
    }
  });

  it('need a verified domain of the bulk stream', async () => {
    const transactional = await api.createDomain();
    const pending = await api.createDomain({ stream: 'bulk', status: 'pending' });
    const from = ({ name }: { name: string }) => create({ steps: [mail({ from: `a@${name}` })] });
    expect((await from(transactional)).refusal).toBe('422 stream_mismatch');
    expect((await from(pending)).refusal).toBe('422 domain_not_verified');
  });

  it('of every type are kept as they were given', async () => {
    await api.post('/topics', api.key, { slug: 'news', name: 'News' });
    await api.post('/templates', api.key, { slug: 'hello', subject: 's', text: 't' });
    await api.post('/templates/hello/publish', api.key);
    const steps = [
      mail({ topic: 'news', subject: 'x', text: '{{ event.properties.plan }} {{ unsubscribe_url }}' }),
      { type: 'send', from: `a@${api.domain.name}`, template: { slug: 'hello', version: 1 } },
      { type: 'wait_until', event: 'order.paid', timeout: '30d' },
      { type: 'wait_until', time: '09:00', timezone: 'Asia/Tokyo' },
      {
        type: 'condition',
        if: { all: [{ waited: 'timeout' }, { event_property: 'plan', op: 'eq', value: 'gold' }] },
        then: [
          {
            type: 'update_contact',
            properties: { tier: 'gold', old: null },
            topics: [{ topic: 'news', state: 'SUBSCRIBED' }],
          },
        ],
        else: [{ type: 'webhook', url: 'https://hooks.example.com/x' }],
      },
    ];
    const { status, body } = await create({ steps });
    expect([status, body.steps]).toEqual([201, steps]);
  });
});

it('keeps its domains and topics from being removed, while it is there', async () => {
  await api.post('/topics', api.key, { slug: 'news', name: 'News' });
  const { id } = (await create({ steps: [mail({ topic: 'news' })] })).body;
  const domain = await api.delete(`/domains/${api.domain.id}`);
  expect(domain.refusal).toBe('409 domain_in_use');
  expect((domain.body as ErrorBody).error.message).toContain(`automations send from it: "Welcome" (${id})`);
  const topic = await api.delete('/topics/news');
  expect(topic.refusal).toBe('409 topic_in_use');
  expect((topic.body as ErrorBody).error.message).toContain(id);
  await api.delete(`/automations/${id}`);
  expect((await api.delete('/topics/news')).status).toBe(204);
  expect((await api.delete(`/domains/${api.domain.id}`)).status).toBe(204);
});

async function insertRuns(
  automationId: string,
  { count, version, position }: { count: number; version: number; position: string },
): Promise<void> {
  await api.pool.query(
    `INSERT INTO automation_runs (id, organization_id, automation_id, version, position, contact_id, event_id, due_at,
       one_per_contact, started_at)
     SELECT gen_random_uuid(), $1, $2, $3, $4, gen_random_uuid(), gen_random_uuid(), now(), false, now()
     FROM generate_series(1, $5::int)`,
    [api.organizationId, automationId, version, position, count],
  );
}

describe('a run', () => {
  async function started(): Promise<{ id: string; run: string; contact: string }> {
    const { id } = (await create({ steps: [wait] })).body;
    const contact = (await post('user.signed_up', 'a@example.com')).body.contact_id;
    await post('user.signed_up', 'b@example.com');
    const [, first] = await runsOf(id);
    return { id, contact, run: first?.id ?? '' };
  }

  it('is listed by status and contact, and read with its history', async () => {
    const { id, run, contact } = await started();
    const message = newId();
    await api.pool.query(
      `INSERT INTO automation_steps (run_id, number, position, type, outcome, detail, message_id, taken_at)
       VALUES ($1, 0, '0', 'send', 'done', NULL, $2, '2026-01-02T03:04:05.678Z')`,
      [run, message],
    );
    await api.pool.query(
      `UPDATE automation_runs SET status = 'completed', due_at = NULL, finished_at = now(), steps = 1 WHERE id = $1`,
      [run],
    );
    expect((await runsOf(id, '?status=completed')).map((each) => each.id)).toEqual([run]);
    expect((await runsOf(id, '?status=running')).map((each) => each.id)).not.toContain(run);
    for (const name of [contact, 'A@example.com']) {
      expect((await runsOf(id, `?contact=${name}`)).map((each) => each.id)).toEqual([run]);
    }
    expect(await runsOf(id, '?contact=unknown@example.com')).toEqual([]);
    expect((await api.get(`/automations/welcome/runs/${run}`)).body).toMatchObject({
      ...{ object: 'automation_run', id: run, automation_id: id, version: 1, contact_id: contact },
      contact_email: 'a@example.com',
      ...{ status: 'completed', position: null, due_at: null, steps_taken: 1, properties: { plan: 'gold' } },
      history: [
        {
          ...{ number: 0, position: '0', type: 'send', outcome: 'done', detail: null, email_id: message },
          at: '2026-01-02T03:04:05.678Z',
        },
      ],
    });
  });

  it('is canceled once', async () => {
    const { id, run } = await started();
    const cancel = () => api.post<AutomationRunResource>(`/automations/${id}/runs/${run}/cancel`, api.key);
    expect((await cancel()).body).toMatchObject({
      id: run,
      status: 'canceled',
      due_at: null,
      position: null,
    });
    expect((await cancel()).refusal).toBe('409 not_cancelable');
    const other = (await create({ name: 'Other' })).body.id;
    expect((await api.post(`/automations/${other}/runs/${run}/cancel`, api.key)).refusal).toBe(
      '404 not_found',
    );
    expect(await actions()).toContain('automation.cancel_run');
  });

  it('is counted at its step, and as canceled behind it; runs of older versions are counted together', async () => {
    const { id, run } = await started();
    const counts = async () => (await api.get<AutomationStepCounts>(`/automations/${id}/step-counts`)).body;
    await api.post(`/automations/${id}/runs/${run}/cancel`, api.key);
    const none = { passed: 0, stopped: 0, failed: 0, canceled: 0 };
    expect(await counts()).toEqual({
      ...{ object: 'automation_step_counts', automation_id: id, version: 1 },
      ...{ waiting_in_older_versions: 0, waiting_in_older_versions_truncated: false },
      steps: [{ position: '0', type: 'wait', waiting: 1, waiting_truncated: false, ...none, canceled: 1 }],
    });
    const condition = { type: 'condition', if: { all: [] }, then: [wait], else: [] };
    await patch(id, { steps: [condition, wait] });
    await insertRuns(id, { count: 10_001, version: 2, position: '0.then.0' });
    const { steps, ...changed } = await counts();
    expect(changed).toMatchObject({ version: 2, waiting_in_older_versions: 1 });
    expect(steps).toMatchObject([
      { position: '0', type: 'condition', waiting: 0 },
      { position: '0.then.0', waiting: 10_000, waiting_truncated: true },
      { position: '1', waiting: 0, waiting_truncated: false, ...none },
    ]);
  });

  it('is canceled by filter after an exact count, in pages, with others that match alone', async () => {
    const { id, contact } = await started();
    await insertRuns(id, { count: 2_500, version: 1, position: '1.then.0' });
    const cancel = async (body: object) => {
      const path = `/automations/${id}/runs/cancel`;
      const answer = await api.post<AutomationRunCancellation>(path, api.key, { dry_run: false, ...body });
      return [answer.body.runs, answer.body.next === null];
    };
    const count = (body: object = {}) => cancel({ ...body, dry_run: true });
    expect(await count()).toEqual([2_502, true]);
    expect(await count({ position: '1.then.0' })).toEqual([2_500, true]);
    expect(await count({ version: 2 })).toEqual([0, true]);
    expect(await count({ contact: 'unknown@example.com' })).toEqual([0, true]);
    expect(await cancel({ contact })).toEqual([1, true]);
    expect(await count({ contact: 'b@example.com' })).toEqual([1, true]);
    const [first, isWhole] = await cancel({ position: '1.then.0' });
    expect(isWhole).toBe(false);
    expect(await cancel({ position: '1.then.0' })).toEqual([2_500 - Number(first), true]);
    expect(await count()).toEqual([1, true]);
    const { rows } = await api.pool.query(
      `SELECT (after ->> 'runs')::int AS runs, after ->> 'position' AS position FROM audit_entries
       WHERE organization_id = $1 AND action = 'automation.cancel_runs' ORDER BY id`,
      [api.organizationId],
    );
    const atStep = { position: '1.then.0' };
    expect(rows).toEqual([
      { runs: 1, position: null },
      { runs: first, ...atStep },
      { runs: 2_500 - Number(first), ...atStep },
    ]);
  });

  it('is canceled with its automation, in batches, also one that began in the same moment', async () => {
    const { id } = await started();
    const { pool } = api;
    await insertRuns(id, { count: 2_500, version: 1, position: '0' });
    await api.delete(`/automations/${id}`);
    const running = async () => {
      const { rows } = await pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM automation_runs WHERE automation_id = $1 AND status = 'running'`,
        [id],
      );
      return rows[0]?.count;
    };
    // The gateway sweeps too, and a sweep passes over the runs that another has locked.
    await eventually(async () => {
      await sweepDeletedAutomations(pool);
      return (await running()) === 0;
    });
    const { rows: batches } = await pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM automation_runs WHERE automation_id = $1 GROUP BY finished_at`,
      [id],
    );
    for (const { count } of batches) expect(count).toBeLessThanOrEqual(1_000);
    const isOpen = async () => {
      const { rows } = await pool.query('SELECT 1 FROM automations WHERE id = $1 AND cancel_runs', [id]);
      return rows.length === 1;
    };
    await pool.query('UPDATE automations SET deleted_at = now() WHERE id = $1', [id]);
    await sweepDeletedAutomations(pool);
    expect(await isOpen()).toBe(true);
    await pool.query(`UPDATE automations SET deleted_at = now() - interval '2 minutes' WHERE id = $1`, [id]);
    await sweepDeletedAutomations(pool);
    expect(await isOpen()).toBe(false);
  });
});

it('an automation is read, but not written, by a restricted key, and not at all by a test key', async () => {
  const { id } = (await create()).body;
  const restricted = await api.createKey({ domainIds: [api.domain.id] });
  expect((await api.get(`/automations/${id}`, restricted)).status).toBe(200);
  expect((await create({}, restricted)).refusal).toBe('403 forbidden_domain');
  expect((await patch(id, {}, restricted)).refusal).toBe('403 forbidden_domain');
  expect((await api.delete(`/automations/${id}`, restricted)).refusal).toBe('403 forbidden_domain');
  const test = await api.createKey({ mode: 'test' });
  expect((await api.get(`/automations/${id}`, test)).refusal).toBe('403 test_key_not_allowed');
  const sending = await api.createKey({ permission: 'SEND' });
  expect((await api.get('/automations', sending)).status).toBe(200);
  expect((await create({}, sending)).refusal).toBe('403 forbidden');
});

it('shares its event with at most nine others', async () => {
  await Promise.all(Array.from({ length: 12 }, (_, n) => create({ name: `n${n}` })));
  expect((await create()).body.error.message).toBe(
    'trigger.event: at most 10 automations can have this trigger',
  );
  const { id } = (await create({ trigger: { event: 'other' } })).body;
  expect((await patch(id, { trigger: { event: 'user.signed_up' } })).refusal).toBe('422 validation_error');
  expect((await post('user.signed_up', 'a@example.com')).body.runs_started).toBe(10);
});

it('an automation has at most a hundred beside it', async () => {
  await api.pool.query(
    `INSERT INTO automations (id, organization_id, slug, name, trigger_event)
     SELECT gen_random_uuid(), $1, 's' || n, 'x', 'x' FROM generate_series(1, 99) n`,
    [api.organizationId],
  );
  const answers = await Promise.all([1, 2, 3].map((n) => create({ name: `n${n}` })));
  expect(answers.map(({ refusal }) => refusal).sort()).toEqual(['403 plan_limit', '403 plan_limit', null]);
});
