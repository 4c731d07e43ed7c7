import type { BroadcastRecipientResource, BroadcastResource } from '@postrider/contracts/broadcasts';
import { newId } from '@postrider/contracts/ids';
import type { Page } from '../paging/page';
import type { Answer } from '../../test/test-api';
import { useApi } from '../../test/use-api';

let from: string;
let segmentId: string;

const api = useApi();
beforeEach(async () => {
  const domain = await api.createDomain({ stream: 'bulk', trackingVerified: true });
  from = `news@${domain.name}`;
  await api.post('/topics', api.key, { slug: 'news', name: 'News', default_opt_in: true });
  const segment = { name: 'All', filter: { all: [] } };
  segmentId = (await api.post<{ id: string }>('/segments', api.key, segment)).body.id;
});

const create = async (content: object): Promise<string> => {
  const mail = { name: 'May', segment_id: segmentId, topic: 'news', from, subject: 'Hello', ...content };
  return (await api.post<BroadcastResource>('/broadcasts', api.key, mail)).body.id;
};
const act = <Body = unknown>(id: string, action: string, body: object = {}): Promise<Answer<Body>> =>
  api.post<Body>(`/broadcasts/${id}/${action}`, api.key, body);
const addContact = async (email: string, more: object = {}): Promise<string> =>
  (await api.post<{ id: string }>('/contacts', api.key, { email, ...more })).body.id;

const text = '{{ contact.first_name }} in {{ contact.properties.city }}: {{ preferences_url }}';

describe('a preview', () => {
  it('shows what a contact would get, or a made-up one', async () => {
    const id = await create({ text });
    const contactId = await addContact('Bo@example.com', { first_name: 'Bo', properties: { city: 'Bonn' } });
    for (const contact of [contactId, 'bo@example.com']) {
      expect((await act(id, 'preview', { contact })).body).toEqual({
        object: 'broadcast_preview',
        subject: 'Hello',
        preview_text: null,
        html: null,
        text: 'Bo in Bonn: https://example.com/preferences',
      });
    }
    expect((await act(id, 'preview')).body).toMatchObject({
      text: 'Ada in : https://example.com/preferences',
    });
  });

  it('has the preview text as the contact gets it, also where that is blank', async () => {
    const id = await create({ text: 't', html: '<p>Hi</p>', preview_text: '{{ contact.first_name }}' });
    const blank = await addContact('blank@example.com');
    expect((await act(id, 'preview')).body).toMatchObject({ preview_text: 'Ada' });
    expect((await act(id, 'preview', { contact: blank })).body).toMatchObject({ preview_text: '' });
  });

  it('has the UTM parameters of its links, which are off by default', async () => {
    const html = '<a href="https://shop.test/">Shop</a><a href="{{ preferences_url }}">Choices</a>';
    const id = await create({ html });
    expect((await act(id, 'preview')).body).toMatchObject({ html: expect.stringContaining('shop.test/">') });
    const utm = { source: 'acme', medium: 'email', campaign: 'may' };
    const change = (body: object) => api.send(`/broadcasts/${id}`, { method: 'PATCH', key: api.key, body });
    expect((await change({ utm: { ...utm, campaign: ' ' } })).refusal).toBe('422 validation_error');
    expect((await change({ utm })).body).toMatchObject({ utm });
    expect((await act<{ html: string }>(id, 'preview')).body.html).toMatch(
      /shop\.test\/\?utm_source=acme&amp;utm_medium=email&amp;utm_campaign=may">Shop<\/a><a href="https:\/\/example\.com\/preferences">/,
    );
  });

  it('ends with the legal footer, without a link that the mail has', async () => {
    await api.pool.query(`UPDATE organizations SET name = 'Shop', postal_address = 'London' WHERE id = $1`, [
      api.organizationId,
    ]);
    const id = await create({ text, html: '<p>Hi</p>' });
    const { body } = await act<{ html: string; text: string }>(id, 'preview');
    expect(body.text).toMatch(
      /preferences\n\n---\nShop\nLondon\nUnsubscribe: https:\/\/example.com\/unsubscribe\n$/,
    );
    expect(body.html).toMatch(
      /Shop<br>London<br><a [^>]+>Unsubscribe<\/a> &middot; <a [^>]+>Preferences<\/a><\/div>$/,
    );
  });

  it('shows each variant, and names what there is not', async () => {
    const ab_test = { variants: [{}, { subject: 'B' }], percent: 50, wait_minutes: 10, metric: 'click' };
    const id = await create({ text, ab_test });
    expect((await act(id, 'preview')).body).toMatchObject({ subject: 'Hello' });
    expect((await act(id, 'preview', { variant: 1 })).body).toMatchObject({ subject: 'B' });
    expect((await act(id, 'preview', { variant: 2 })).refusal).toBe('422 validation_error');
    expect((await act(id, 'preview', { contact: 'unknown@example.com' })).refusal).toBe(
      '422 validation_error',
    );
  });

  it('says when the subject would be empty for that contact', async () => {
    const id = await create({ subject: '{{ contact.properties.title }}', text: 't' });
    expect((await act(id, 'preview')).refusal).toBe('422 invalid_subject');
  });

  it('is refused when the template was archived', async () => {
    await api.post('/templates', api.key, { slug: 'letter', subject: 's', text: 't' });
    await api.post('/templates/letter/publish', api.key);
    const id = await create({ subject: null, template: { slug: 'letter' } });
    await api.post('/templates/letter/archive', api.key);
    expect((await act(id, 'preview')).refusal).toBe('422 template_not_found');
  });
});

