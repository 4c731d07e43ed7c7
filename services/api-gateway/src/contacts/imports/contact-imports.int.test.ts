import type { ContactImportResource, ContactResource } from '@postrider/contracts/contacts';
import { plans } from '@postrider/contracts/organizations';
import { createApiKey, createOrganization, eventually, type ApiKeyFixture } from '@postrider/testkit';
import { useApi } from '../../../test/use-api';

const api = useApi({ limits: { plans: { ...plans, free: { ...plans.free, contacts: 3 } } } });
beforeEach(async () => {
  await api.post('/topics', api.key, { slug: 'news', name: 'News' });
});

const upload = (file: string, { query = '', key = api.key } = {}) =>
  api.send<ContactImportResource>(`/contacts/import${query}`, {
    ...{ method: 'POST', key, body: file, headers: { 'content-type': 'text/csv' } },
  });

async function imported(file: string, options: { query?: string; key?: ApiKeyFixture } = {}) {
  const { key = api.key } = options;
  const { status, body } = await upload(file, options);
  expect(status).toBe(202);
  const read = async () => (await api.get<ContactImportResource>(`/contacts/imports/${body.id}`, key)).body;
  await eventually(async () => ['finished', 'failed'].includes((await read()).status), { timeoutMs: 60_000 });
  return read();
}

const contact = async (email: string) => (await api.get<ContactResource>(`/contacts/${email}`)).body;
const refusedRows = async (id: string) =>
  (await api.get<string>(`/contacts/imports/${id}/refused`)).text.trim().split('\n').slice(1);

