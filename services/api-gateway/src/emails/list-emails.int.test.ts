import type { EmailSummary } from '@postrider/contracts/emails';
import { newId } from '@postrider/contracts/ids';
import { fillTerms, messageTermsFilledTo, uuidV7Floor } from '@postrider/db';
import { createApiKey, createOrganization, eventually } from '@postrider/testkit';
import type { Page } from '../paging/page';
import { insertEmail, insertEvent, type EmailFixture } from '../../test/email-fixture';
import type { Answer } from '../../test/test-api';
import { useApi } from '../../test/use-api';

const api = useApi({ alone: true, permission: 'SEND' });

const insert = (email: Partial<EmailFixture> = {}): Promise<string> =>
  insertEmail(api.pool, { organizationId: api.organizationId, ...email });

const read = (query = '', by = api.key): Promise<Answer<Page<EmailSummary>>> =>
  api.get(`/emails${query}`, by);
const ids = (page: Page<EmailSummary>): string[] => page.data.map(({ id }) => id);

async function list(query = '', by = api.key): Promise<string[]> {
  const { status, body } = await read(query, by);
  expect(status).toBe(200);
  return ids(body);
}

it('answers a summary of each email, newest first', async () => {
  const older = await insert({ createdAt: new Date(1_800_000_000_123) });
  const newer = await insert({
    to: ['Ada <ada@example.com>', 'bob@example.com'],
    kind: 'receipt',
    mode: 'test',
  });
  const { body } = await read();
  expect(body).toMatchObject({ object: 'list', data: [{ id: newer }, { id: older }] });
  expect(body).not.toHaveProperty('next_cursor');
  expect(body.data[0]).toMatchObject({
    object: 'email',
    from: 'Acme <hi@acme.test>',
    to: ['Ada <ada@example.com>', 'bob@example.com'],
    subject: 'Hello',
    last_event: 'queued',
    mode: 'test',
    kind: 'receipt',
    sent_at: null,
  });
  expect(body.data[1]).toMatchObject({ created_at: '2027-01-15T08:00:00.123Z', kind: null });
});

it('pages without repeating or skipping while new emails are accepted', async () => {
  const present: string[] = [];
  for (let n = 0; n < 23; n += 1) present.unshift(await insert());
  const seen: string[] = [];
  let cursor = '';
  for (let page = 1; page <= 6; page += 1) {
    const { body } = await read(`?limit=5${cursor}`);
    seen.push(...ids(body));
    await Promise.all([insert(), insert(), insert()]);
    if (body.next_cursor === undefined) break;
    cursor = `&cursor=${body.next_cursor}`;
  }
  expect(seen).toEqual(present);
});

it('ends with a full last page, without a cursor to an empty one', async () => {
  for (let n = 0; n < 4; n += 1) await insert();
  const first = await read('?limit=2');
  const second = await read(`?limit=2&cursor=${first.body.next_cursor}`);
  expect(second.body.data).toHaveLength(2);
  expect(second.body).not.toHaveProperty('next_cursor');
});

it('shows 25 by default and up to 100', async () => {
  for (let n = 0; n < 101; n += 1) await insert();
  expect(await list()).toHaveLength(25);
  expect(await list('?limit=100')).toHaveLength(100);
});