describe('a test', () => {
  it('is a message for each address, marked and of no broadcast', async () => {
    const id = await create({ text });
    await api.post('/suppressions', api.key, { email: 'no@example.com' });
    const { body } = await act<{ data: { to: string; id: string; suppressed?: string[] }[] }>(id, 'test', {
      to: ['a@example.com', 'no@example.com'],
    });
    expect(body.data).toMatchObject([
      { to: 'a@example.com' },
      { to: 'no@example.com', suppressed: ['no@example.com'] },
    ]);
    expect((await api.get(`/emails/${body.data[0]?.id}`)).body).toMatchObject({
      ...{ subject: '[Test] Hello', kind: 'broadcast.test', to: ['a@example.com'] },
      text: expect.stringMatching(/^Ada in : http:\/\/127\.0\.0\.1:4000\/p\/[\w.-]+$/),
    });
    expect((await api.get(`/broadcasts/${id}`)).body).toMatchObject({
      ...{ status: 'draft', counts: { recipients: 0, submitted: 0 } },
    });
  });

  it('has links of its own, which show the pages and change nothing', async () => {
    const email = 'tester@example.com';
    await api.post('/contacts', api.key, { email });
    const id = await create({ text: '{{ unsubscribe_url }} {{ preferences_url }}' });
    const { body } = await act<{ data: { id: string }[] }>(id, 'test', { to: [email, 'other@example.com'] });
    const texts = await Promise.all(
      body.data.map(async ({ id }) => (await api.get<{ text: string }>(`/emails/${id}`)).body.text),
    );
    expect(new Set(texts).size).toBe(2);
    for (const link of texts[0]?.split(' ') ?? []) {
      const path = `${api.url}${new URL(link).pathname}`;
      for (const init of [{}, { method: 'POST', body: new URLSearchParams({ action: 'leave' }) }]) {
        const answer = await fetch(path, init);
        expect([answer.status, (await answer.text()).includes('This is a test email.')]).toEqual([200, true]);
      }
    }
    const { body: entries } = await api.get<{ data: unknown[] }>(`/suppressions?email=${email}`);
    expect(entries.data).toEqual([]);
    expect((await api.get(`/contacts/${email}`)).body).toMatchObject({
      status: 'SUBSCRIBED',
      topics: [],
    });
  });

  it('is noted until the content changes', async () => {
    const id = await create({ text });
    const tested = async () => (await api.get<BroadcastResource>(`/broadcasts/${id}`)).body.tested_at;
    expect(await tested()).toBeNull();
    await act(id, 'test', { to: ['a@example.com'] });
    expect(await tested()).not.toBeNull();
    await api.send(`/broadcasts/${id}`, { method: 'PATCH', key: api.key, body: { name: 'June' } });
    expect(await tested()).not.toBeNull();
    await api.send(`/broadcasts/${id}`, { method: 'PATCH', key: api.key, body: { subject: 'Hello again' } });
    expect(await tested()).toBeNull();
  });

  it('goes to ten addresses at most, each of them one', async () => {
    const id = await create({ text });
    const to = Array.from({ length: 11 }, (_, index) => `a${index}@example.com`);
    expect((await act(id, 'test', { to })).refusal).toBe('422 validation_error');
    expect((await act(id, 'test', { to: to.slice(1) })).status).toBe(200);
    expect((await act(id, 'test', { to: ['no-address'] })).refusal).toBe('422 validation_error');
    expect((await act(id, 'test', { to: [] })).refusal).toBe('422 validation_error');
  });
});

