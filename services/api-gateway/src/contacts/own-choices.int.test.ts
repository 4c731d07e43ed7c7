import type {
  ContactImportResource,
  ContactResource,
  SubscriptionChangeResource,
} from '@postrider/contracts/contacts';
import type { TopicResource } from '@postrider/contracts/topics';
import { createBroadcast, eventually } from '@postrider/testkit';
import { forgottenAddress } from '@postrider/db';
import { insertEmail } from '../../test/email-fixture';
import { testLinks } from '../../test/test-api';
import { useApi } from '../../test/use-api';

const email = 'ada@example.com';
const consent = { source: 'https://acme.example/newsletter', at: '2026-05-04T10:00:00.000Z' };
const subscribe = { topics: [{ topic: 'news', state: 'SUBSCRIBED' }] };
let domainId: string;
/** Of a broadcast about news. */
let messageId: string;

const api = useApi();
beforeEach(async () => {
  const { pool } = api;
  domainId = (await api.createDomain({ stream: 'bulk' })).id;
  const { body: topic } = await api.post<TopicResource>('/topics', api.key, { slug: 'news', name: 'News' });
  await api.post('/topics', api.key, { slug: 'offers', name: 'Offers' });
  await upsert(subscribe);
  const broadcastId = await createBroadcast(pool, {
    organizationId: api.organizationId,
    domainId,
    topicId: topic.id,
  });
  const sent = {
    organizationId: api.organizationId,
    domainId,
    mode: 'live',
    status: 'delivered',
    to: [email],
  } as const;
  messageId = await insertEmail(pool, { ...sent, kind: `broadcast.${broadcastId}` });
});

const upsert = (wish: object, key = api.key) =>
  api.post<ContactResource>('/contacts', key, { email, ...wish });
const setTopics = (wish: object) =>
  api.post<ContactResource>(`/contacts/${email}/subscriptions`, api.key, wish);
const batch = async (wish: object) =>
  (await api.post<{ data: object[] }>('/contacts/batch', api.key, [{ email, ...wish }])).body.data[0];

async function follow(kind: 'unsubscribe' | 'preferences', form: Record<string, string>): Promise<void> {
  const url = new URL(testLinks.urlOf('https://127.0.0.1', { kind, messageId, ordinal: 0 }));
  const body = new URLSearchParams(form);
  expect((await fetch(`${api.url}${url.pathname}`, { method: 'POST', body })).status).toBe(200);
}
const oneClick = () => follow('unsubscribe', { 'List-Unsubscribe': 'One-Click' });
const leaveEverything = () => follow('preferences', { action: 'leave' });

const contact = async () => (await api.get<ContactResource>(`/contacts/${email}`)).body;
const newestChange = async () =>
  (await api.get<{ data: SubscriptionChangeResource[] }>(`/contacts/${email}/subscription-changes`)).body
    .data[0];
async function importContacts(file: string, topics: string): Promise<ContactImportResource> {
  const { body } = await api.send<ContactImportResource>(`/contacts/import?topics=${topics}`, {
    ...{ method: 'POST', key: api.key, body: file, headers: { 'content-type': 'text/csv' } },
  });
  const read = async () => (await api.get<ContactImportResource>(`/contacts/imports/${body.id}`)).body;
  await eventually(async () => (await read()).status === 'finished', { timeoutMs: 60_000 });
  return read();
}

const audited = async () => {
  const { rows } = await api.pool.query(
    `SELECT actor_id, request_id IS NOT NULL AS by_request, after FROM audit_entries
     WHERE organization_id = $1 AND action = 'contact.resubscribe'`,
    [api.organizationId],
  );
  return rows as unknown[];
};

const unsubscribed = [{ topic: 'news', state: 'UNSUBSCRIBED' }];
const keptNews = { status: false, topics: ['news'] };

