import type { ContactResource } from '@postrider/contracts/contacts';
import { newId } from '@postrider/contracts/ids';
import type { TopicResource } from '@postrider/contracts/topics';
import { createBroadcast, createWebhookEndpoint, eventually } from '@postrider/testkit';
import { insertEmail, type EmailFixture } from '../../../test/email-fixture';
import { problemsOf } from '../../../test/markup-problems';
import { testLinks } from '../../../test/test-api';
import { useApi } from '../../../test/use-api';

const address = 'Ada@Example.com';
const evilName = `<b onclick="x">Shop & "Sons"`;
let domainId: string;
let newsId: string;
/** Of a broadcast about news, which everybody gets. */
let messageId: string;

const api = useApi({ organization: { name: evilName } });
beforeEach(async () => {
  const { pool } = api;
  domainId = (await api.createDomain({ stream: 'bulk' })).id;
  const news = { slug: 'news', name: 'News & more', default_opt_in: true };
  const { body: topic } = await api.post<TopicResource>('/topics', api.key, news);
  await api.post('/topics', api.key, { slug: 'offers', name: 'Offers' });
  await api.post('/contacts', api.key, { email: address, first_name: 'Ada' });
  newsId = topic.id;
  const broadcastId = await createBroadcast(pool, {
    organizationId: api.organizationId,
    domainId,
    topicId: newsId,
  });
  messageId = await sentEmail(`broadcast.${broadcastId}`);
});

const sentEmail = (kind: string, fields: Partial<EmailFixture> = {}): Promise<string> =>
  insertEmail(api.pool, {
    ...{ organizationId: api.organizationId, domainId, kind, status: 'delivered', to: [address] },
    ...fields,
  });

interface Call {
  readonly kind?: 'unsubscribe' | 'preferences';
  readonly id?: string;
  readonly form?: readonly [string, string][];
  readonly language?: string;
}

