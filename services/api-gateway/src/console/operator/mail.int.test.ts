import { newId } from '@postrider/contracts/ids';
import { createDomain, createMessage, createOrganization, createUser } from '@postrider/testkit';
import { openBrowser, type ConsoleBrowser } from '../../../test/console-browser';
import { rowsReadDuring } from '../../../test/rows-read';
import { startTestApi, type Answer, type TestApi } from '../../../test/test-api';

let api: TestApi;
let user: Awaited<ReturnType<typeof createUser>>;
let operator: ConsoleBrowser;

beforeAll(async () => {
  api = await startTestApi();
  user = await createUser(api.context.pool, { isOperator: true, hasSecondFactor: true });
  operator = openBrowser(api, user);
});
afterAll(() => api.close());

interface Sender {
  readonly organizationId: string;
  readonly slug: string;
  readonly domain: { readonly id: string; readonly name: string };
}

async function createSender(): Promise<Sender> {
  const { id: organizationId, slug } = await createOrganization(api.context.pool);
  const domain = await createDomain(api.context.pool, { organizationId });
  return { organizationId, slug, domain };
}

async function createMail(
  { organizationId, domain }: Sender,
  {
    status,
    detail = null,
  }: { readonly status: 'queued' | 'failed' | 'unconfirmed'; readonly detail?: string | null },
): Promise<string> {
  const { pool } = api.context;
  const finalAt = status === 'queued' ? null : new Date();
  const { id } = await createMessage(pool, { organizationId, domainId: domain.id, status, finalAt });
  await pool.query(
    `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, detail, updated_at)
     VALUES ($1, 0, $2, 'jane@x.test', 'jane@x.test', 'to', $3, $4, now())`,
    [id, organizationId, status, detail],
  );
  return id;
}

interface Mail {
  readonly id: string;
  readonly held_as: string | null;
  readonly held_by: string | null;
}

const list = (query: Readonly<Record<string, string>>) =>
  operator.get<{ data: Mail[]; next_cursor?: string }>(
    `/operator/mail?${new URLSearchParams(query).toString()}`,
  );
interface Changed {
  readonly groups: readonly object[];
  readonly next: string | null;
}
const changeOnce = (body: Readonly<Record<string, unknown>>) =>
  operator.post<Changed>('/operator/mail/changes', body);
/** To its end: a request that took five seconds says where to go on. */
async function change(body: Readonly<Record<string, unknown>>): Promise<Answer<Changed>> {
  const groups: object[] = [];
  for (let after: string | undefined; ;) {
    const answer = await changeOnce({ ...body, ...(after !== undefined && { after }) });
    if (answer.refusal !== null) return answer;
    groups.push(...answer.body.groups);
    if (answer.body.next === null) return { ...answer, body: { groups, next: null } };
    after = answer.body.next;
  }
}
const idsOf = ({ body }: { readonly body: { readonly data: readonly Mail[] } }) =>
  body.data.map(({ id }) => id);

it('lists email of all organizations by state and filter, page by page', async () => {
  const [one, two] = [await createSender(), await createSender()];
  const queued = await createMail(one, { status: 'queued' });
  const failed = await createMail(one, { status: 'failed', detail: 'no usable signing key' });
  const other = await createMail(two, { status: 'failed', detail: 'expired' });
  expect(idsOf(await list({ state: 'queued' }))).toEqual([queued]);
  const first = await list({ state: 'failed', limit: '1' });
  expect(idsOf(first)).toEqual([other]);
  expect(idsOf(await list({ state: 'failed', limit: '1', cursor: first.body.next_cursor ?? '' }))).toEqual([
    failed,
  ]);
  expect(idsOf(await list({ state: 'failed', organization: one.slug }))).toEqual([failed]);
  expect(idsOf(await list({ state: 'failed', domain: two.domain.name }))).toEqual([other]);
  expect(idsOf(await list({ state: 'failed', detail: 'SIGNING' }))).toEqual([failed]);
  const later = new Date(Date.now() + 60_000).toISOString();
  expect(idsOf(await list({ state: 'failed', since: later }))).toEqual([]);
  expect(await list({ state: 'failed', organization: 'nowhere' })).toMatchObject({
    refusal: '422 validation_error',
  });
});