describe('a topic that the reader unsubscribed from by one click', () => {
  beforeEach(oneClick);

  it('stays unsubscribed by POST /contacts, batches and subscriptions, and the answer says so', async () => {
    const posted = await upsert({ first_name: 'Ada', ...subscribe });
    expect([posted.status, posted.body]).toMatchObject([
      200,
      { first_name: 'Ada', topics: unsubscribed, kept_unsubscribed: keptNews },
    ]);
    expect(await batch(subscribe)).toMatchObject({ created: false, kept_unsubscribed: keptNews });
    expect((await setTopics(subscribe)).body).toMatchObject({
      topics: unsubscribed,
      kept_unsubscribed: keptNews,
    });
    expect(await contact()).not.toHaveProperty('kept_unsubscribed');
  });

  it('does not keep the contact from other topics', async () => {
    const { body } = await setTopics({ topic: 'offers', state: 'SUBSCRIBED' });
    expect(body.topics).toEqual([...unsubscribed, { topic: 'offers', state: 'SUBSCRIBED' }]);
    expect(body).not.toHaveProperty('kept_unsubscribed');
  });

  it('is subscribed again with resubscribe and proof of consent, which is audited', async () => {
    const { body } = await setTopics({ ...subscribe, resubscribe: true, consent });
    expect(body.topics).toEqual(subscribe.topics);
    expect(await newestChange()).toMatchObject({ topic: 'news', to: 'SUBSCRIBED', ...consent });
    expect(await audited()).toEqual([
      {
        ...{ actor_id: api.key.id, by_request: true },
        after: { status: false, topics: ['news'], suppressions_removed: 0, consent },
      },
    ]);
  });

  it('is not subscribed by resubscribe without proof, nor by a key of one domain', async () => {
    const { source, at } = consent;
    for (const proof of [undefined, { source }, { at }]) {
      const answer = await upsert({ ...subscribe, resubscribe: true, consent: proof });
      expect(answer.refusal).toBe('422 validation_error');
    }
    const restricted = await api.createKey({ domainIds: [domainId] });
    const answer = await upsert({ ...subscribe, resubscribe: true, consent }, restricted);
    expect(answer.refusal).toBe('403 forbidden_domain');
    expect((await contact()).topics).toEqual(unsubscribed);
  });

  it('is subscribed again by the reader', async () => {
    await follow('preferences', { shown: 'news', topic: 'news', action: 'save' });
    expect((await contact()).topics).toEqual(subscribe.topics);
    await setTopics({ topic: 'news', state: 'UNSUBSCRIBED' });
    expect((await setTopics(subscribe)).body.topics).toEqual(subscribe.topics);
  });
});

it('a key subscribes again what a key unsubscribed, until the reader unsubscribes, too', async () => {
  await setTopics({ topic: 'news', state: 'UNSUBSCRIBED' });
  expect((await setTopics(subscribe)).body.topics).toEqual(subscribe.topics);
  await setTopics({ topic: 'news', state: 'UNSUBSCRIBED' });
  await oneClick();
  expect((await setTopics(subscribe)).body.topics).toEqual(unsubscribed);
});

describe('a contact that unsubscribed from everything', () => {
  beforeEach(leaveEverything);
  const everything = { status: 'SUBSCRIBED', topics: [{ topic: 'offers', state: 'SUBSCRIBED' }] };

  it('keeps its status and gets no new subscription', async () => {
    const { body } = await upsert(everything);
    expect(body).toMatchObject({
      status: 'UNSUBSCRIBED',
      topics: subscribe.topics,
      kept_unsubscribed: { status: true, topics: ['offers'] },
    });
  });

  it('is subscribed again with resubscribe, without the entries that stop its bulk mail', async () => {
    const { body } = await upsert({ ...everything, resubscribe: true, consent });
    expect(body.status).toBe('SUBSCRIBED');
    const { body: entries } = await api.get<{ data: unknown[] }>(`/suppressions?email=${email}`);
    expect(entries.data).toEqual([]);
    expect(await audited()).toMatchObject([{ after: { status: true, suppressions_removed: 1 } }]);
  });

  it('is still unsubscribed when it is deleted and added again', async () => {
    await api.delete(`/contacts/${email}`);
    for (const wish of [{}, everything]) {
      expect((await upsert(wish)).body).toMatchObject({ status: 'UNSUBSCRIBED', topics: [] });
    }
    expect(await newestChange()).toMatchObject({ to: 'UNSUBSCRIBED', actor: 'recipient' });
  });
});

