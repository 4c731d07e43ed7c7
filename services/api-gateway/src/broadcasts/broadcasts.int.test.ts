import type {
  BroadcastEstimateResource,
  BroadcastResource,
  BroadcastSummary,
} from '@postrider/contracts/broadcasts';
import { newId } from '@postrider/contracts/ids';
import { eventually } from '@postrider/testkit';
import type { Page } from '../paging/page';
import type { Answer } from '../../test/test-api';
import { useApi } from '../../test/use-api';

let segmentId: string;

const api = useApi({ stream: 'bulk', domain: { trackingVerified: true } });
beforeEach(async () => {
  await api.post('/topics', api.key, { slug: 'news', name: 'News', default_opt_in: true });
  segmentId = (await api.post<{ id: string }>('/segments', api.key, { name: 'All', filter: { all: [] } }))
    .body.id;
});

const wanted = (change: object = {}) => ({
  ...{ name: 'May', segment_id: segmentId, topic: 'news', from: `News <news@${api.domain.name}>` },
  ...{ subject: 'Hi {{ contact.first_name }}', html: '<p>{{ unsubscribe_url }}</p>', ...change },
});
const create = (change: object = {}, by = api.key): Promise<Answer<BroadcastResource>> =>
  api.post('/broadcasts', by, wanted(change));
const read = (id: string, by = api.key): Promise<Answer<BroadcastResource>> =>
  api.get(`/broadcasts/${id}`, by);
const update = (id: string, body: object, by = api.key): Promise<Answer<BroadcastResource>> =>
  api.send(`/broadcasts/${id}`, { method: 'PATCH', key: by, body });
const act = (id: string, action: string, body: object = {}): Promise<Answer<BroadcastResource>> =>
  api.post(`/broadcasts/${id}/${action}`, api.key, body);
const message = (answer: Answer<unknown>): string =>
  `${answer.refusal}: ${(answer.body as { error: { message: string } }).error.message}`;
const set = (id: string, sets: string): Promise<unknown> =>
  api.pool.query(`UPDATE broadcasts SET ${sets} WHERE id = $1`, [id]);
const variants = [{}, { subject: 'Other' }];
const abTest = { variants, percent: 20, wait_minutes: 60, metric: 'open' };
const tomorrow = new Date(Date.now() + 86_400_000).toISOString();

async function audited(): Promise<string[]> {
  const { rows } = await api.pool.query<{ action: string }>(
    `SELECT action FROM audit_entries WHERE organization_id = $1 AND action LIKE 'broadcast.%' ORDER BY id`,
    [api.organizationId],
  );
  return rows.map(({ action }) => action.replace('broadcast.', ''));
}

describe('a new broadcast', () => {
  it('is a draft that is shown as it was written, tracked where the domain can', async () => {
    const { status, body } = await create({ reply_to: 'reply@example.com', preview_text: 'Soon' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ status: 'draft', topic: 'news', segment_id: segmentId, audience: 'segment', parent_id: null },
      ...{ reply_to: 'reply@example.com', preview_text: 'Soon', track: { opens: true, clicks: true } },
      ...{ template: null, ab_test: null, scheduled_at: null, sent_at: null, finished_at: null },
      counts: { recipients: 0, waiting: 0, submitted: 0, sent: 0, opened: 0 },
    });
    expect((await read(body.id)).body).toEqual(body);
    expect(await audited()).toEqual(['create']);
  });

  it('is scheduled at once when it has a time', async () => {
    const { body } = await create({ scheduled_at: tomorrow });
    expect(body).toMatchObject({ status: 'scheduled', scheduled_at: tomorrow });
  });

  it('comes from a bulk domain that is verified, within the key’s own', async () => {
    const transactional = await api.createDomain();
    const pending = await api.createDomain({ stream: 'bulk', status: 'pending' });
    const other = await api.createDomain({ stream: 'bulk' });
    await api.bumpCacheVersion(api.organizationId);
    const from = ({ name }: { name: string }) => ({ from: `a@${name}` });
    expect((await create(from(transactional))).refusal).toBe('422 stream_mismatch');
    expect((await create(from(pending))).refusal).toBe('422 domain_not_verified');
    const restricted = await api.createKey({ domainIds: [api.domain.id] });
    expect((await create(from(other), restricted)).refusal).toBe('403 forbidden_domain');
    expect((await create({}, restricted)).status).toBe(201);
    expect((await create({ ...from(other), ab_test: abTest })).refusal).toBe('422 validation_error');
    expect((await create(from(other))).body.track).toEqual({ opens: false, clicks: false });
  });

  it('names a segment whose filter can be read', async () => {
    await api.pool.query(`UPDATE segments SET filter = '{"all": [{"old": 1}]}' WHERE id = $1`, [segmentId]);
    expect((await create()).refusal).toBe('422 invalid_segment');
  });

  it('takes the version of a template that is published then, with data for everybody', async () => {
    const variables = [
      { key: 'headline', type: 'string', required: true },
      { key: 'first_name', type: 'string', required: true },
    ];
    const template = { slug: 'letter', subject: '{{ headline }}', text: 'Dear {{ first_name }}', variables };
    await api.post('/templates', api.key, template);
    await api.post('/templates/letter/publish', api.key);
    const by = (data: object) => ({ subject: null, html: null, template: { slug: 'letter', data } });
    const { body } = await create(by({ headline: 'May' }));
    expect(body).toMatchObject({ subject: null, template: { slug: 'letter', version: 1 } });
    expect((await act(body.id, 'preview')).body).toMatchObject({ subject: 'May', text: 'Dear Ada' });
    expect(message(await create(by({ headlin: 'May' })))).toBe('422 template_variables: unknown: headlin');
    expect((await update(body.id, { subject: 'Own', text: 'Text' })).body).toMatchObject({
      ...{ template: null, subject: 'Own', text: 'Text' },
    });
  });
});