describe('filters', () => {
  it('by status', async () => {
    const bounced = await insert({ status: 'bounced' });
    await insert({ status: 'delivered' });
    expect(await list('?status=bounced')).toEqual([bounced]);
    expect(await list('?status=complained')).toEqual([]);
  });

  it('by kind', async () => {
    const receipt = await insert({ kind: 'receipt' });
    await insert({ kind: 'receipts' });
    await insert();
    expect(await list('?kind=receipt')).toEqual([receipt]);
  });

  it('by mode', async () => {
    const live = await insert({ mode: 'live' });
    const test = await insert({ mode: 'test' });
    expect(await list('?mode=live')).toEqual([live]);
    expect(await list('?mode=test')).toEqual([test]);
  });

  it('by an address of the to list, whatever its spelling, but not of cc and bcc', async () => {
    const wanted = await insert({ to: ['bob@example.com', 'Ada <Ada@Example.com>'] });
    await insert({ to: ['bob@example.com'], cc: ['ada@example.com'], bcc: ['ada@example.com'] });
    expect(await list('?to=ada@example.com')).toEqual([wanted]);
    expect(await list(`?to=${encodeURIComponent('ADA@EXAMPLE.COM')}`)).toEqual([wanted]);
    expect(await list('?to=unknown@example.com')).toEqual([]);
  });

  it('by since and until, both included', async () => {
    const startMs = Date.now() - 3_600_000;
    const at = (ms: number): Date => new Date(startMs + ms);
    const made: string[] = [];
    for (const ms of [0, 1, 2, 3]) made.push(await insert({ createdAt: at(ms), id: idAt(at(ms)) }));
    const inOtherZone = at(3).toISOString().replace('Z', '+00:00');
    expect(await list(`?since=${at(1).toISOString()}&until=${at(2).toISOString()}`)).toEqual([
      made[2],
      made[1],
    ]);
    expect(await list(`?until=${at(0).toISOString()}`)).toEqual([made[0]]);
    expect(await list(`?since=${encodeURIComponent(inOtherZone)}`)).toEqual([made[3]]);
    expect(await list('?until=1969-12-31T00:00:00Z')).toEqual([]);
    expect(await list('?since=9999-12-31T00:00:00Z')).toEqual([]);
  });

  const change = (id: string, set: string, ...values: unknown[]) =>
    api.pool.query(`UPDATE messages SET ${set} WHERE id = $1`, [id, ...values]);

  /** Gives terms to what there is, as metrics-aggregator does ten seconds later. @param last the newest email */
  const fill = async (last: string): Promise<void> => {
    const { pool } = api;
    // A transaction that may still write, such as one of the API log, holds up the filling.
    await eventually(async () => {
      await fillTerms({ pool, clock: { now: () => new Date(Date.now() + 3_600_000) } });
      return (await messageTermsFilledTo(pool)) > last;
    });
    await pool.query('UPDATE sweep_cursors SET position = $1', [last]);
  };

  it.each(['looked at', 'found by its terms'])('by subject, tag and metadata, an email %s', async (how) => {
    const tags = JSON.stringify([{ name: 'a', value: 'x' }]);
    const make = async (email: Partial<EmailFixture>, subject: string): Promise<string> => {
      const id = await insert(email);
      await change(id, 'subject = $2, tags = $3', subject, tags);
      await api.pool.query(
        'INSERT INTO message_contents (message_id, organization_id, metadata) VALUES ($1, $2, $3)',
        [id, email.organizationId ?? api.organizationId, JSON.stringify({ order_id: '1' })],
      );
      return id;
    };
    await make({ organizationId: (await createOrganization(api.pool)).id }, 'A');
    const [first, test] = [await make({}, 'A'), await make({ mode: 'test' }, 'A')];
    const other = await make({ kind: 'receipt' }, 'B');
    if (how !== 'looked at') await fill(other);
    const newest = await make({}, 'A');
    const all = [newest, other, test, first];
    expect(await list('?subject=A')).toEqual([newest, test, first]);
    expect(await list('?tag=a')).toEqual(all);
    expect(await list('?tag=a:x&mode=test')).toEqual([test]);
    expect(await list('?tag=a:x&subject=A&metadata=order_id:1')).toEqual([newest, test, first]);
    expect(await list('?metadata=order_id:1&kind=receipt')).toEqual([other]);
    const { body } = await read('?metadata=order_id:1&limit=2');
    expect([...ids(body), ...(await list(`?metadata=order_id:1&cursor=${body.next_cursor}`))]).toEqual(all);
    const testKey = await api.createKey({ mode: 'test' });
    expect(await list('?metadata=order_id:1', testKey)).toEqual([test]);
    expect(await list('?metadata=order_id:1&mode=live', testKey)).toEqual([]);
    // A hash of another text is the same: what is not asked for is not shown.
    const { pool } = api;
    await pool.query(`INSERT INTO message_terms VALUES (message_term($1, 'live', 'subject', 'C'), $2)`, [
      api.organizationId,
      first,
    ]);
    expect(await list('?subject=C')).toEqual([]);
  });

  it('by the whole subject, and by a tag with or without its value', async () => {
    const [first, second, other] = [await insert(), await insert(), await insert()];
    await change(first, 'subject = $2, tags = $3', 'Order 1', JSON.stringify([{ name: 'a', value: 'x:y' }]));
    await change(second, 'subject = $2, tags = $3', 'order 1', JSON.stringify([{ name: 'a', value: 'z' }]));
    await change(other, 'tags = $2', JSON.stringify([{ name: 'b', value: 'z' }]));
    expect(await list('?subject=Order%201')).toEqual([first]);
    expect(await list('?tag=a:x:y')).toEqual([first]);
    expect(await list('?tag=a')).toEqual([second, first]);
    expect(await list('?tag=a:zz')).toEqual([]);
    expect(await list('?tag=a&subject=order%201')).toEqual([second]);
  });

  it.each(['looked at', 'found by its terms'])(
    'by a tag with colons in its name, an email %s',
    async (how) => {
      const [spaced, paired] = [await insert(), await insert()];
      await change(spaced, 'tags = $2', JSON.stringify([{ name: 'order:eu', value: 'b:c' }]));
      await change(paired, 'tags = $2', JSON.stringify([{ name: 'order', value: 'eu' }]));
      if (how !== 'looked at') await fill(paired);
      expect(await list('?tag=order:eu:b:c')).toEqual([spaced]);
      expect(await list('?tag=order:eu')).toEqual([paired, spaced]);
      expect(await list('?tag=order')).toEqual([paired]);
      expect(await list('?tag=eu')).toEqual([]);
    },
  );

  it('by a tag whose name is as long as a name may be', async () => {
    const id = await insert();
    const name = 'n'.repeat(64);
    await change(id, 'tags = $2', JSON.stringify([{ name, value: 'v' }]));
    expect(await list(`?tag=${name}:v`)).toEqual([id]);
  });

  it('by an entry of the metadata, which a test key asks of test emails only', async () => {
    const live = await insert();
    const test = await insert({ mode: 'test' });
    for (const id of [live, test]) {
      await api.pool.query(
        'INSERT INTO message_contents (message_id, organization_id, metadata) VALUES ($1, $2, $3)',
        [id, api.organizationId, JSON.stringify({ order_id: '10:42', more: 'x' })],
      );
    }
    expect(await list('?metadata=order_id:10:42')).toEqual([test, live]);
    expect(await list('?metadata=order_id:10')).toEqual([]);
    const testKey = await api.createKey({ mode: 'test' });
    expect(await list('?metadata=order_id:10:42', testKey)).toEqual([test]);
    expect((await read('?metadata=order_id')).refusal).toBe('422 validation_error');
  });

  it('by the Message-ID, ours or that of a provider, with or without angle brackets', async () => {
    const [ours, theirs] = [await insert(), await insert()];
    await change(ours, 'message_id_header = $2', `<${ours}@acme.test>`);
    await change(theirs, 'message_id_header = $2', '<0100-abc@provider.test>');
    expect(await list(`?message_id=${ours}@acme.test`)).toEqual([ours]);
    expect(await list(`?message_id=${encodeURIComponent(`<${ours}@acme.test>`)}`)).toEqual([ours]);
    expect(await list('?message_id=0100-abc@provider.test')).toEqual([theirs]);
    expect(await list(`?message_id=${ours}@other.test`)).toEqual([]);
    expect(await list(`?message_id=${ours}@acme.test&status=bounced`)).toEqual([]);
    const stranger = await createApiKey(api.pool, {
      organizationId: (await createOrganization(api.pool)).id,
    });
    expect(await list(`?message_id=${ours}@acme.test`, stranger)).toEqual([]);
  });

  it('together, and over pages', async () => {
    const wanted: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      wanted.unshift(await insert({ status: 'bounced', kind: 'receipt', to: ['ada@example.com'] }));
      await insert({ status: 'bounced', kind: 'receipt', to: ['bob@example.com'] });
      await insert({ status: 'bounced', to: ['ada@example.com'] });
    }
    const query = '?status=bounced&kind=receipt&to=ada@example.com&mode=live&limit=2';
    const { body } = await read(query);
    const rest = await list(`${query}&cursor=${body.next_cursor}`);
    expect([...ids(body), ...rest]).toEqual(wanted);
  });
});