describe('a file of contacts', () => {
  it('waits for a gateway that knows its layout, when a newer release has taken it', async () => {
    const { id } = await imported('email\nada@example.com\n');
    await api.pool.query(
      `UPDATE imports SET status = 'queued', finished_at = NULL, options = options || '{"layout_version": 999}' WHERE id = $1`,
      [id],
    );
    expect((await imported('email\ngrace@example.com\n')).status).toBe('finished');
    expect((await api.get<ContactImportResource>(`/contacts/imports/${id}`)).body.status).toBe('queued');
  });

  it('is named as it was uploaded, and the list leaves dry runs out, or shows them alone', async () => {
    const file = 'email\nada@example.com\n';
    const checked = await imported(file, { query: '?dry_run=true&filename=customers.csv' });
    const named = await imported(file, { query: '?filename=customers%202026.csv' });
    expect([checked.filename, named.filename]).toEqual(['customers.csv', 'customers 2026.csv']);
    expect((await imported(file)).filename).toBeUndefined();
    const listed = async (query: string) => {
      const { body } = await api.get<{ data: ContactImportResource[] }>(`/contacts/imports${query}`);
      return body.data.map(({ id }) => id);
    };
    expect(await listed('?dry_run=true')).toEqual([checked.id]);
    expect(await listed('?dry_run=false')).not.toContain(checked.id);
    expect(await listed('?dry_run=false&limit=1')).toHaveLength(1);
    expect(await listed('')).toEqual(expect.arrayContaining([checked.id, named.id]));
  });

  it('becomes contacts with names, status, properties and topics, with the proof of where they come from', async () => {
    const file = [
      'Email Address;First Name;Last Name;Plan;Age;VIP;Status',
      'Ada@example.com;Ada;Byron;gold;36;true;subscribed',
      'grace@example.com;Grace;;silver;007;false;unsubscribed',
    ].join('\r\n');
    const ended = await imported(file, { query: '?topics=news&source=summer%20fair' });
    expect(ended).toMatchObject({
      ...{
        status: 'finished',
        format: 'plain',
        rows_read: 2,
        rows_added: 2,
        rows_updated: 0,
        rows_refused: 0,
      },
    });
    const ada = await contact('ada@example.com');
    expect(ada).toMatchObject({
      ...{ email: 'Ada@example.com', first_name: 'Ada', last_name: 'Byron', status: 'SUBSCRIBED' },
      ...{
        properties: { Plan: 'gold', Age: '36', VIP: true },
        topics: [{ topic: 'news', state: 'SUBSCRIBED' }],
      },
    });
    expect(await contact('grace@example.com')).toMatchObject({
      ...{ last_name: null, status: 'UNSUBSCRIBED', topics: [] },
      properties: { Plan: 'silver', Age: '007', VIP: false },
    });
    const { body } = await api.get(`/contacts/${ada.id}/subscription-changes`);
    expect(body).toMatchObject({
      data: [
        { topic: 'news', actor: 'import', source: 'summer fair', key_id: api.key.id },
        { topic: null, actor: 'import', source: 'summer fair' },
      ],
    });
  });

  it('changes whom it finds, and clears nothing that it says nothing of', async () => {
    await api.post('/contacts', api.key, {
      email: 'ada@example.com',
      first_name: 'Ada',
      properties: { a: 1 },
    });
    const ended = await imported('email,first_name,b\nADA@example.com,,2\nada@example.com,Augusta,3\n');
    expect(ended).toMatchObject({ rows_read: 2, rows_added: 0, rows_updated: 2 });
    expect(await contact('ada@example.com')).toMatchObject({
      first_name: 'Augusta',
      properties: { a: 1, b: 3 },
    });
  });

  it('lists every row that it does not take', async () => {
    const rows = ['no-address', '', 'pending@example.com,pending', 'ok@example.com,subscribed'];
    const ended = await imported(`email,status\n${rows.map((row) => row || ',x').join('\n')}\n`);
    expect(ended).toMatchObject({ rows_read: 4, rows_added: 1, rows_refused: 3 });
    expect(await refusedRows(ended.id)).toEqual([
      '1,no-address,invalid_email,The address is not valid.,no-address,',
      '2,,invalid_email,The address is missing.,,x',
      expect.stringMatching(
        /^3,pending@example.com,not_a_subscriber,.*,pending@example.com,pending$/,
      ) as string,
    ]);
  });

  it('suppresses bounced and complained addresses since when the file says, and adds no contact', async () => {
    await api.post('/contacts', api.key, { email: 'known@example.com' });
    const rows = [
      'known@example.com,Bounced,2021-05-04 08:30:00',
      'New@example.com,Complained,',
      'known@example.com,Complained,',
    ];
    const ended = await imported(`email,status,bounced_at\n${rows.join('\n')}\n`);
    expect(ended).toMatchObject({
      rows_read: 3,
      rows_added: 0,
      rows_updated: 0,
      rows_suppressed: 3,
      rows_refused: 0,
    });
    const { body } = await api.get<{ data: object[] }>('/suppressions');
    expect(body.data).toHaveLength(2);
    expect(body.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ email: 'known@example.com', reason: 'complaint', scope: 'organization' }),
        expect.objectContaining({ email: 'new@example.com', reason: 'complaint' }),
      ]),
    );
    expect((await contact('known@example.com')).status).toBe('COMPLAINED');
    await imported('email,CLEAN_TIME\nold@example.com,2021-05-04 08:30:00\n');
    expect(
      (await api.get<{ data: object[] }>('/suppressions?email=old@example.com')).body.data,
    ).toMatchObject([{ reason: 'hard_bounce', created_at: '2021-05-04T08:30:00.000Z' }]);
  });

  it('keeps status and time of who left as proof, which no key overrides', async () => {
    const ended = await imported('Email Address,LEID,UNSUB_TIME\nada@example.com,1,2021-05-04 08:30:00\n', {
      query: '?topics=news&source=moved',
    });
    expect(ended).toMatchObject({
      format: 'mailchimp',
      rows_added: 1,
      rows_unsubscribed: 1,
      kept_unsubscribed: 0,
    });
    const { body } = await api.get<{ data: object[] }>(
      '/contacts/ada@example.com/subscription-changes',
      api.key,
    );
    expect(body.data).toMatchObject([
      {
        ...{ topic: null, to: 'UNSUBSCRIBED', actor: 'import', key_id: api.key.id },
        ...{ source: 'UNSUB_TIME: 2021-05-04 08:30:00', at: '2021-05-04T08:30:00.000Z' },
      },
    ]);
    const answer = await api.post<ContactResource>('/contacts', api.key, {
      email: 'ada@example.com',
      status: 'SUBSCRIBED',
    });
    expect(answer.body).toMatchObject({ status: 'UNSUBSCRIBED', kept_unsubscribed: { status: true } });
  });

  it('subscribes no contact and no topic that is unsubscribed, and counts them', async () => {
    await api.post('/contacts', api.key, { email: 'left@example.com', status: 'UNSUBSCRIBED' });
    const topics = [{ topic: 'news', state: 'UNSUBSCRIBED' }];
    await api.post('/contacts', api.key, { email: 'topic@example.com', topics });
    const file =
      'email,first_name,status\nleft@example.com,Ada,active\ntopic@example.com,Bob,active\nnew@example.com,Eve,active\n';
    const ended = await imported(file, { query: '?topics=news' });
    expect(ended).toMatchObject({
      rows_added: 1,
      rows_updated: 2,
      kept_unsubscribed: 2,
      rows_unsubscribed: 0,
    });
    expect(await contact('left@example.com')).toMatchObject({
      status: 'UNSUBSCRIBED',
      first_name: 'Ada',
      topics: [],
    });
    expect(await contact('topic@example.com')).toMatchObject({ status: 'SUBSCRIBED', topics });
    expect(await contact('new@example.com')).toMatchObject({
      topics: [{ topic: 'news', state: 'SUBSCRIBED' }],
    });
  });

  it('has the columns that the call maps', async () => {
    const columns = encodeURIComponent(
      '{"Kunde": "email", "Vorname": "first_name", "Status": "properties.tier"}',
    );
    const ended = await imported('Kunde,Vorname,Status\nada@example.com,Ada,gold\n', {
      query: `?columns=${columns}`,
    });
    expect(ended).toMatchObject({ rows_added: 1, rows_refused: 0 });
    expect(await contact('ada@example.com')).toMatchObject({
      first_name: 'Ada',
      properties: { tier: 'gold' },
    });
    const missing = await upload('email\na@example.com\n', { query: `?columns=${columns}` });
    expect([missing.refusal, JSON.stringify(missing.body)]).toEqual([
      '422 validation_error',
      expect.stringContaining('columns: the file has no column'),
    ]);
    expect((await upload('email\n', { query: '?columns=x' })).refusal).toBe('422 validation_error');
  });

  it('goes as far as the plan does', async () => {
    const limited = await createOrganization(api.pool, { plan: 'free' });
    const key = await createApiKey(api.pool, { organizationId: limited.id });
    const ended = await imported('email\na@x.de\nb@x.de\nA@x.de\nc@x.de\nd@x.de\n', { key });
    expect(ended).toMatchObject({ rows_added: 3, rows_updated: 1, rows_refused: 1 });
  });

  it('of many pages is one contact a row, however often it is taken up again', async () => {
    const rows = Array.from({ length: 12_000 }, (_, n) => `c${n}@example.com,value ${n}`);
    const ended = await imported(`email,note\n${rows.join('\n')}\n`);
    expect(ended).toMatchObject({ status: 'finished', rows_read: 12_000, rows_added: 12_000 });
    const { rows: counts } = await api.pool.query(
      `SELECT (SELECT count(*)::int FROM contacts WHERE organization_id = $1) AS contacts,
        (SELECT sum(contacts)::int FROM contact_counts WHERE organization_id = $1) AS counted,
        (SELECT count(*)::int FROM subscription_changes WHERE organization_id = $1) AS changes,
        (SELECT count(*)::int FROM import_chunks) AS chunks`,
      [api.organizationId],
    );
    expect(counts).toEqual([{ contacts: 12_000, counted: 12_000, changes: 12_000, chunks: 0 }]);
    expect((await contact('c11999@example.com')).properties).toEqual({ note: 'value 11999' });
  });

  it('names an unknown topic, and a file without addresses, before it takes the rest', async () => {
    expect((await upload('email\na@x.de\n', { query: '?topics=news,nothing' })).refusal).toBe(
      '422 unknown_topic',
    );
    expect((await upload('name\nAda\n')).refusal).toBe('422 validation_error');
  });
});

