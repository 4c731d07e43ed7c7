import type { EmailResource, EmailSummary } from '@postrider/contracts/emails';
import { newId } from '@postrider/contracts/ids';
import { createApiKey, createOrganization } from '@postrider/testkit';
import { insertEmail, type EmailFixture } from '../../test/email-fixture';
import { useApi } from '../../test/use-api';
import type { Page } from '../paging/page';

const api = useApi();

const insert = (email: Partial<EmailFixture> = {}): Promise<string> =>
  insertEmail(api.pool, { organizationId: api.organizationId, ...email });
const update = (id: string, columns: string) =>
  api.pool.query(`UPDATE messages SET ${columns} WHERE id = $1`, [id]);
const waitingOf = async (id: string) => (await api.get<EmailResource>(`/emails/${id}`)).body.waiting;

async function scheduled(): Promise<string> {
  const id = await insert({ status: 'queued' });
  await update(id, `scheduled_at = now() + interval '1 h', due_at = now() + interval '1 h'`);
  return id;
}

async function deferred(cause = 'retry', email: Partial<EmailFixture> = {}): Promise<string> {
  const id = await insert({ status: 'queued', ...email });
  const detail = 'policy: 451 4.7.1 Greylisted';
  const deferral = { cause, since: new Date().toISOString(), failure: 'policy', detail };
  await api.pool.query(`UPDATE messages SET due_at = now() + interval '1 h', deferral = $2 WHERE id = $1`, [
    id,
    deferral,
  ]);
  return id;
}

const list = (query: string, key = api.key) => api.get<Page<EmailSummary>>(`/emails?${query}`, key);
const idsOf = async (query: string) => (await list(query)).body.data.map(({ id }) => id);

it('says why an open email waits, in the email and in lists, and nothing of a final one', async () => {
  const [later, retried] = [await scheduled(), await deferred()];
  const final = await insert({ status: 'delivered' });
  expect(await waitingOf(later)).toMatchObject({ cause: 'scheduled', actor: 'none', detail: null });
  expect(await waitingOf(retried)).toMatchObject({
    ...{ cause: 'retry', actor: 'none', detail: 'policy: 451 4.7.1 Greylisted' },
    ...{ advice: expect.stringContaining('No action needed'), next_attempt_at: expect.any(String) },
  });
  expect(await waitingOf(final)).toBeNull();
  const { body } = await list('');
  expect(body.data.map(({ waiting }) => waiting?.cause)).toEqual([undefined, 'retry', 'scheduled']);
});

it('follows what changes: a pause is the cause while it lasts', async () => {
  const id = await deferred();
  const pause = (paused: boolean) =>
    api.send('/organization', {
      ...{ method: 'PATCH', key: api.key, body: { sending_paused: paused } },
    });
  await pause(true);
  expect(await waitingOf(id)).toMatchObject({ cause: 'sending_paused', actor: 'sender', detail: 'admin' });
  await pause(false);
  expect(await waitingOf(id)).toMatchObject({ cause: 'retry' });
});