describe('a change', () => {
  it('is taken as a whole by a broadcast that has not begun, and by no other', async () => {
    const { id } = (await create()).body;
    expect((await update(id, { name: 'June', subject: 'Hello', ab_test: abTest })).body).toMatchObject({
      ...{ name: 'June', subject: 'Hello', html: '<p>{{ unsubscribe_url }}</p>', ab_test: abTest },
    });
    expect((await update(id, { html: '{{ x }}', ab_test: null })).refusal).toBe('422 validation_error');
    await act(id, 'send', { scheduled_at: tomorrow });
    expect((await update(id, { name: 'July' })).body).toMatchObject({ status: 'scheduled', name: 'July' });
    expect((await update(id, { scheduled_at: null })).body).toMatchObject({
      status: 'draft',
      scheduled_at: null,
    });
    await set(id, `status = 'scheduled', scheduled_at = now(), started_at = now()`);
    expect((await update(id, { name: 'x' })).refusal).toBe('409 not_schedulable');
    await set(id, `status = 'sent', finished_at = now()`);
    expect((await update(id, { name: 'x' })).refusal).toBe('409 not_schedulable');
    expect(await audited()).toEqual(['create', 'update', 'schedule', 'update', 'update']);
  });

  it('is in phase sending from its beginning until it is sent', async () => {
    const { id } = (await create()).body;
    const phases: string[] = [];
    for (const change of [
      `status = 'scheduled', scheduled_at = now()`,
      'started_at = now()',
      `status = 'sent'`,
    ]) {
      await set(id, change);
      phases.push((await read(id)).body.phase);
    }
    expect(phases).toEqual(['scheduled', 'sending', 'sent']);
  });

  it('loses none of several at once', async () => {
    const { id } = (await create()).body;
    const changes = [{ name: 'June' }, { subject: 'Hello' }, { preview_text: 'Soon' }];
    const answers = await Promise.all(changes.map((change) => update(id, change)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await read(id)).body).toMatchObject(Object.assign({}, ...changes) as object);
  });
});

