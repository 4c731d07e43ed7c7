import type { ContactImportResource, ContactResource } from '@postrider/contracts/contacts';
import { newId } from '@postrider/contracts/ids';
import type { SegmentResource } from '@postrider/contracts/segments';
import { createOrganization, eventually, eventuallyPasses, insertRow } from '@postrider/testkit';
import type { Answer } from '../../test/test-api';
import { useApi } from '../../test/use-api';
import type { Page } from '../paging/page';

const api = useApi();

const create = (all: unknown): Promise<Answer<SegmentResource>> =>
  api.post('/segments', api.key, { name: 'Some', filter: { all } });

/** A count that took long, as on a busy machine, is kept for twenty times as long. */
const kept = { timeoutMs: 150_000 };

/** Local parts of the contacts that a segment holds, which have to be as many as it and a preview count. */
async function namesIn(id: string, filter: unknown): Promise<string[]> {
  const contacts = await api.get<Page<ContactResource>>(`/segments/${id}/contacts`);
  const { length } = contacts.body.data;
  await eventuallyPasses(async () => {
    const segment = await api.get<SegmentResource>(`/segments/${id}`);
    const { body } = await api.post<{ contact_count: number }>('/segments/preview', api.key, { filter });
    expect([segment.body.contact_count, body.contact_count]).toEqual([length, length]);
  }, kept);
  return contacts.body.data.map(({ email }) => email.split('@')[0] ?? '').sort();
}

async function held(...all: unknown[]): Promise<string[]> {
  const created = await create(all);
  expect([created.status, created.text]).toEqual([201, created.text]);
  return namesIn(created.body.id, { all });
}

async function insertForm(of = api.organizationId): Promise<string> {
  const id = newId();
  await insertRow(api.pool, 'signup_forms', {
    ...{ id, organization_id: of, name: 'Footer', domain_id: newId(), api_key_id: newId() },
    ...{ from_header: 'a@b.test', fields: [], updated_at: new Date() },
  });
  return id;
}

/** As a page of the form stores it; `addedBy`: the form whose confirmation made the contact. */
async function signUp(form: string, name: string, of: { confirmed: boolean; addedBy?: string }) {
  const email = `${name}@origins.test`;
  const now = new Date();
  const contactId = newId();
  const { rows } = await api.pool.query<{ id: string }>(
    `INSERT INTO contacts (id, organization_id, email, email_key, updated_at) VALUES ($1, $2, $3, $3, now())
     ON CONFLICT (organization_id, email_key) DO UPDATE SET updated_at = now() RETURNING id`,
    [contactId, api.organizationId, email],
  );
  await insertRow(api.pool, 'signup_requests', {
    ...{ id: newId(), form_id: form, organization_id: api.organizationId, token_hash: Buffer.from(newId()) },
    ...{ email, email_key: email, topics: [], ip_address: '192.0.2.1', client_network: 'n', language: 'en' },
    ...{ message_id: newId(), created_at: now, expires_at: now, confirmed_at: of.confirmed ? now : null },
  });
  if (of.addedBy === undefined) return;
  await insertRow(api.pool, 'subscription_changes', {
    ...{ id: newId(), organization_id: api.organizationId, contact_id: rows[0]?.id, after: 'SUBSCRIBED' },
    ...{ actor: 'form', source: `Footer (https://m.test/f/${of.addedBy})`, changed_at: now },
  });
}

async function imported(names: readonly string[], query = ''): Promise<string> {
  const file = `email\n${names.map((name) => `${name}@origins.test`).join('\n')}\n`;
  const { body } = await api.send<ContactImportResource>(`/contacts/import${query}`, {
    ...{ method: 'POST', key: api.key, body: file, headers: { 'content-type': 'text/csv' } },
  });
  const path = `/contacts/imports/${body.id}`;
  await eventually(async () => (await api.get<ContactImportResource>(path)).body.status === 'finished', {
    timeoutMs: 60_000,
  });
  return body.id;
}