describe('a domain-restricted key', () => {
  it('sees only messages of its domains, over pages and with every filter', async () => {
    const mine = [await api.createDomain(), await api.createDomain()];
    const other = await api.createDomain();
    const domainIds = mine.map(({ id }) => id);
    const restricted = await api.createKey({ permission: 'SEND', domainIds });
    const wanted: string[] = [];
    for (const domain of [mine[0], other, mine[1], mine[0], other, mine[1]]) {
      const id = await insert({ domainId: domain?.id ?? '', kind: 'receipt', to: ['ada@example.com'] });
      if (domain !== other) wanted.unshift(id);
    }
    expect(await list('', restricted)).toEqual(wanted);
    expect(await list('?kind=receipt&status=queued&mode=live', restricted)).toEqual(wanted);
    expect(await list('?to=ada@example.com', restricted)).toEqual(wanted);
    const { body } = await read('?limit=3', restricted);
    expect(await list(`?limit=3&cursor=${body.next_cursor}`, restricted)).toEqual(wanted.slice(3));
  });

  it('may name more domains than are searched one by one', async () => {
    const domainIds = Array.from({ length: 30 }, newId);
    const restricted = await api.createKey({ permission: 'SEND', domainIds });
    const wanted = await insert({ domainId: domainIds[29] ?? '' });
    await insert({ domainId: newId() });
    expect(await list('', restricted)).toEqual([wanted]);
  });
});

