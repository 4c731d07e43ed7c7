import type { ContactResource } from '@postrider/contracts/contacts';
import { newId } from '@postrider/contracts/ids';
import { plans } from '@postrider/contracts/organizations';
import type { SignupFormResource } from '@postrider/contracts/signup-forms';
import { createApiKey, createOrganization, createWebhookEndpoint, eventually } from '@postrider/testkit';
import { insertEmail } from '../../test/email-fixture';
import { testLinks } from '../../test/test-api';
import { useApi } from '../../test/use-api';

const email = 'ada@example.com';
const every = ['created', 'updated', 'deleted', 'subscribed', 'unsubscribed'].map(
  (type) => `contact.${type}`,
);
let domainId: string;
let domain: string;

const free = { ...plans.free, automationRunsPerDay: 1 };
const api = useApi({ limits: { plans: { ...plans, free } } });
beforeEach(async () => {
  ({ id: domainId, name: domain } = await api.createDomain({ stream: 'bulk' }));
  for (const slug of ['news', 'offers']) await api.post('/topics', api.key, { slug, name: slug });
});

const listen = (events: readonly string[] = every) =>
  createWebhookEndpoint(api.pool, {
    organizationId: api.organizationId,
    url: 'https://hooks.example/x',
    events,
  });
const upsert = async (wish: object = {}) =>
  (await api.post<ContactResource>('/contacts', api.key, { email, ...wish })).body;
const news = (state: string) => ({ topics: [{ topic: 'news', state }] });

interface Row {
  readonly type: string;
  readonly contact_id: string;
  readonly change: object | null;
}

/** Since the last call. */
async function recorded(): Promise<Row[]> {
  const { rows } = await api.pool.query<Row>(
    `DELETE FROM contact_events WHERE organization_id = $1 RETURNING id, type, contact_id, change`,
    [api.organizationId],
  );
  return rows.toSorted((a, b) => every.indexOf(`contact.${a.type}`) - every.indexOf(`contact.${b.type}`));
}
const recordedChanges = async () =>
  (await recorded()).map(({ type, change }) => (change === null ? [type] : [type, change]));
const by = (actor: string, change: object) => ({ status: false, topics: [], actor, ...change });

async function follow(kind: 'unsubscribe' | 'preferences', form: Record<string, string>): Promise<void> {
  const sent = {
    organizationId: api.organizationId,
    domainId,
    mode: 'live',
    status: 'delivered',
    to: [email],
  } as const;
  const messageId = await insertEmail(api.pool, { ...sent, kind: 'bulk.x' });
  const url = new URL(testLinks.urlOf('https://127.0.0.1', { kind, messageId, ordinal: 0 }));
  const body = new URLSearchParams(form);
  expect((await fetch(`${api.url}${url.pathname}`, { method: 'POST', body })).status).toBe(200);
}