async function open({ kind = 'preferences', id = messageId, form, language = 'en' }: Call = {}) {
  const url = new URL(testLinks.urlOf('https://127.0.0.1', { kind, messageId: id, ordinal: 0 }));
  const response = await fetch(`${api.url}${url.pathname}`, {
    headers: { 'accept-language': language, 'user-agent': 'Reader/1' },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  return { status: response.status, headers: response.headers, page: await response.text() };
}

const unsubscribe = (call: Omit<Call, 'kind' | 'form'> = {}) =>
  open({ ...call, kind: 'unsubscribe', form: [['List-Unsubscribe', 'One-Click']] });

const save = (...wanted: readonly string[]) =>
  open({
    form: [
      ...['news', 'offers'].map((slug): [string, string] => ['shown', slug]),
      ...wanted.map((slug): [string, string] => ['topic', slug]),
      ['action', 'save'],
    ],
  });

/** Status of the contact, its choices, entries about the address, and events of the message. */
async function state(id = messageId) {
  const { pool } = api;
  const read = async <Row>(sql: string, ...values: unknown[]): Promise<Row[]> =>
    (await pool.query(sql, values)).rows as Row[];
  const [contact] = await read<{ status: string }>(
    `SELECT status FROM contacts WHERE organization_id = $1`,
    api.organizationId,
  );
  const topics = await read<{ slug: string; state: string }>(
    `SELECT t.slug, s.state FROM topic_subscriptions s JOIN topics t ON t.id = s.topic_id
     WHERE s.organization_id = $1 ORDER BY 1`,
    api.organizationId,
  );
  const entries = await read<{ reason: string; scope: string }>(
    `SELECT reason, CASE WHEN domain_id IS NULL THEN 'organization' ELSE 'domain' END AS scope
     FROM suppressions WHERE organization_id = $1 ORDER BY 1`,
    api.organizationId,
  );
  const events = await read<{ type: string }>(`SELECT type FROM email_events WHERE message_id = $1`, id);
  return {
    status: contact?.status ?? null,
    topics: topics.map(({ slug, state }) => `${slug} ${state}`),
    entries: entries.map(({ reason, scope }) => `${reason} ${scope}`),
    events: events.map(({ type }) => type),
  };
}

const contactTypes = ['contact.updated', 'contact.subscribed', 'contact.unsubscribed'];

/** But `updated`, oldest first. */
async function contactEvents(): Promise<string[]> {
  const { rows } = await api.pool.query<{ type: string }>(
    `SELECT type FROM contact_events WHERE organization_id = $1 AND type <> 'updated' ORDER BY id`,
    [api.organizationId],
  );
  return rows.map(({ type }) => type);
}

async function history() {
  const { rows } = await api.pool.query<Record<string, unknown>>(
    `SELECT topic, before, after, actor, source, ip_address, user_agent FROM subscription_changes
     WHERE organization_id = $1 AND actor = 'recipient' ORDER BY id`,
    [api.organizationId],
  );
  return rows;
}

const nothing = { status: 'SUBSCRIBED', topics: [], entries: [], events: [] };

describe('one-click unsubscribing', () => {
  it('from a broadcast ends the subscription of its topic, with the proof, once', async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      const { status, page } = await unsubscribe();
      expect([status, page.includes('News &amp; more')]).toEqual([200, true]);
    }
    expect(await state()).toEqual({ ...nothing, topics: ['news UNSUBSCRIBED'], events: ['unsubscribed'] });
    expect(await history()).toEqual([
      {
        ...{ topic: 'news', before: null, after: 'UNSUBSCRIBED', actor: 'recipient' },
        ...{ source: `link of email ${messageId}`, ip_address: '127.0.0.1', user_agent: 'Reader/1' },
      },
    ]);
  });

  it('many times at once is one change and one event', async () => {
    await Promise.all(Array.from({ length: 20 }, () => unsubscribe()));
    expect(await history()).toHaveLength(1);
    expect((await state()).events).toEqual(['unsubscribed']);
  });

  it('from mail of no topic stops bulk mail of the domain', async () => {
    const id = await sentEmail('bulk.news');
    expect((await unsubscribe({ id })).status).toBe(200);
    expect(await state(id)).toEqual({
      ...nothing,
      ...{ entries: ['unsubscribe domain'], events: ['unsubscribed'] },
    });
  });

  it('still works when the contact was deleted: then nothing of the domain comes any more', async () => {
    await api.delete(`/contacts/${address}`);
    expect((await unsubscribe()).status).toBe(200);
    expect(await state()).toMatchObject({ status: null, events: ['unsubscribed'] });
    expect((await state()).entries).toHaveLength(1);
  });

  it('from a test message is an event and nothing else', async () => {
    const id = await sentEmail('bulk.news', { mode: 'test' });
    await unsubscribe({ id });
    expect(await state(id)).toEqual({ ...nothing, events: ['unsubscribed'] });
  });
});

describe('mail of an automation about a topic', () => {
  it('is left with that topic, which the contact shows; other mail of the domain goes on', async () => {
    const id = await sentEmail('sequence.welcome', { source: 'automation', topicId: newsId });
    const { page } = await unsubscribe({ id });
    expect(page).toContain('News &amp; more');
    expect(await state(id)).toEqual({ ...nothing, topics: ['news UNSUBSCRIBED'], events: ['unsubscribed'] });
    expect(await history()).toMatchObject([{ topic: 'news', source: `link of email ${id}` }]);
    messageId = id;
    await open({ form: [['action', 'undo']] });
    expect(await state(id)).toMatchObject({ topics: ['news SUBSCRIBED'], entries: [] });
  });

  it.each(['a deleted topic', 'no topic'])('of %s stops bulk mail of the domain', async (topic) => {
    const topicId = topic === 'no topic' ? {} : { topicId: newId() };
    const id = await sentEmail('sequence.welcome', { source: 'automation', ...topicId });
    await unsubscribe({ id });
    expect(await state(id)).toMatchObject({ topics: [], entries: ['unsubscribe domain'] });
  });
});