describe('sending', () => {
  it('schedules, and schedules again, until it begins', async () => {
    const { id } = (await create()).body;
    expect((await act(id, 'send', { scheduled_at: tomorrow })).body).toMatchObject({
      ...{ status: 'scheduled', scheduled_at: tomorrow },
    });
    for (const passed of ['2020-01-01T00:00:00Z', new Date(Date.now() - 6 * 60_000).toISOString()]) {
      expect(message(await act(id, 'send', { scheduled_at: passed }))).toContain(
        '422 validation_error: scheduled_at: must not be in the past',
      );
    }
    expect((await read(id)).body).toMatchObject({ status: 'scheduled', scheduled_at: tomorrow });
    const { body } = await act(id, 'send', { scheduled_at: new Date(Date.now() - 60_000).toISOString() });
    expect(Date.parse(body.scheduled_at ?? '')).toBeGreaterThan(Date.now() - 30_000);
    await set(id, 'started_at = now()');
    expect((await act(id, 'send')).refusal).toBe('409 not_schedulable');
    await set(id, `status = 'canceled'`);
    expect((await act(id, 'send')).refusal).toBe('409 not_schedulable');
  });

  it('records in the audit log which findings were overridden', async () => {
    const [{ body: one }, { body: other }] = [await create(), await create()];
    const codes = ['clipped', 'unfilled_variable'];
    expect((await act(one.id, 'send', { overridden_findings: codes })).status).toBe(200);
    expect((await act(other.id, 'send', { overridden_findings: [] })).status).toBe(200);
    expect((await act(other.id, 'send', { overridden_findings: ['none'] })).refusal).toBe(
      '422 validation_error',
    );
    const { rows } = await api.pool.query<{ after: Record<string, unknown> }>(
      `SELECT after FROM audit_entries WHERE organization_id = $1 AND action = 'broadcast.schedule' ORDER BY id`,
      [api.organizationId],
    );
    expect(rows.map(({ after }) => after['overridden_findings'])).toEqual([codes, undefined]);
  });

  it('and looking at it first need no body', async () => {
    const { body } = await create();
    const bare = (action: string) =>
      api.send<BroadcastResource>(`/broadcasts/${body.id}/${action}`, { method: 'POST', key: api.key });
    expect((await bare('preview')).status).toBe(200);
    expect((await bare('send')).body.status).toBe('scheduled');
  });

  it('twice at once schedules one broadcast', async () => {
    const { id } = (await create()).body;
    const answers = await Promise.all([act(id, 'send'), act(id, 'send')]);
    expect(answers.map(({ body }) => body.status)).toEqual(['scheduled', 'scheduled']);
  });

  it('is refused while the organization is paused or under review, or what it names is gone', async () => {
    const { id } = (await create()).body;
    const { pool } = api;
    const organization = async (sets: string): Promise<void> => {
      await pool.query(`UPDATE organizations SET ${sets} WHERE id = $1`, [api.organizationId]);
      await api.bumpCacheVersion(api.organizationId);
    };
    await organization('sending_paused_at = now()');
    expect((await act(id, 'send')).refusal).toBe('403 sending_paused');
    expect((await create({ scheduled_at: tomorrow })).refusal).toBe('403 sending_paused');
    await organization('sending_paused_at = NULL, under_review_at = now()');
    expect((await act(id, 'send')).refusal).toBe('403 under_review');
    await organization('under_review_at = NULL');
    await api.delete(`/segments/${segmentId}`);
    expect((await act(id, 'send')).refusal).toBe('422 unknown_segment');
  });
});

describe('canceling', () => {
  it('ends a draft, one that is scheduled, and one that is being sent; nothing else', async () => {
    const draft = (await create()).body;
    const sending = (await create()).body;
    await set(
      sending.id,
      `status = 'testing', started_at = now(), recipients = 10, submitted = 3, suppressed = 1`,
    );
    for (const { id } of [draft, sending]) {
      expect((await act(id, 'cancel')).body).toMatchObject({ status: 'canceled' });
      expect((await act(id, 'cancel')).refusal).toBe('409 not_cancelable');
    }
    expect((await read(sending.id)).body.counts).toMatchObject({ waiting: 0, canceled: 6, submitted: 3 });
    const sent = (await create()).body;
    await set(sent.id, `status = 'sent', started_at = now(), finished_at = now()`);
    expect((await act(sent.id, 'cancel')).refusal).toBe('409 not_cancelable');
  });
});