describe('a change of a contact is recorded', () => {
  it('when a call adds it, changes it, changes its topics or deletes it, and not when nothing changes', async () => {
    await listen();
    const { id } = await upsert({ ...news('SUBSCRIBED'), consent: { source: 'fair' } });
    const change = by('api_key', { status: true, topics: ['news'], source: 'fair' });
    expect(await recordedChanges()).toEqual([['created'], ['subscribed', change]]);
    await upsert({ first_name: 'Ada' });
    expect(await recordedChanges()).toEqual([['updated']]);
    await upsert({ first_name: 'Ada', ...news('SUBSCRIBED') });
    expect(await recordedChanges()).toEqual([]);
    await api.post(`/contacts/${email}/subscriptions`, api.key, { topic: 'news', state: 'UNSUBSCRIBED' });
    expect(await recordedChanges()).toEqual([
      ['updated'],
      ['unsubscribed', by('api_key', { topics: ['news'] })],
    ]);
    await api.post('/contacts/batch', api.key, [
      { email, status: 'UNSUBSCRIBED' },
      { email: 'bob@example.com' },
    ]);
    expect(await recordedChanges()).toEqual([
      ['created'],
      ['updated'],
      ['subscribed', by('api_key', { status: true })],
      ['unsubscribed', by('api_key', { status: true })],
    ]);
    await upsert({ first_name: 'Lady' });
    await api.delete(`/contacts/${email}`);
    expect(await recorded()).toMatchObject([{ type: 'deleted', contact_id: id, change: null }]);
  });

  it('when the reader leaves, returns, bounces or complains, once', async () => {
    await listen();
    await upsert();
    await recorded();
    await follow('preferences', { action: 'leave' });
    const [, left] = await recorded();
    expect(left).toMatchObject({ type: 'unsubscribed', change: by('recipient', { status: true }) });
    await follow('preferences', { action: 'leave' });
    expect(await recordedChanges()).toEqual([]);
    await follow('preferences', { action: 'return' });
    expect(await recorded()).toMatchObject([{ type: 'updated' }, { type: 'subscribed' }]);
    for (const reason of ['hard_bounce', 'complaint']) {
      await api.pool.query(
        `INSERT INTO suppressions (id, organization_id, email, reason, source_email_id, created_at)
         VALUES ($1, $2, $3, $4, $1, now())
         ON CONFLICT (organization_id, email, domain_id) DO UPDATE SET reason = excluded.reason`,
        [newId(), api.organizationId, email, reason],
      );
    }
    expect(await recordedChanges()).toEqual([
      ['updated'],
      ['updated'],
      ['unsubscribed', by('bounce', { status: true })],
    ]);
  });

  it('not for rows of an import, nor for what no endpoint or automation names', async () => {
    await upsert();
    await listen([]);
    await upsert({ first_name: 'Ada' });
    expect(await recorded()).toEqual([]);
    await listen(['contact.created']);
    await upsert({ first_name: 'Lady' });
    expect(await recorded()).toEqual([]);
    const csv = 'email,status\nbob@example.com,subscribed\nada@example.com,bounced\n';
    await listen();
    const { body } = await api.send<{ id: string }>('/contacts/import?topics=news', {
      ...{ method: 'POST', key: api.key, body: csv, headers: { 'content-type': 'text/csv' } },
    });
    await eventually(
      async () => {
        const { body: job } = await api.get<{ status: string }>(`/contacts/imports/${body.id}`);
        return job.status === 'finished';
      },
      { timeoutMs: 60_000 },
    );
    expect((await api.get<ContactResource>('/contacts/bob@example.com')).status).toBe(200);
    expect(await recorded()).toEqual([]);
  });
});