it('an export of ours makes the same contacts again, with choices and properties', async () => {
  await api.post('/topics', api.key, { slug: 'offers', name: 'Offers' });
  await api.post('/contacts', api.key, {
    ...{ email: 'ada@example.com', first_name: '=Ada', last_name: '-Byron, "Countess"' },
    properties: {
      plan: 'gold',
      age: 36,
      code: '007',
      vip: true,
      tags: ['a', 'b;c'],
      note: "it's = 1\nand 2",
    },
    topics: [
      { topic: 'news', state: 'UNSUBSCRIBED' },
      { topic: 'offers', state: 'SUBSCRIBED' },
    ],
  });
  await api.post('/contacts', api.key, { email: 'left@example.com', status: 'UNSUBSCRIBED' });
  const shown = async () =>
    (await api.get<{ data: ContactResource[] }>('/contacts')).body.data
      .map(({ id: _id, created_at: _created, updated_at: _updated, ...contact }) => contact)
      .sort((a, b) => (a.email < b.email ? -1 : 1));
  const before = await shown();
  const { text } = await api.get('/contacts/export');
  for (const { email } of before) await api.delete(`/contacts/${email}`);
  expect(await imported(text, { query: '?topics=news' })).toMatchObject({ rows_added: 2, rows_refused: 0 });
  expect(await shown()).toEqual(before);
});

it('reports a damaged row of our own export', async () => {
  const header = 'id,email,first_name,last_name,status,topics,properties,created_at';
  const rows = [
    'x,a@x.de,,,SUBSCRIBED,,{a,',
    'x,b@x.de,,,SUBSCRIBED,news=MAYBE,{},',
    'x,c@x.de,,,SUBSCRIBED,,[],',
  ];
  const ended = await imported(`${header}\n${rows.join('\n')}\nx,d@x.de,,,SUBSCRIBED,gone=SUBSCRIBED,,\n`);
  expect(ended).toMatchObject({ rows_added: 0, rows_refused: 4 });
  expect((await refusedRows(ended.id)).map((row) => row.split(',')[2]).sort()).toEqual([
    ...['invalid_property', 'invalid_property', 'invalid_property', 'unknown_topic'],
  ]);
});

it('the export has every contact, with its choices, and nothing that a spreadsheet would run', async () => {
  await imported('email,first_name,x\na@example.com,=1+1,1\nb@example.com,Bo,2\n', { query: '?topics=news' });
  const { text } = await api.get('/contacts/export?topic=news');
  const lines = text.trim().split('\n');
  expect(lines[0]).toBe('id,email,first_name,last_name,status,topics,properties,created_at');
  expect(lines[1]).toMatch(/,b@example\.com,Bo,,SUBSCRIBED,news=SUBSCRIBED,"\{""x"": 2\}",/);
  expect(lines[2]).toContain(",'=1+1,");
  expect(lines).toHaveLength(3);
});
