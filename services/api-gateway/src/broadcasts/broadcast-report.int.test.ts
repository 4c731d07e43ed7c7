import type { BroadcastRecipientResource } from '@postrider/contracts/broadcasts';
import { newId } from '@postrider/contracts/ids';
import { createBroadcast, insertRow } from '@postrider/testkit';
import type { Page } from '../paging/page';
import { useApi } from '../../test/use-api';

let id: string;

const api = useApi();
beforeEach(async () => {
  const { pool } = api;
  const topicId = newId();
  await insertRow(pool, 'topics', {
    ...{ id: topicId, organization_id: api.organizationId, slug: 'news', name: 'News', default_opt_in: true },
  });
  id = await createBroadcast(pool, { organizationId: api.organizationId, topicId });
});

interface Recipient {
  readonly outcome?: string | null;
  /** Of people and, as `machine`, of machines. */
  readonly did?: readonly ('opened' | 'clicked' | 'machine')[];
  readonly variant?: number | null;
  readonly detail?: string;
}

async function addRecipient(
  email: string,
  { outcome = 'submitted', did = [], variant = null, detail }: Recipient = {},
): Promise<string> {
  const { pool } = api;
  const [contactId, messageId] = [newId(), newId()];
  await pool.query(`INSERT INTO contacts (id, organization_id, email, email_key) VALUES ($1, $2, $3, $3)`, [
    contactId,
    api.organizationId,
    email,
  ]);
  await insertRow(pool, 'broadcast_recipients', {
    ...{ broadcast_id: id, contact_id: contactId, organization_id: api.organizationId, outcome },
    ...{ message_id: outcome === 'submitted' ? messageId : null, variant, detail: detail ?? null },
  });
  for (const type of did) {
    await insertRow(pool, 'email_events', {
      ...{
        message_id: messageId,
        id: newId(),
        organization_id: api.organizationId,
        ordinal: 0,
        recipient: email,
      },
      ...{
        type: type === 'machine' ? 'opened' : type,
        identity: type,
        occurred_at: new Date(),
        mode: 'live',
      },
      machine: type === 'machine',
    });
  }
  return contactId;
}

describe('recipients', () => {
  beforeEach(async () => {
    await addRecipient('reader', { did: ['opened'] });
    await addRecipient('clicker', { did: ['opened', 'clicked'] });
    await addRecipient('scanned', { did: ['machine'] });
    await addRecipient('idle');
    await addRecipient('=skipped', { outcome: 'suppressed' });
  });

  it.each([
    ['', ['=skipped', 'idle', 'scanned', 'clicker', 'reader']],
    ['?opened=true', ['clicker', 'reader']],
    ['?opened=false', ['idle', 'scanned']],
    ['?clicked=true', ['clicker']],
    ['?opened=true&clicked=false', ['reader']],
    ['?outcome=suppressed', ['=skipped']],
    ['?outcome=suppressed&opened=false', []],
  ])('%s', async (query, emails) => {
    const { body } = await api.get<Page<BroadcastRecipientResource>>(
      `/broadcasts/${id}/recipients${query}`,
      api.key,
    );
    expect(body.data.map(({ email }) => email)).toEqual(emails);
    const csv = await api.get(`/broadcasts/${id}/recipients/export${query}`);
    const lines = csv.text.trimEnd().split('\n').slice(1);
    expect(lines.map((line) => line.split(',')[1]?.replace("'", ''))).toEqual(emails);
  });

  it('show whether they opened and clicked, in the list and in the file, which runs no formulas', async () => {
    const { body } = await api.get<Page<BroadcastRecipientResource>>(`/broadcasts/${id}/recipients`);
    expect(body.data.slice(2)).toMatchObject([
      { email: 'scanned', opened: false, clicked: false },
      { email: 'clicker', opened: true, clicked: true },
      { email: 'reader', opened: true, clicked: false },
    ]);
    const { text } = await api.get(`/broadcasts/${id}/recipients/export`);
    expect(text).toContain(",'=skipped,suppressed,,,false,false,\n");
    expect(text).toMatch(/,clicker,submitted,[0-9a-f-]{36},,true,true,\n/);
  });

  it('have the variant that they got: of the sample, or the winner', async () => {
    await api.pool.query('DELETE FROM broadcast_recipients WHERE broadcast_id = $1', [id]);
    await addRecipient('sampled', { variant: 0 });
    await addRecipient('rest');
    const variants = async () => {
      const { body } = await api.get<Page<BroadcastRecipientResource>>(`/broadcasts/${id}/recipients`);
      return body.data.map(({ email, variant }) => [email, variant]);
    };
    expect(await variants()).toEqual([
      ['rest', null],
      ['sampled', 0],
    ]);
    await api.pool.query('UPDATE broadcasts SET winner = 1 WHERE id = $1', [id]);
    expect(await variants()).toEqual([
      ['rest', 1],
      ['sampled', 0],
    ]);
    const { text } = await api.get(`/broadcasts/${id}/recipients/export`);
    expect(text).toMatch(/,rest,submitted,[0-9a-f-]{36},1,/);
  });

  it('say why they are invalid, in the list and in the file', async () => {
    const detail = 'invalid_subject: The rendered subject is empty.';
    await addRecipient('nameless', { outcome: 'invalid', detail });
    const { body } = await api.get<Page<BroadcastRecipientResource>>(
      `/broadcasts/${id}/recipients?outcome=invalid`,
      api.key,
    );
    expect(body.data).toMatchObject([{ email: 'nameless', outcome: 'invalid', detail }]);
    const { text } = await api.get(`/broadcasts/${id}/recipients/export?outcome=invalid`);
    expect(text).toMatch(/^contact_id,.*,detail\n/);
    expect(text).toContain(detail);
  });

  it('are exported with an entry of the audit log', async () => {
    await api.get(`/broadcasts/${id}/recipients/export?clicked=true`);
    const { rows } = await api.pool.query(
      `SELECT target_id, after FROM audit_entries WHERE organization_id = $1 AND action = 'broadcast.export_recipients'`,
      [api.organizationId],
    );
    expect(rows).toEqual([{ target_id: id, after: { clicked: true } }]);
  });
});