describe('links of a test of a broadcast', () => {
  const sampleNote = 'This is a test email.';

  it('show the pages and change nothing, whatever is posted', async () => {
    messageId = await sentEmail('broadcast.test', { source: 'test' });
    await api.post('/contacts', api.key, {
      email: address,
      topics: [{ topic: 'news', state: 'SUBSCRIBED' }],
    });
    const before = await state();
    const pages = [
      await open({ kind: 'unsubscribe' }),
      await unsubscribe(),
      await open(),
      await save('offers'),
      await open({ form: [['action', 'leave']] }),
      await open({ form: [['action', 'undo']] }),
    ];
    for (const { status, page } of pages) expect([status, page.includes(sampleNote)]).toEqual([200, true]);
    expect(await state()).toEqual(before);
    expect(await history()).toEqual([]);
  });

  it('are no others: mail that only has the kind of a test is unsubscribed from', async () => {
    messageId = await sentEmail('broadcast.test');
    expect((await unsubscribe()).page).not.toContain(sampleNote);
    expect((await state()).entries).toEqual(['unsubscribe domain']);
  });
});

describe('a page that is only looked at', () => {
  it('changes nothing, is not cached, and sends no referrer to other sites', async () => {
    for (const kind of ['unsubscribe', 'preferences'] as const) {
      const { status, headers } = await open({ kind });
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store, private');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    expect(await state()).toEqual(nothing);
  });

  it('names topic and sender, as text, and leads to all choices', async () => {
    const { page } = await open({ kind: 'unsubscribe' });
    expect(page).toContain(
      '“News &amp; more” from &lt;b onclick=&quot;x&quot;&gt;Shop &amp; &quot;Sons&quot;',
    );
    const [, path] = /<a href="(\/p\/[^"]+)">/.exec(page) ?? [];
    expect((await fetch(`${api.url}${path}`)).status).toBe(200);
  });

  it('can be read by everybody: one heading, a language, a label for each box, no script', async () => {
    for (const kind of ['unsubscribe', 'preferences'] as const) {
      for (const [language, tag] of [
        ['en', 'en'],
        ['de-AT', 'de'],
        ['fr', 'fr'],
        ['es-MX', 'es'],
        ['zh-CN', 'zh-Hans'],
        ['ja', 'ja'],
      ] as const) {
        const { page, headers } = await open({ kind, language });
        expect([tag, problemsOf(page)]).toEqual([tag, []]);
        expect(page).toContain(`<html lang="${tag}">`);
        expect(headers.get('content-language')).toBe(tag);
      }
    }
    expect(problemsOf((await save('news')).page)).toEqual([]);
    expect(problemsOf((await unsubscribe()).page)).toEqual([]);
  });
});

const ticked = (page: string) =>
  [...page.matchAll(/name="topic" value="([^"]+)" checked/g)].map(([, slug]) => slug);