it('lists as canceled whose turn had not come, and whose email was canceled', async () => {
  const { id } = (await create()).body;
  const outcomes = ['submitted', 'canceled', null];
  for (const outcome of outcomes) {
    await api.pool.query(
      `INSERT INTO broadcast_recipients (broadcast_id, contact_id, organization_id, outcome) VALUES ($1, $2, $3, $4)`,
      [id, newId(), api.organizationId, outcome],
    );
  }
  await set(id, `started_at = now(), status = 'scheduled', recipients = 3, submitted = 1, canceled = 1`);
  const listed = async (query = '') => {
    const path = `/broadcasts/${id}/recipients${query}`;
    const { body } = await api.get<{ data: { outcome: string }[] }>(path, api.key);
    return body.data.map(({ outcome }) => outcome).sort();
  };
  expect(await listed()).toEqual(['canceled', 'submitted', 'waiting']);
  expect((await read(id)).body.counts).toMatchObject({ waiting: 1, submitted: 1, canceled: 1 });
  await act(id, 'cancel');
  expect(await listed()).toEqual(['canceled', 'canceled', 'submitted']);
  expect(await listed('?outcome=canceled')).toHaveLength(2);
  expect(await listed('?outcome=waiting')).toEqual([]);
  expect((await read(id)).body.counts).toMatchObject({ waiting: 0, submitted: 1, canceled: 2 });
});

describe('deciding', () => {
  it('is done once, while the test runs, for one of its variants', async () => {
    const { id } = (await create({ ab_test: abTest })).body;
    expect((await act(id, 'decide', { winner: 0 })).refusal).toBe('409 not_testing');
    await set(id, `status = 'testing', started_at = now()`);
    expect(message(await act(id, 'decide', { winner: 2 }))).toBe(
      '422 validation_error: winner: must be at most 1',
    );
    const answers = await Promise.all([0, 1].map((winner) => act(id, 'decide', { winner })));
    const [first, second] = answers.sort((one, other) => one.status - other.status);
    expect(first?.body).toMatchObject({ status: 'scheduled' });
    expect(second?.refusal).toBe('409 not_testing');
    expect((await read(id)).body.winner).toBe(first?.body.winner);
    expect(await audited()).toEqual(['create', 'decide']);
  });
});