async function addLinks(
  links: readonly (readonly [variant: number, url: string, clicks: number, unique: number])[],
) {
  for (const [variant, url, clicks, unique] of links) {
    await api.pool.query(
      `INSERT INTO broadcast_links (broadcast_id, variant, url_digest, organization_id, url, clicks, unique_clicks)
       VALUES ($1, $2, md5($4)::uuid, $3, $4, $5, $6)`,
      [id, variant, api.organizationId, url, clicks, unique],
    );
  }
}

it('links are those that most recipients clicked first, with the others together last', async () => {
  await addLinks([
    [0, 'https://a.test/', 9, 1],
    [0, 'https://b.test/', 3, 3],
    [1, 'https://b.test/', 4, 2],
    [0, '', 90, 80],
  ]);
  const read = async () => (await api.get<Page<unknown>>(`/broadcasts/${id}/links`)).body.data;
  expect(await read()).toEqual([
    { object: 'broadcast_link', url: 'https://b.test/', clicks: 7, unique_clicks: 5 },
    { object: 'broadcast_link', url: 'https://a.test/', clicks: 9, unique_clicks: 1 },
    { object: 'broadcast_link', url: null, clicks: 90, unique_clicks: 80 },
  ]);
  const test = JSON.stringify({ variants: [{}, {}], percent: 20, waitMinutes: 60, metric: 'click' });
  await api.pool.query('UPDATE broadcasts SET ab_test = $2 WHERE id = $1', [id, test]);
  expect((await read())[0]).toMatchObject({
    by_variant: [
      { variant: 0, clicks: 3, unique_clicks: 3 },
      { variant: 1, clicks: 4, unique_clicks: 2 },
    ],
  });
});

describe('series', () => {
  const read = async (query = '') =>
    (
      await api.get<{ series: { time: string; sent: number; bounced: number; opened: number }[] }>(
        `/broadcasts/${id}/series${query}`,
        api.key,
      )
    ).body.series;
  const addHours = (hours: Readonly<Record<string, object>>) =>
    Promise.all(
      Object.entries(hours).map(([hour, counts]) =>
        insertRow(api.pool, 'broadcast_hours', {
          ...{ broadcast_id: id, organization_id: api.organizationId, hour: new Date(hour), ...counts },
        }),
      ),
    );

  it('has a row for each hour or day, also for those without events', async () => {
    expect(await read()).toEqual([]);
    await addHours({
      '2026-11-20T22:00:00Z': { sent: 5, bounced_hard: 1, bounced_soft: 1 },
      '2026-11-21T01:00:00Z': { opened: 2 },
    });
    expect(
      (await read()).map(({ time, sent, bounced, opened }) => [time.slice(11, 16), sent, bounced, opened]),
    ).toEqual([
      ['22:00', 5, 2, 0],
      ['23:00', 0, 0, 0],
      ['00:00', 0, 0, 0],
      ['01:00', 0, 0, 2],
    ]);
    expect((await read('?interval=day')).map(({ time, sent, opened }) => [time, sent, opened])).toEqual([
      ['2026-11-20T00:00:00.000Z', 5, 0],
      ['2026-11-21T00:00:00.000Z', 0, 2],
    ]);
  });

  it('has the days of a time zone, also where clocks change', async () => {
    await addHours({
      '2026-03-28T22:00:00Z': { sent: 1 },
      '2026-03-28T23:00:00Z': { sent: 2 },
      '2026-03-29T22:00:00Z': { sent: 4 },
    });
    const days = await read('?interval=day&timezone=Europe/Berlin');
    expect(days.map(({ time, sent }) => [time, sent])).toEqual([
      ['2026-03-27T23:00:00.000Z', 1],
      ['2026-03-28T23:00:00.000Z', 2],
      ['2026-03-29T22:00:00.000Z', 4],
    ]);
    const unknown = await api.get(`/broadcasts/${id}/series?timezone=Mars/Base`, api.key);
    expect(unknown.refusal).toBe('422 validation_error');
  });

  it('ends after a week of hours, and after 90 days', async () => {
    await addHours({
      '2026-01-01T05:00:00Z': { sent: 1 },
      '2026-01-08T04:00:00Z': { opened: 1 },
      '2026-01-08T05:00:00Z': { opened: 1 },
    });
    const hours = await read();
    expect([hours.length, hours.at(-1)?.time]).toEqual([168, '2026-01-08T04:00:00.000Z']);
    await addHours({ '2026-03-31T05:00:00Z': { opened: 1 }, '2026-04-01T05:00:00Z': { opened: 1 } });
    const days = await read('?interval=day');
    expect([days.length, days.at(-1)?.time]).toEqual([90, '2026-03-31T00:00:00.000Z']);
  });
});