describe('preferences', () => {
  it('show what holds, save what is ticked, and say so', async () => {
    expect(ticked((await open()).page)).toEqual(['news']);
    const { status, page } = await save('offers');
    expect([status, ticked(page), page.includes('role="status"')]).toEqual([200, ['offers'], true]);
    expect(await state()).toEqual({
      ...nothing,
      ...{ topics: ['news UNSUBSCRIBED', 'offers SUBSCRIBED'], events: ['unsubscribed'] },
    });
    expect(ticked((await save('news', 'offers')).page)).toEqual(['news', 'offers']);
    expect(await history()).toHaveLength(3);
  });

  it.each([
    ['nothing', []],
    ['a topic by default', ['news']],
  ])('saved unchanged by a contact that chose %s are no choice', async (_, chosen) => {
    if (chosen.length === 0) {
      await api.send('/topics/news', { method: 'PATCH', key: api.key, body: { default_opt_in: false } });
    }
    const { pool } = api;
    await createWebhookEndpoint(pool, {
      organizationId: api.organizationId,
      url: 'https://hooks.example/x',
      events: contactTypes,
    });
    expect(ticked((await open()).page)).toEqual(chosen);
    for (let turn = 0; turn < 2; turn += 1) expect(ticked((await save(...chosen)).page)).toEqual(chosen);
    expect(await state()).toEqual(nothing);
    expect(await history()).toEqual([]);
    expect(await contactEvents()).toEqual([]);
    const subscribe = { topic: 'offers', state: 'SUBSCRIBED' };
    const { body } = await api.post<ContactResource>(
      `/contacts/${address}/subscriptions`,
      api.key,
      subscribe,
    );
    expect(body).not.toHaveProperty('kept_unsubscribed');
  });

  it('record the changed box alone', async () => {
    const { pool } = api;
    await createWebhookEndpoint(pool, {
      organizationId: api.organizationId,
      url: 'https://hooks.example/x',
      events: contactTypes,
    });
    await save('news', 'offers');
    expect((await state()).topics).toEqual(['offers SUBSCRIBED']);
    expect(await contactEvents()).toEqual(['subscribed']);
    await save('offers');
    expect((await state()).topics).toEqual(['news UNSUBSCRIBED', 'offers SUBSCRIBED']);
    expect(await contactEvents()).toEqual(['subscribed', 'unsubscribed']);
  });

  it('of a reader who had left bring back the ticked topics alone, and report no unsubscription', async () => {
    await open({ form: [['action', 'leave']] });
    const { pool } = api;
    await createWebhookEndpoint(pool, {
      organizationId: api.organizationId,
      url: 'https://hooks.example/x',
      events: contactTypes,
    });
    expect(ticked((await save('offers')).page)).toEqual(['offers']);
    expect(await state()).toMatchObject({
      ...{ status: 'SUBSCRIBED', entries: [] },
      ...{ topics: ['news UNSUBSCRIBED', 'offers SUBSCRIBED'], events: ['unsubscribed'] },
    });
    expect(await contactEvents()).toEqual(['subscribed']);
  });

  it('leave a topic alone that was not on the page', async () => {
    await open({
      form: [
        ['shown', 'offers'],
        ['topic', 'offers'],
      ],
    });
    await open({
      form: [
        ['shown', 'nowhere'],
        ['topic', 'nowhere'],
        ['topic', 'news'],
      ],
    });
    await open({ form: [] });
    expect((await state()).topics).toEqual(['offers SUBSCRIBED']);
  });

  it('end everything, and bring it back for the same reader', async () => {
    const left = await open({ form: [['action', 'leave']] });
    expect([left.status, ticked(left.page)]).toEqual([200, []]);
    expect(await state()).toEqual({
      ...{ status: 'UNSUBSCRIBED', topics: [], entries: ['unsubscribe domain'], events: ['unsubscribed'] },
    });
    expect(ticked((await save('news')).page)).toEqual(['news']);
    expect(await state()).toMatchObject({ status: 'SUBSCRIBED', entries: [] });
  });

  it('do not resubscribe a person who saves no topic, who complained or whose mail bounced', async () => {
    await open({ form: [['action', 'leave']] });
    await save();
    expect(await state()).toMatchObject({ status: 'UNSUBSCRIBED', entries: ['unsubscribe domain'] });
    await api.pool.query(
      `INSERT INTO suppressions (id, organization_id, email, reason) VALUES ($1, $2, $3, 'complaint')`,
      [newId(), api.organizationId, address.toLowerCase()],
    );
    const { page } = await save('news', 'offers');
    expect(page).toContain('reported as spam');
    expect(await state()).toMatchObject({ status: 'COMPLAINED', entries: ['complaint organization'] });
  });

  it('of a reader who is no contact are one button', async () => {
    const { pool } = api;
    await pool.query('DELETE FROM contacts WHERE organization_id = $1', [api.organizationId]);
    expect(ticked((await open()).page)).toEqual([]);
    const left = await open({ form: [['action', 'leave']] });
    expect(left.page).toContain('value="return"');
    expect((await state()).entries).toEqual(['unsubscribe domain']);
    await open({ form: [['action', 'return']] });
    expect(await state()).toMatchObject({ status: null, entries: [] });
  });

  it('are not found for a message that is not there, and take no endless form', async () => {
    expect((await open({ id: newId() })).status).toBe(404);
    expect((await open({ id: newId(), form: [['action', 'leave']] })).status).toBe(404);
    const endless = open({ form: [['topic', 'x'.repeat(200_000)]] });
    expect(await endless.then(({ status }) => status >= 400).catch(() => true)).toBe(true);
    await eventually(async () => (await open()).status === 200);
    expect(await state()).toEqual(nothing);
  });
});