it("reads no organization's email for another one", async () => {
  const { pool } = api.context;
  const [busy, quiet] = [await createSender(), await createSender()];
  for (let more = 0; more < 20; more += 1) await createSender();
  const ids = Array.from({ length: 5_000 }, newId);
  await pool.query(
    `INSERT INTO messages (id, organization_id, api_key_id, domain_id, mode, lane, source, kind, from_header, from_address,
       subject, to_addresses, recipient_count, status, created_at, due_at)
     SELECT id, $2, $2, $3, 'live', 'transactional', 'api', 'many', 'a@b.test', 'a@b.test', 'Hello', '{a@x.test}', 1, 'queued', now(), now()
     FROM unnest($1::uuid[]) AS made (id)`,
    [ids, busy.organizationId, busy.domain.id],
  );
  await pool.query(
    `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, updated_at)
     SELECT id, 0, $2, 'a@x.test', 'a@x.test', 'to', 'queued', now() FROM unnest($1::uuid[]) AS made (id)`,
    [ids, busy.organizationId],
  );
  await pool.query('ANALYZE messages, recipients');
  const rows = await rowsReadDuring(api.context.servicePool, async () => {
    expect(idsOf(await list({ state: 'queued', limit: '10' }))).toHaveLength(10);
    expect(idsOf(await list({ state: 'queued', organization: quiet.slug }))).toEqual([]);
  });
  // Each email and its recipient once, where so few are sorted; not once for each organization.
  expect(rows).toBeLessThan(3 * ids.length);
});

it('counts exactly before it holds and releases, and records who did it', async () => {
  const sender = await createSender();
  const chosen = await createMail(sender, { status: 'queued' });
  const other = await createMail(sender, { status: 'queued' });
  const hold = {
    ...{ change: 'hold', state: 'queued', ids: [chosen] },
    ...{ organization: sender.slug, reason: 'asked by the owner' },
  };
  const result = { organization: sender.slug, result: 'held', messages: 1, recipients: 1 };
  expect((await change({ ...hold, dry_run: true })).body).toMatchObject({ groups: [result], next: null });
  expect(idsOf(await list({ state: 'held', organization: sender.slug }))).toEqual([]);

  expect((await change({ ...hold, dry_run: false })).body).toMatchObject({ groups: [result], next: null });
  expect((await list({ state: 'held', organization: sender.slug })).body.data).toMatchObject([
    { id: chosen, held_as: 'asked by the owner', held_by: user.email },
  ]);
  expect(idsOf(await list({ state: 'queued', organization: sender.slug }))).toEqual([other]);

  // What is queued and not held is left alone.
  const fail = { change: 'fail', state: 'held', organization: sender.slug, reason: 'never', dry_run: true };
  expect((await change(fail)).body.groups).toMatchObject([{ result: 'failed', messages: 1 }]);

  await change({ change: 'release', state: 'held', organization: sender.slug, dry_run: false });
  expect(idsOf(await list({ state: 'held', organization: sender.slug }))).toEqual([]);
  const { rows } = await api.context.pool.query<{ action: string; actor_name: string }>(
    `SELECT action, actor_name FROM audit_entries WHERE organization_id = $1 AND actor_type = 'operator' ORDER BY id`,
    [sender.organizationId],
  );
  expect(rows).toEqual([
    { action: 'message.hold', actor_name: user.email },
    { action: 'message.release', actor_name: user.email },
  ]);
});

it('queues failed email again', async () => {
  const sender = await createSender();
  const id = await createMail(sender, { status: 'failed', detail: 'no usable signing key' });
  const retry = { change: 'retry', state: 'failed', organization: sender.slug, detail: 'signing key' };
  const groups = [{ organization: sender.slug, result: 'queued again', messages: 1, recipients: 1 }];
  expect((await change({ ...retry, dry_run: true })).body).toMatchObject({ groups, next: null });
  expect((await change({ ...retry, dry_run: false })).body).toMatchObject({ groups, next: null });
  expect(idsOf(await list({ state: 'queued', organization: sender.slug }))).toEqual([id]);
});