describe('a resend', () => {
  const sent = async (change: object = {}, finished = `now() - interval '25 hours'`): Promise<string> => {
    const { id } = (await create(change)).body;
    await set(id, `status = 'sent', started_at = ${finished}, finished_at = ${finished}`);
    return id;
  };

  it('goes to those who did not open, with another subject if wanted, once', async () => {
    const id = await sent();
    const answers = await Promise.all([act(id, 'resend', { subject: 'Again' }), act(id, 'resend')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const child = answers.find(({ status }) => status === 201)?.body;
    expect(child).toMatchObject({
      ...{ status: 'scheduled', parent_id: id, audience: 'not_opened', name: 'May (resend)' },
    });
    expect((await act(id, 'resend')).refusal).toBe('409 resend_exists');
    await act(child?.id ?? '', 'cancel');
    const again = (await act(id, 'resend', { subject: 'Again' })).body;
    expect(again).toMatchObject({ subject: 'Again', html: '<p>{{ unsubscribe_url }}</p>' });
    await set(again.id, `status = 'sent', started_at = now(), finished_at = now()`);
    expect((await act(again.id, 'resend')).refusal).toBe('409 not_resendable');
    expect(await audited()).toEqual(['create', 'resend', 'cancel', 'resend']);
  });

  it('waits a day, and says until when', async () => {
    const id = await sent({}, `timestamptz '2999-01-01 12:00Z'`);
    expect(message(await act(id, 'resend'))).toBe(
      '409 resend_too_early: A resend is possible from 2999-01-02T12:00:00.000Z.',
    );
    const { id: draft } = (await create()).body;
    expect((await act(draft, 'resend')).refusal).toBe('409 not_resendable');
  });

  it('can be planned for after that day while it lasts, and not be moved into it', async () => {
    const id = await sent({}, 'now()');
    const hours = (ahead: number) => new Date(Date.now() + ahead * 3_600_000).toISOString();
    expect((await act(id, 'resend', { scheduled_at: hours(23) })).refusal).toBe('409 resend_too_early');
    const { body: child } = await act(id, 'resend', { scheduled_at: hours(25) });
    expect(child).toMatchObject({ status: 'scheduled', parent_id: id });
    expect((await act(child.id, 'send')).refusal).toBe('409 resend_too_early');
    expect((await act(child.id, 'send', { scheduled_at: hours(48) })).refusal).toBeNull();
  });

  it('says what the winner said', async () => {
    const id = await sent({ ab_test: abTest });
    await set(id, 'winner = 1');
    expect((await act(id, 'resend')).body).toMatchObject({ subject: 'Other', ab_test: null });
  });

  it('has no subject of its own where a template gives it', async () => {
    await api.post('/templates', api.key, { slug: 'letter', subject: 's', text: 't' });
    await api.post('/templates/letter/publish', api.key);
    const byTemplate = { subject: null, html: null, template: { slug: 'letter' } };
    const id = await sent(byTemplate);
    expect((await act(id, 'resend', { subject: 'x' })).refusal).toBe('422 subject_from_template');
    await set(id, `status = 'canceled'`);
    expect((await act(id, 'resend', { subject: 'x' })).refusal).toBe('409 not_resendable');
  });

  it('needs to know who opened', async () => {
    const id = await sent({ track: { opens: false } });
    expect(message(await act(id, 'resend'))).toContain('422 validation_error: audience: ');
  });
});

describe('what keeps a topic, and a domain', () => {
  it('is each broadcast, whatever became of it', async () => {
    const { id } = (await create()).body;
    await act(id, 'cancel');
    expect(message(await api.delete('/topics/news'))).toContain(
      `409 topic_in_use: The broadcast "May" (${id})`,
    );
    expect(message(await api.delete(`/domains/${api.domain.id}`))).toContain('409 domain_in_use');
    expect((await api.delete(`/broadcasts/${id}`)).status).toBe(204);
    expect((await api.delete('/topics/news')).status).toBe(204);
  });

  it('is also one that comes at the same time', async () => {
    const [created, removed] = await Promise.all([create(), api.delete('/topics/news')]);
    expect([
      [201, 409],
      [422, 204],
    ]).toContainEqual([created.status, removed.status]);
  });
});

describe('deleting', () => {
  it('takes what never began', async () => {
    const { id } = (await create({ scheduled_at: tomorrow })).body;
    const sendKey = await api.createKey({ permission: 'SEND' });
    expect((await api.delete(`/broadcasts/${id}`, sendKey)).refusal).toBe('403 forbidden');
    await set(id, 'started_at = now()');
    expect((await api.delete(`/broadcasts/${id}`)).refusal).toBe('409 not_cancelable');
    await set(id, 'started_at = NULL');
    expect((await api.delete(`/broadcasts/${id}`)).status).toBe(204);
    expect((await read(id)).refusal).toBe('404 not_found');
    expect(await audited()).toEqual(['create', 'delete']);
  });
});

it('shows a restricted key the broadcasts of its domains alone', async () => {
  const other = await api.createDomain({ stream: 'bulk' });
  const mine = (await create()).body;
  const theirs = (await create({ from: `a@${other.name}` })).body;
  const restricted = await api.createKey({ domainIds: [api.domain.id] });
  const { body } = await api.get<Page<BroadcastSummary>>('/broadcasts', restricted);
  expect(body.data.map(({ id }) => id)).toEqual([mine.id]);
  expect((await read(theirs.id, restricted)).refusal).toBe('404 not_found');
  for (const action of ['send', 'cancel', 'resend', 'preview']) {
    expect((await api.post(`/broadcasts/${theirs.id}/${action}`, restricted, {})).refusal).toBe(
      '404 not_found',
    );
  }
  expect((await update(mine.id, { from: `a@${other.name}` }, restricted)).refusal).toBe(
    '403 forbidden_domain',
  );
  const testKey = await api.createKey({ mode: 'test' });
  expect((await read(mine.id, testKey)).refusal).toBe('403 test_key_not_allowed');
  expect((await api.post(`/broadcasts/${mine.id}/cancel`, testKey)).refusal).toBe('403 test_key_not_allowed');
});

it('lists by status, newest first, page by page', async () => {
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c']) ids.unshift((await create({ name })).body.id);
  await act(ids[1] ?? '', 'send', { scheduled_at: tomorrow });
  const list = async (query: string): Promise<Page<BroadcastSummary>> =>
    (await api.get<Page<BroadcastSummary>>(`/broadcasts?${query}`)).body;
  const first = await list('limit=2');
  expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const rest = await list(`limit=2&cursor=${first.next_cursor}`);
  expect(rest.data.map(({ id }) => id)).toEqual(ids.slice(2));
  expect((await list('status=scheduled')).data.map(({ id }) => id)).toEqual([ids[1]]);
  expect((await api.get('/broadcasts?status=gone')).refusal).toBe('422 validation_error');
});

it('finds by a part of the name or the subject', async () => {
  const named = (await create({ name: 'May news' })).body.id;
  const titled = (await create({ name: 'Offer', subject: 'The best of MAY' })).body.id;
  await create({ name: 'June', subject: '50%' });
  const find = async (query: string) =>
    (await api.get<Page<BroadcastSummary>>(`/broadcasts?${query}`)).body.data.map(({ id }) => id);
  expect(await find('search=may')).toEqual([titled, named]);
  expect(await find('search=may&status=sent')).toEqual([]);
  expect(await find('search=%25')).toHaveLength(1);
});

describe('a duplicate', () => {
  it('is a draft with everything that its owner said, of a broadcast in any state', async () => {
    const original = (await create({ ab_test: abTest, preview_text: 'Soon' })).body;
    await set(original.id, `status = 'sent', started_at = now(), finished_at = now(), submitted = 3`);
    const { status, body } = await act(original.id, 'duplicate');
    expect(status).toBe(201);
    const { id, created_at } = body;
    expect(body).toEqual({ ...original, id, created_at, name: 'May (copy)' });
    expect((await read(id)).body).toEqual(body);
    expect(await audited()).toEqual(['create', 'create']);
  });

  it('of a resend goes to the segment, with a name that is not too long', async () => {
    const { id } = (await create({ name: 'n'.repeat(200) })).body;
    await set(id, `status = 'sent', audience = 'not_opened', parent_id = id`);
    const { body } = await act(id, 'duplicate');
    expect(body).toMatchObject({ audience: 'segment', parent_id: null, name: `${'n'.repeat(193)} (copy)` });
  });
});

describe('an estimate', () => {
  const estimate = async (id: string) => api.get<BroadcastEstimateResource>(`/broadcasts/${id}/estimate`);

  it('has the contacts of the segment, those who get no email, the duration and the limits', async () => {
    const { id } = (await create()).body;
    await api.pool.query(
      `INSERT INTO contacts (id, organization_id, email, email_key, status)
       SELECT gen_random_uuid(), $1, n::text, n::text,
         CASE WHEN n <= 100 THEN 'BOUNCED' WHEN n <= 300 THEN 'UNSUBSCRIBED' ELSE 'SUBSCRIBED' END
       FROM generate_series(1, 1000) n`,
      [api.organizationId],
    );
    const { body } = await estimate(id);
    expect(body).toMatchObject({
      ...{ contacts: 1000, sample: { contacts: 1000, suppressed: 100, unsubscribed: 200, complete: true } },
      ...{ recipients: 700, expected_seconds: 7 },
    });
    const last = (await create()).body.id;
    await set(
      last,
      `status = 'sent', submitted = 5000, started_at = now() - interval '100 s', finished_at = now()`,
    );
    expect((await estimate(id)).body.expected_seconds).toBe(14);
    await api.pool.query('UPDATE domains SET daily_cap = 500 WHERE id = $1', [api.domain.id]);
    expect((await estimate(id)).body).toMatchObject({
      expected_seconds: null,
      limits: { domain_daily_cap: 500, warming_up: false },
    });
  });

  it('samples contacts from all times where there are many', async () => {
    const { id } = (await create()).body;
    // The older half bounced.
    await api.pool.query(
      `INSERT INTO contacts (id, organization_id, email, email_key, status)
       SELECT (lpad(to_hex(1700000000000 + n * 1000), 12, '0') || '7000800000000000' || lpad(to_hex(n), 4, '0'))::uuid,
         $1, n::text, n::text, CASE WHEN n <= 2500 THEN 'BOUNCED' ELSE 'SUBSCRIBED' END
       FROM generate_series(1, 5000) n`,
      [api.organizationId],
    );
    // A count that took long, such as that of the empty segment on a busy machine, is kept for some seconds.
    await eventually(async () => (await estimate(id)).body.contacts === 5000);
    const { sample } = (await estimate(id)).body;
    expect(sample.complete).toBe(false);
    expect(sample.contacts).toBeLessThanOrEqual(2000);
    expect(sample.suppressed / sample.contacts).toBeCloseTo(0.5, 1);
  });

  it('is refused without a segment that can be read, and for a resend', async () => {
    const { id } = (await create()).body;
    await set(id, 'parent_id = id');
    expect((await estimate(id)).refusal).toBe('409 not_schedulable');
    await set(id, 'parent_id = NULL');
    await api.delete(`/segments/${segmentId}`);
    expect((await estimate(id)).refusal).toBe('422 unknown_segment');
  });
});