it('shows nothing of another organization, with no filter and no cursor', async () => {
  const foreign = await createOrganization(api.pool);
  const foreignKey = await createApiKey(api.pool, { organizationId: foreign.id });
  for (let n = 0; n < 3; n += 1) await insert({ kind: 'receipt', to: ['ada@example.com'] });
  for (const query of ['', '?kind=receipt', '?status=queued', '?to=ada@example.com', '?mode=live']) {
    expect(await list(query, foreignKey)).toEqual([]);
  }
  const { body } = await read('?limit=1');
  const stolen = await read(`?cursor=${body.next_cursor}`, foreignKey);
  expect(stolen.refusal).toBe('422 invalid_cursor');
});

it.each([
  '?cursor=',
  '?cursor=abc',
  `?cursor=${'A'.repeat(32)}`,
  `?cursor=${'x'.repeat(200)}`,
  '?cursor=%0A',
])('refuses a cursor that was not issued: %s', async (query) =>
  expect((await read(query)).refusal).toBe('422 invalid_cursor'),
);

it.each([
  '?limit=0',
  '?limit=101',
  '?limit=1.5',
  '?limit=ten',
  '?status=opened',
  '?status=',
  '?mode=LIVE',
  '?to=ada',
  '?to=',
  '?to=a@example.com,b@example.com',
  `?kind=${'k'.repeat(65)}`,
  '?kind=%00',
  '?since=yesterday',
  '?since=2026-11-20',
  '?since=2026-11-20T10:00:00',
  '?until=2026-02-30T00:00:00Z',
  '?since=2026-11-20T10:00:00.001Z&until=2026-11-20T10:00:00Z',
])('GET /emails refuses %s', async (query) =>
  expect((await read(query)).refusal).toBe('422 validation_error'),
);

/** An id as acceptance makes one at that time. */
function idAt(time: Date): string {
  return uuidV7Floor(time).slice(0, 14) + newId().slice(14);
}

describe('where an email comes from', () => {
  /** Columns that acceptance fills by what the email was sent with. */
  async function insertFrom(columns: Readonly<Record<string, unknown>>): Promise<string> {
    const id = await insert();
    for (const [name, value] of Object.entries(columns))
      await api.pool.query(`UPDATE messages SET ${name} = $2 WHERE id = $1`, [id, value]);
    return id;
  }

  it('is filtered by domain, key, template and broadcast', async () => {
    const domain = await api.createDomain();
    const [templateId, broadcastId, keyId] = [newId(), newId(), newId()];
    await insert();
    const ofDomain = await insert({ domainId: domain.id });
    const ofKey = await insertFrom({ api_key_id: keyId });
    const ofTemplate = await insertFrom({
      template: JSON.stringify({ id: templateId, slug: 'receipt', version: 1 }),
    });
    const ofBroadcast = await insertFrom({ kind: `broadcast.${broadcastId}`, source: 'broadcast' });
    await insertFrom({ kind: `broadcast.${broadcastId}` });
    expect(await list(`?domain=${domain.id}`)).toEqual([ofDomain]);
    expect(await list(`?domain=${domain.name.toUpperCase()}`)).toEqual([ofDomain]);
    expect(await list(`?key=${keyId}`)).toEqual([ofKey]);
    expect(await list(`?template=${templateId}`)).toEqual([ofTemplate]);
    expect(await list('?template=receipt')).toEqual([ofTemplate]);
    expect(await list(`?broadcast=${broadcastId}`)).toEqual([ofBroadcast]);
    expect((await read(`?broadcast=${broadcastId}&kind=x`)).refusal).toBe('422 validation_error');
    expect((await read('?key=Deploy')).refusal).toBe('422 validation_error');
  });

  it('is no domain of others, nor one that the key may not use', async () => {
    const [mine, other] = [await api.createDomain(), await api.createDomain()];
    const restricted = await api.createKey({ domainIds: [mine.id] });
    const ids = [await insert({ domainId: mine.id }), await insert({ domainId: other.id })];
    expect(await list(`?domain=${mine.name}`, restricted)).toEqual([ids[0]]);
    expect((await read(`?domain=${other.name}`, restricted)).refusal).toBe('422 unknown_domain');
    expect((await read('?domain=nothing.example')).refusal).toBe('422 unknown_domain');
  });
});

it('finds emails by the class of their failures', async () => {
  const [blocked, full] = [await insert({ status: 'bounced' }), await insert()];
  const common = { organizationId: api.organizationId, type: 'bounced' } as const;
  await insertEvent(api.pool, { ...common, emailId: blocked, failureClass: 'block' });
  await insertEvent(api.pool, {
    ...{ ...common, type: 'delivery_delayed', emailId: full, failureClass: 'full' },
  });
  expect(await list('?failure_class=block')).toEqual([blocked]);
  expect(await list('?failure_class=full')).toEqual([full]);
  expect(await list('?failure_class=full&status=bounced')).toEqual([]);
});