it('counts by what is kept, and shows whom it goes to', async () => {
  const ab_test = { variants: [{}, { subject: 'B' }], percent: 100, wait_minutes: 10, metric: 'click' };
  const id = await create({ text, ab_test });
  const { pool } = api;
  const contactIds: string[] = [];
  for (const name of ['a', 'b', 'c']) contactIds.unshift(await addContact(`${name}@example.com`));
  const messageId = newId();
  for (const [index, contactId] of contactIds.entries()) {
    const outcome = ['submitted', 'suppressed', null][index];
    await pool.query(
      `INSERT INTO broadcast_recipients (broadcast_id, contact_id, organization_id, variant, message_id, outcome)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [id, contactId, api.organizationId, index % 2, index === 0 ? messageId : null, outcome],
    );
  }
  await pool.query(
    `UPDATE broadcasts SET status = 'testing', started_at = now(), recipients = 3, submitted = 1, suppressed = 1
     WHERE id = $1`,
    [id],
  );
  for (const [variant, opened] of [4, 5].entries()) {
    await pool.query(
      `INSERT INTO broadcast_counters (broadcast_id, variant, organization_id, opened, bounced_hard, bounced_soft)
       VALUES ($1, $2, $3, $4, 1, 1)`,
      [id, variant, api.organizationId, opened],
    );
  }
  const { body } = await api.get<BroadcastResource>(`/broadcasts/${id}`);
  expect(body.counts).toMatchObject({
    recipients: 3,
    waiting: 1,
    submitted: 1,
    suppressed: 1,
    opened: 9,
    bounced: 4,
  });
  expect(body.counts.by_variant).toMatchObject([
    { variant: 0, opened: 4 },
    { variant: 1, opened: 5 },
  ]);
  const list = async (query: string): Promise<Page<BroadcastRecipientResource>> =>
    (await api.get<Page<BroadcastRecipientResource>>(`/broadcasts/${id}/recipients?${query}`)).body;
  const first = await list('limit=2');
  expect(first.data).toMatchObject([
    {
      contact_id: contactIds[0],
      email: 'c@example.com',
      outcome: 'submitted',
      message_id: messageId,
      variant: 0,
    },
    { contact_id: contactIds[1], outcome: 'suppressed', message_id: null, variant: 1 },
  ]);
  expect((await list(`cursor=${first.next_cursor}`)).data).toMatchObject([{ outcome: 'waiting' }]);
  expect((await list('outcome=waiting')).data).toMatchObject([{ contact_id: contactIds[2] }]);
  await api.delete(`/contacts/${contactIds[0]}`);
  expect((await list('outcome=submitted')).data).toMatchObject([{ email: null }]);
});