describe('an event of a contact', () => {
  async function automation(event: string, one = false): Promise<string> {
    const id = newId();
    await api.pool.query(
      `INSERT INTO automations (id, organization_id, slug, name, trigger_event, one_per_contact)
       VALUES ($1::uuid, $2, $1::uuid, 'x', $3, $4)`,
      [id, api.organizationId, event, one],
    );
    return id;
  }
  const runs = async () =>
    (
      await api.pool.query<{ properties: object; contact_id: string }>(
        'SELECT properties, contact_id FROM automation_runs WHERE organization_id = $1 ORDER BY id',
        [api.organizationId],
      )
    ).rows;
  const waiting = async () =>
    (
      await api.pool.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM contact_events WHERE organization_id = $1 AND due_at IS NOT NULL',
        [api.organizationId],
      )
    ).rows[0]?.count;

  it('starts an automation when a signup is confirmed, once for all topics of the form', async () => {
    await automation('contact.subscribed');
    const { body: form } = await api.post<SignupFormResource>('/signup-forms', api.key, {
      ...{ name: 'Footer', from: `Rio <a@${domain}>`, topics: ['news', 'offers'] },
    });
    const body = new URLSearchParams({ email });
    await fetch(`${api.url}/f/${form.id}`, { method: 'POST', body });
    const link = await eventually(async () => {
      const { rows } = await api.pool.query<{ text: string }>(
        `SELECT c.text FROM message_contents c JOIN messages m ON m.id = c.message_id WHERE m.organization_id = $1`,
        [api.organizationId],
      );
      return /\/f\/confirm\/[\w-]{43}/.exec(rows[0]?.text ?? '')?.[0];
    });
    expect(await runs()).toEqual([]);
    await fetch(`${api.url}${link}`, { method: 'POST' });
    await eventually(async () => (await runs()).length > 0 && (await waiting()) === 0);
    expect(await runs()).toMatchObject([
      { properties: { status: true, topics: ['news', 'offers'], actor: 'form' } },
    ]);
  });

  it('starts nothing a second time when it is handed on again', async () => {
    await automation('contact.created');
    await upsert();
    await eventually(async () => (await runs()).length === 1 && (await waiting()) === 0);
    await api.pool.query('UPDATE contact_events SET due_at = now() WHERE organization_id = $1', [
      api.organizationId,
    ]);
    await eventually(async () => (await waiting()) === 0);
    expect(await runs()).toHaveLength(1);
  });

  it('ends waits, but starts no run, when an automation made the change', async () => {
    const id = await automation('contact.updated');
    const { id: contactId } = await upsert();
    const waits = newId();
    await api.pool.query(
      `INSERT INTO automation_runs (id, organization_id, automation_id, version, contact_id, event_id, due_at,
         one_per_contact, started_at, waiting_event, waiting_since)
       VALUES ($1, $2, $3, 1, $4, $1, now() + interval '1 day', false, now(), 'contact.updated', now())`,
      [waits, api.organizationId, id, contactId],
    );
    const event = {
      id: newId(),
      organization_id: api.organizationId,
      contact_id: contactId,
      type: 'updated',
    };
    await api.pool.query('SELECT record_contact_events($1::jsonb)', [
      JSON.stringify([{ ...event, actor: 'automation' }]),
    ]);
    await eventually(async () => {
      const { rows } = await api.pool.query<{ woken_by: string | null }>(
        'SELECT woken_by FROM automation_runs WHERE id = $1',
        [waits],
      );
      return rows[0]?.woken_by !== null && (await waiting()) === 0;
    });
    expect(await runs()).toHaveLength(1);
  });

  it('beyond the runs of a day waits for the next one', async () => {
    await api.pool.query(`UPDATE organizations SET plan = 'free' WHERE id = $1`, [api.organizationId]);
    await automation('contact.created');
    await api.post('/contacts/batch', api.key, [{ email }, { email: 'bob@example.com' }]);
    await eventually(async () => {
      const { rows } = await api.pool.query<{ is_next_day: boolean }>(
        `SELECT extract(epoch FROM due_at - occurred_at) <= 86405
             AND extract(epoch FROM due_at)::numeric % 86400 < 60 AS is_next_day
           FROM contact_events WHERE organization_id = $1 AND due_at IS NOT NULL`,
        [api.organizationId],
      );
      return rows.length === 1 && rows[0]?.is_next_day === true;
    });
    expect(await runs()).toHaveLength(1);
  });

  it('of another organization starts nothing here', async () => {
    await automation('contact.created');
    const other = await createOrganization(api.pool);
    await createWebhookEndpoint(api.pool, {
      ...{ organizationId: other.id, url: 'https://hooks.example/x', events: every },
    });
    const theirs = await createApiKey(api.pool, { organizationId: other.id });
    await api.post('/contacts', theirs, { email });
    await upsert();
    await eventually(async () => (await runs()).length > 0 && (await waiting()) === 0);
    const { rows } = await api.pool.query<{ organization_id: string }>(
      'SELECT c.organization_id FROM automation_runs r JOIN contacts c ON c.id = r.contact_id WHERE r.organization_id = $1',
      [api.organizationId],
    );
    expect(rows).toEqual([{ organization_id: api.organizationId }]);
  });
});

it('names of contact events are refused where they would do nothing', async () => {
  const posted = await api.post('/events', api.key, { event: 'contact.created', email });
  expect([posted.refusal, posted.text]).toEqual([
    '422 validation_error',
    expect.stringContaining('event: reserved'),
  ]);
  const steps = [{ type: 'wait', duration: '1d' }];
  const made = await api.post('/automations', api.key, {
    name: 'x',
    trigger: { event: 'contact.deleted' },
    steps,
  });
  expect([made.refusal, made.text]).toEqual([
    '422 validation_error',
    expect.stringContaining('trigger.event: contact.deleted cannot start a run'),
  ]);
});
