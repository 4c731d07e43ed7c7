import { upsertContactRequest } from '@postrider/contracts/contacts';
import { newId } from '@postrider/contracts/ids';
import { forgottenAddress } from '@postrider/db';
import { createOrganization, eventually } from '@postrider/testkit';
import { parse } from 'csv-parse/sync';
import { recordStatements } from '../../test/record-statements';
import { useApi } from '../../test/use-api';

const api = useApi();

interface Rows {
  readonly count: number;
  readonly properties?: object;
  readonly firstName?: string;
  /** Of the addresses, before their number. */
  readonly name?: string;
}

const insert = ({ count, properties = {}, firstName = 'Ada', name = 'c' }: Rows, of = api.organizationId) =>
  api.pool.query(
    `INSERT INTO contacts (id, organization_id, email, email_key, first_name, properties)
     SELECT id, $1, address, address, $3, $4::jsonb
     FROM unnest($2::uuid[]) WITH ORDINALITY AS c (id, n), LATERAL (SELECT $5::text || n || '@example.com' AS address) a`,
    [of, Array.from({ length: count }, () => newId()).sort(), firstName, JSON.stringify(properties), name],
  );

const exported = async (query = ''): Promise<Record<string, string>[]> =>
  parse((await api.get(`/contacts/export${query}`)).text, { columns: true });

it('holds each contact once, newest first, over any number of pages', async () => {
  await insert({ count: 1_203 });
  const emails = (await exported()).map(({ email }) => email);
  expect([emails.length, new Set(emails).size]).toEqual([1_203, 1_203]);
  expect([emails[0], emails.at(-1)]).toEqual(['c1203@example.com', 'c1@example.com']);
});

it('an export has every field that a contact can be given, alone or with others', async () => {
  const {
    email: _e,
    topics: _t,
    status: _s,
    resubscribe: _r,
    consent: _c,
    ...fields
  } = upsertContactRequest.shape;
  const given = Object.entries(fields).map(
    ([name, field]) => [name, field.meta()?.['examples']?.[0]] as const,
  );
  for (const [name, value] of given) {
    const { body } = await api.post('/contacts', api.key, { email: 'one@example.com', [name]: value });
    expect(body).toMatchObject({ [name]: value });
  }
  const all = Object.fromEntries(given);
  expect((await api.post('/contacts', api.key, { email: 'all@example.com', ...all })).body).toMatchObject(
    all,
  );
  const rows = await exported();
  expect(rows.map((row) => given.filter(([name]) => (row[name] ?? '') === ''))).toEqual([[], []]);
});

it('an export of contacts is in the audit log with its key and filters, and without what names a person', async () => {
  await exported('?status=SUBSCRIBED&email=Ada@example.com&search=lovelace');
  const { rows } = await api.pool.query(
    'SELECT action, actor_type, actor_id, target_id, request_id, after FROM audit_entries WHERE organization_id = $1',
    [api.organizationId],
  );
  expect(rows).toEqual([
    {
      ...{ action: 'contact.export', actor_type: 'key', actor_id: api.key.id, target_id: api.organizationId },
      request_id: expect.any(String) as string,
      after: {
        status: 'SUBSCRIBED',
        email: forgottenAddress(api.organizationId, 'ada@example.com'),
        search: forgottenAddress(api.organizationId, 'lovelace'),
      },
    },
  ]);
});

it('finds one contact among more than a page looks at', async () => {
  await insert({ count: 1, firstName: 'Grace' });
  await insert({ count: 10_500, name: 'd' });
  expect((await exported('?search=GRACE')).map(({ first_name: name }) => name)).toEqual(['Grace']);
});

it('gives properties as they are, and nothing that a spreadsheet runs, whatever separates its columns', async () => {
  const properties = { note: 'a;=1+1', quote: 'say "hi";\n@x', n: 1.5, tags: [';-1'] };
  await insert({ count: 1, properties, firstName: 'Ada;=1+1' });
  const { text } = await api.get('/contacts/export');
  const [row] = await exported();
  expect(JSON.parse(row?.['properties'] ?? '')).toEqual(properties);
  expect(row?.['first_name']).toBe("Ada;'=1+1");
  expect(text).not.toMatch(/[;\t\r\n][\s"]*[=+@-]/);
});

it('reads large contacts in small pages', async () => {
  const noise = Array.from({ length: 60 }, () => newId()).join('');
  await insert({ count: 100, properties: { a: noise, b: `${noise}.`, c: `${noise}..` } });
  const statements = await recordStatements(api.pool, async () => {
    expect(await exported()).toHaveLength(100);
  });
  expect(statements.length).toBeGreaterThan(5);
});

it('runs four at a time, also when all are asked for at once', async () => {
  await insert({ count: 30_000, properties: { note: 'x'.repeat(1_500) } });
  const ends = new AbortController();
  const request = (signal?: AbortSignal) =>
    fetch(`${api.url}/api/v1/contacts/export`, {
      headers: { authorization: `Bearer ${api.key.token}` },
      ...(signal !== undefined && { signal }),
    });
  const answers = await Promise.all(Array.from({ length: 8 }, () => request(ends.signal)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429, 429, 429, 429]);
  ends.abort();
  await eventually(async () => {
    const answer = await request();
    await answer.body?.cancel();
    return answer.status === 200;
  });
});

it('lists contacts of an organization without reading the newer ones of others', async () => {
  await insert({ count: 20_000 });
  await insert({ count: 2_000 }, (await createOrganization(api.pool)).id);
  await api.pool.query('ANALYZE contacts');
  const statements = await recordStatements(api.pool, async () => {
    for (const query of ['', '?status=SUBSCRIBED', '?search=unknown']) await api.get(`/contacts${query}`);
  });
  const ofContacts = statements.filter(({ text }) => text.includes('FROM contacts c'));
  expect(ofContacts.length).toBeGreaterThanOrEqual(3);
  for (const { text, values } of ofContacts) {
    const { rows } = await api.pool.query<Record<string, string>>(`EXPLAIN ${text}`, [...values]);
    expect(JSON.stringify(rows)).not.toContain('contacts_pkey');
  }
});