it('says how many go first, how fast they leave, and when none should be left, by email of the same queue', async () => {
  const queued = async (lane: string, secondsAgo: number): Promise<string> => {
    const id = await insert({ status: 'queued' });
    await update(id, `lane = '${lane}', due_at = now() - interval '${secondsAgo} s'`);
    return id;
  };
  const left = async (lane: string, count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      const id = await insert({ status: 'delivered' });
      await update(id, `lane = '${lane}', rounds = 1`);
      await api.pool.query(
        `INSERT INTO email_events (id, message_id, organization_id, ordinal, recipient, type, identity, occurred_at, mode)
         VALUES ($1, $2, $3, 0, 'jane@x.test', 'delivered', 'round 1', now() - interval '40 s', 'live')`,
        [newId(), id, api.organizationId],
      );
    }
  };
  // A worker is silent after 5 seconds, which the rows of this test may take.
  await api.pool.query(
    `INSERT INTO sweep_cursors (name, position, updated_at)
     VALUES ('send-worker.due', '00000000-0000-0000-0000-000000000000', now() + interval '1 hour')
     ON CONFLICT (name) DO UPDATE SET updated_at = excluded.updated_at`,
  );
  await left('bulk', 40);
  for (let n = 0; n < 10; n += 1) await queued('bulk', 20);
  expect((await waitingOf(await queued('transactional', 0)))?.cause).toBe('sending');
  const id = await queued('bulk', 5);
  // 40 in 40 seconds, and as long as the test takes.
  expect(await waitingOf(id)).toMatchObject({
    cause: 'backlog',
    next_attempt_at: null,
    detail: expect.stringMatching(
      /^10 earlier emails are due; about [1-6]\d leave the queue each minute, so none should be left at (?:\d{4}-\d\d-\d\d )?\d\d:\d\d UTC$/,
    ),
  });
  await queued('transactional', 20);
  const other = await queued('transactional', 5);
  // Bulk email that leaves says nothing about it.
  expect((await waitingOf(other))?.detail).toMatch(/^\d earlier emails? (?:is|are) due$/);
});

it('says nothing of an operator that holds it beyond the cause', async () => {
  const id = await deferred();
  await api.pool.query(
    `INSERT INTO message_holds (message_id, organization_id, reason, operator, held_at, due_at)
     VALUES ($1, $2, 'suspected phishing', 'olga', now(), now())`,
    [id, api.organizationId],
  );
  const waiting = await waitingOf(id);
  expect(waiting).toMatchObject({ cause: 'operator_hold', actor: 'platform', detail: null });
  expect(JSON.stringify(waiting)).not.toMatch(/phishing|olga/);
});

it('another organization reads neither the email nor why it waits', async () => {
  const id = await deferred();
  const other = await createOrganization(api.pool);
  const key = await createApiKey(api.pool, { organizationId: other.id });
  expect((await api.get(`/emails/${id}`, key)).refusal).toBe('404 not_found');
  expect((await list('waiting=retry', key)).body.data).toEqual([]);
});

describe('GET /emails?waiting=', () => {
  it('lists the emails that wait for the cause now, queued or in the hands of a worker', async () => {
    const [one, two] = [await deferred(), await deferred()];
    await scheduled();
    const claimed = await insert({ status: 'sending' });
    await update(claimed, `lease_owner = id, lease_until = now() - interval '1 s'`);
    expect(await idsOf('waiting=retry')).toEqual([two, one]);
    expect(await idsOf('waiting=no_worker')).toEqual([claimed]);
    expect(await idsOf('waiting=dns')).toEqual([]);
  });

  it('meets the other filters too', async () => {
    const receipt = await deferred('retry', { kind: 'receipt' });
    await deferred();
    expect(await idsOf('waiting=retry&kind=receipt')).toEqual([receipt]);
    expect(await idsOf('waiting=retry&status=delivered')).toEqual([]);
  });

  it('pages without repeating or skipping, also over a thousand that wait for something else', async () => {
    const first = await deferred();
    const others = await scheduled();
    const copies = Array.from({ length: 1_100 }, () => newId());
    await api.pool.query(
      `INSERT INTO messages SELECT (jsonb_populate_record(m, jsonb_build_object('id', ids.id))).*
       FROM messages m, unnest($1::uuid[]) AS ids(id) WHERE m.id = $2`,
      [copies, others],
    );
    const [second, third] = [await deferred(), await deferred()];
    const seen: string[] = [];
    let cursor = '';
    let pages = 0;
    for (; pages < 6; pages += 1) {
      const { body } = await list(`waiting=retry${cursor}`);
      seen.push(...body.data.map(({ id }) => id));
      if (body.next_cursor === undefined) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(seen).toEqual([third, second, first]);
    // The first has examined a thousand.
    expect(pages).toBe(1);
  });

  it('refuses a cause that there is none of', async () => {
    expect((await list('waiting=weather')).refusal).toBe('422 validation_error');
  });
});