describe('a contact that was deleted after unsubscribing from a topic by one click', () => {
  const both = [...subscribe.topics, { topic: 'offers', state: 'SUBSCRIBED' }];
  const onlyOffers = [...unsubscribed, { topic: 'offers', state: 'SUBSCRIBED' }];
  const remove = () => api.delete(`/contacts/${email}`);

  beforeEach(async () => {
    await oneClick();
    await remove();
  });

  it('is not subscribed to it by POST /contacts or a batch that adds it again, and the answer says so', async () => {
    expect(await contact()).not.toHaveProperty('email');
    const { body } = await upsert({ topics: both });
    expect(body).toMatchObject({ status: 'SUBSCRIBED', topics: onlyOffers, kept_unsubscribed: keptNews });
    expect(await newestChange()).toMatchObject({ topic: 'offers', actor: 'api_key' });
    await remove();
    expect(await batch(subscribe)).toMatchObject({ created: true, kept_unsubscribed: keptNews });
    expect(await setTopics(subscribe)).toMatchObject({ body: { kept_unsubscribed: keptNews } });
  });

  it('is not subscribed to it by an import, which counts it', async () => {
    const file = `email\n${email}\nnew@example.com\n`;
    expect(await importContacts(file, 'news,offers')).toMatchObject({ rows_added: 2, kept_unsubscribed: 1 });
    expect((await contact()).topics).toEqual(onlyOffers);
  });

  it('starts unsubscribed although the topic includes contacts by default and the call names none', async () => {
    await api.send('/topics/news', { method: 'PATCH', key: api.key, body: { default_opt_in: true } });
    const { body } = await upsert({});
    expect(body).toMatchObject({ topics: unsubscribed });
    expect(await newestChange()).toMatchObject({
      ...{ topic: 'news', to: 'UNSUBSCRIBED', actor: 'recipient', source: 'deleted contact' },
    });
  });

  it('stays unsubscribed however often it is deleted and added', async () => {
    for (let times = 0; times < 2; times += 1) {
      expect((await upsert(subscribe)).body.topics).toEqual(unsubscribed);
      await remove();
    }
    expect((await upsert(subscribe)).body.topics).toEqual(unsubscribed);
  });

  it('is subscribed by resubscribe with proof, or by its own choice', async () => {
    const { body } = await upsert({ ...subscribe, resubscribe: true, consent });
    expect(body.topics).toEqual(subscribe.topics);
    expect(await audited()).toMatchObject([{ after: { topics: ['news'], consent } }]);
    await oneClick();
    await remove();
    await upsert(subscribe);
    await follow('preferences', { shown: 'news', topic: 'news', action: 'save' });
    await remove();
    expect((await upsert(subscribe)).body.topics).toEqual(subscribe.topics);
  });

  it('leaves only a digest of its address', async () => {
    const { rows } = await api.pool.query<{ address_digest: string }>(
      'SELECT address_digest FROM forgotten_unsubscriptions WHERE organization_id = $1',
      [api.organizationId],
    );
    expect(rows).toEqual([{ address_digest: forgottenAddress(api.organizationId, email) }]);
    await upsert({});
    const left = await api.pool.query('SELECT FROM forgotten_unsubscriptions WHERE organization_id = $1', [
      api.organizationId,
    ]);
    expect(left.rowCount).toBe(0);
  });
});

it('a contact that a key unsubscribed from a topic and that was deleted is subscribed again by a key, not by an import', async () => {
  await setTopics({ topic: 'news', state: 'UNSUBSCRIBED' });
  await api.delete(`/contacts/${email}`);
  expect(await importContacts(`email\n${email}\n`, 'news')).toMatchObject({ kept_unsubscribed: 1 });
  expect((await contact()).topics).toEqual(unsubscribed);
  await api.delete(`/contacts/${email}`);
  expect((await upsert(subscribe)).body.topics).toEqual(subscribe.topics);
});