describe('a signup form', () => {
  it('holds who confirmed it, and apart from them who was added by it', async () => {
    const [footer, popup] = [await insertForm(), await insertForm()];
    await signUp(footer, 'ada', { confirmed: true, addedBy: footer });
    await signUp(popup, 'ada', { confirmed: true });
    await signUp(popup, 'bo', { confirmed: false });
    await signUp(popup, 'cy', { confirmed: true, addedBy: popup });
    expect(await held({ form: footer, confirmed: true })).toEqual(['ada']);
    expect(await held({ form: popup, confirmed: true })).toEqual(['ada', 'cy']);
    expect(await held({ form: popup.toUpperCase(), added: true })).toEqual(['cy']);
    expect(await held({ form: popup, confirmed: false })).toEqual(['bo']);
    expect(await held({ form: footer, added: false })).toEqual(['bo', 'cy']);
  });

  it('that is deleted matches no contact, whatever its conditions ask for', async () => {
    const form = await insertForm();
    await signUp(form, 'ada', { confirmed: true, addedBy: form });
    const filters = [true, false].flatMap((is) => [
      { all: [{ form, confirmed: is }] },
      { all: [{ form, added: is }] },
    ]);
    const segments = await Promise.all(filters.map(({ all }) => create(all)));
    expect(segments.map(({ body }) => body.contact_count)).toEqual([1, 1, 0, 0]);
    expect((await api.send(`/signup-forms/${form}`, { method: 'DELETE', key: api.key })).status).toBe(204);
    for (const { body } of segments) {
      await eventuallyPasses(
        async () =>
          expect((await api.get<SegmentResource>(`/segments/${body.id}`)).body.contact_count).toBe(0),
        kept,
      );
    }
  });
});

describe('an import of contacts', () => {
  it('holds the contacts of its file, and apart from them those that it added', async () => {
    const first = await imported(['ada', 'bo', 'bo']);
    const second = await imported(['bo', 'cy']);
    expect(await held({ import: first, included: true })).toEqual(['ada', 'bo']);
    expect(await held({ import: first, added: true })).toEqual(['ada', 'bo']);
    expect(await held({ import: second, included: true })).toEqual(['bo', 'cy']);
    expect(await held({ import: second, added: true })).toEqual(['cy']);
    expect(await held({ import: second, included: false })).toEqual(['ada']);
  });

  it('that stored nothing, or whose contacts are not known, cannot be named', async () => {
    const tried = await imported(['ada'], '?dry_run=true');
    const old = await imported(['ada']);
    await api.pool.query('UPDATE imports SET keeps_contacts = false WHERE id = $1', [old]);
    for (const id of [tried, old]) {
      const refused = await create([{ import: id, included: true }]);
      expect(refused.refusal).toBe('422 validation_error');
      expect(refused.text).toContain(`filter: there is no import of contacts ${id} whose contacts are known`);
    }
  });

  it('is forgotten by a contact that was in twenty later ones', async () => {
    const first = await imported(['ada', 'bo']);
    await api.pool.query(
      `INSERT INTO imported_contacts (contact_id, import_id, organization_id, added)
       SELECT c.id, i.id, c.organization_id, false FROM contacts c, unnest($2::uuid[]) AS i (id)
       WHERE c.organization_id = $1 AND c.email LIKE 'ada@%'`,
      [api.organizationId, Array.from({ length: 19 }, () => newId())],
    );
    expect(await held({ import: first, included: true })).toEqual(['ada', 'bo']);
    await imported(['ada', 'bo']);
    expect(await held({ import: first, included: true })).toEqual(['bo']);
  });
});

it('forms and imports must be of the organization', async () => {
  const theirs = await createOrganization(api.pool);
  const form = await insertForm(theirs.id);
  for (const [condition, fault] of [
    [{ form, confirmed: true }, `there is no signup form ${form}`],
    [{ form: newId(), added: true }, 'there is no signup form'],
    [{ import: newId(), included: true }, 'there is no import of contacts'],
  ] as const) {
    const refused = await create([{ any: [condition] }]);
    expect([refused.refusal, refused.text]).toEqual(['422 validation_error', expect.stringContaining(fault)]);
  }
  const steps = [{ type: 'condition', if: { all: [{ form, confirmed: true }] }, then: [], else: [] }];
  const automation = await api.post('/automations', api.key, { name: 'A', trigger: { event: 'x' }, steps });
  expect(automation.text).toContain(`steps[0].if.all[0].form: there is no signup form ${form}`);
});