it('lists unconfirmed email and marks it after an exact count, once, with an event and an audit entry', async () => {
  const { pool } = api.context;
  const [sender, other] = [await createSender(), await createSender()];
  const id = await createMail(sender, { status: 'unconfirmed', detail: 'timeout: no reply to DATA' });
  const ofOther = await createMail(other, { status: 'unconfirmed' });
  expect(idsOf(await list({ state: 'unconfirmed', organization: sender.slug }))).toEqual([id]);
  expect(idsOf(await list({ state: 'unconfirmed' }))).toEqual([ofOther, id]);
  const until = new Date(Date.now() + 60_000).toISOString();
  const mark = (dryRun: boolean, fields = {}) =>
    change({
      ...{ change: 'mark_delivered', state: 'unconfirmed', reason: 'seen in the log of the server', until },
      ...{ detail: 'NO REPLY', dry_run: dryRun, ...fields },
    });
  const groups = [{ organization: sender.slug, result: 'delivered', messages: 1, recipients: 1 }];
  expect((await mark(true)).body).toMatchObject({ groups, next: null });
  expect((await mark(true, { ids: [ofOther] })).body.groups).toEqual([]);
  expect((await mark(true, { domain: other.domain.name })).body.groups).toEqual([]);
  expect((await mark(false)).body).toMatchObject({ groups, next: null });
  expect((await mark(false)).body).toMatchObject({ groups: [], next: null });
  const { rows } = await pool.query(
    `SELECT m.status, e.type, e.detail, a.actor_name AS operator, a.after->'message_ids' AS ids FROM messages m
     JOIN email_events e ON e.message_id = m.id
     JOIN audit_entries a ON a.organization_id = m.organization_id AND a.action = 'message.close_unconfirmed'
     WHERE m.id = $1`,
    [id],
  );
  const detail = 'closed by the operator: seen in the log of the server';
  expect(rows).toEqual([{ status: 'delivered', type: 'delivered', detail, operator: user.email, ids: [id] }]);
  expect(idsOf(await list({ state: 'unconfirmed' }))).toEqual([ofOther]);
});

it('changes a bounded number of emails at once, and says where to go on', async () => {
  const { pool } = api.context;
  const sender = await createSender();
  const id = await createMail(sender, { status: 'queued' });
  for (const [table, column] of [
    ['messages', 'id'],
    ['recipients', 'message_id'],
  ] as const) {
    await pool.query(
      `INSERT INTO ${table} SELECT (jsonb_populate_record(r,
         jsonb_build_object('${column}', left(r.${column}::text, 24) || lpad(to_hex(n), 12, '0')))).*
       FROM ${table} r, generate_series(1, 5000) n WHERE r.${column} = $1`,
      [id],
    );
  }
  const count = {
    change: 'fail',
    state: 'queued',
    organization: sender.slug,
    reason: 'never',
    dry_run: true,
  };
  const until = new Date(Date.now() + 60_000).toISOString();
  let messages = 0;
  let after: string | undefined;
  let requests = 0;
  do {
    const { body } = await changeOnce({ ...count, until, after });
    for (const group of body.groups) messages += (group as { messages: number }).messages;
    after = body.next ?? undefined;
    requests += 1;
  } while (after !== undefined);
  expect(messages).toBe(5_001);
  expect(requests).toBeGreaterThan(1);
});

it('refuses what cannot be done to email in that state, and holding without a reason', async () => {
  const filter = { state: 'held', dry_run: true };
  const refused = await change({ ...filter, change: 'retry' });
  expect(refused.refusal).toBe('422 validation_error');
  expect(refused.text).toContain('change: must be release or fail for held email');
  const unfounded = await change({ ...filter, change: 'fail' });
  expect(unfounded.text).toContain('reason: required except to release and to retry');
});