describe('a reader who left mail of several domains', () => {
  const leave = () => open({ form: [['action', 'leave']] });

  /** From another domain. */
  async function otherMail(): Promise<string> {
    const other = await api.createDomain({ stream: 'bulk' });
    const kind = `broadcast.${await createBroadcast(api.pool, { organizationId: api.organizationId, domainId: other.id, topicId: newsId })}`;
    return sentEmail(kind, { domainId: other.id });
  }

  it.each([
    ['ticking a topic', () => save('news')],
    ['undoing', () => open({ form: [['action', 'undo']] })],
    ['subscribing again', () => open({ form: [['action', 'return']] })],
  ])('returns to all of it by %s on the page of one', async (_, comeBack) => {
    await leave();
    messageId = await otherMail();
    await leave();
    expect((await state()).entries).toEqual(['unsubscribe domain', 'unsubscribe domain']);
    await comeBack();
    expect(await state()).toMatchObject({ status: 'SUBSCRIBED', entries: [] });
  });

  it('returns without a contact, too, and a complaint stays', async () => {
    await api.pool.query('DELETE FROM contacts WHERE organization_id = $1', [api.organizationId]);
    await leave();
    messageId = await otherMail();
    await api.pool.query(
      `INSERT INTO suppressions (id, organization_id, email, reason) VALUES ($1, $2, $3, 'complaint')`,
      [newId(), api.organizationId, address.toLowerCase()],
    );
    await open({ form: [['action', 'return']] });
    expect((await state()).entries).toEqual(['complaint organization']);
  });

  it('stays away from what they left before when they save a page unchanged', async () => {
    await unsubscribe({ id: await sentEmail('bulk.news') });
    messageId = await otherMail();
    await save('news');
    expect((await state()).entries).toEqual(['unsubscribe domain']);
  });
});

describe('undoing', () => {
  const undo = () => open({ form: [['action', 'undo']] });

  it('subscribes to the topic again, also to a private one', async () => {
    await api.send('/topics/news', { method: 'PATCH', key: api.key, body: { visibility: 'private' } });
    const { page } = await unsubscribe();
    const [, path = ''] = /<form method="post" action="([^"]+)">/.exec(page) ?? [];
    expect(path).toMatch(/^\/p\//);
    const answer = await fetch(`${api.url}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ action: 'undo' }),
    });
    expect(await answer.text()).toContain('You are subscribed again.');
    expect((await state()).topics).toEqual(['news SUBSCRIBED']);
  });

  it('brings bulk mail back after mail without a topic was unsubscribed', async () => {
    messageId = await sentEmail('newsletter.1');
    await unsubscribe();
    expect((await state()).entries).toEqual(['unsubscribe domain']);
    await undo();
    expect(await state()).toMatchObject({ status: 'SUBSCRIBED', entries: [] });
  });
});

describe('topics on the page', () => {
  it('with the same name show their slugs', async () => {
    await api.post('/topics', api.key, { slug: 'offers-2', name: 'offers' });
    const { page } = await open();
    expect(page).toContain('>Offers (offers)</label>');
    expect(page).toContain('>offers (offers-2)</label>');
    expect(page).toContain('>News &amp; more</label>');
  });

  it('are public: a private one is neither shown nor changed', async () => {
    await api.send('/topics/offers', { method: 'PATCH', key: api.key, body: { visibility: 'private' } });
    expect((await open()).page).not.toContain('Offers');
    await save('offers');
    expect((await state()).topics).toEqual(['news UNSUBSCRIBED']);
  });
});

it('shows logo, colour and privacy policy of the organization', async () => {
  const brand = {
    ...{ logo_url: 'https://shop.example/logo.svg', brand_color: '#0F766E' },
    privacy_url: 'https://shop.example/privacy',
  };
  await api.send('/organization', { method: 'PATCH', key: api.key, body: brand });
  const { page, headers } = await open();
  expect(page).toContain('<img src="https://shop.example/logo.svg"');
  expect(page).toContain('--brand:#0f766e');
  expect(page).toContain('<a href="https://shop.example/privacy"');
  expect(headers.get('content-security-policy')).toContain('img-src data: https://shop.example;');
});
