import type { ContactImportResource, ContactResource } from '@postrider/contracts/contacts';
import { eventually } from '@postrider/testkit';
import { useApi } from '../../../test/use-api';

const api = useApi();

type Kind = 'contacts' | 'suppressions';
/** What imports of both kinds have is enough here. */
type AnyImport = Omit<ContactImportResource, 'object' | 'format'>;

const upload = (file: string, { kind = 'contacts', query = '' }: { kind?: Kind; query?: string } = {}) =>
  api.send<AnyImport>(`/${kind}/import${query}`, {
    ...{ method: 'POST', key: api.key, body: file, headers: { 'content-type': 'text/csv' } },
  });

async function imported(file: string, options: { kind?: Kind; query?: string } = {}): Promise<AnyImport> {
  const { status, body } = await upload(file, options);
  expect(status).toBe(202);
  const path = `/${options.kind ?? 'contacts'}/imports/${body.id}`;
  const read = async () => (await api.get<AnyImport>(path, api.key)).body;
  await eventually(async () => ['finished', 'failed'].includes((await read()).status), {
    timeoutMs: 150_000,
  });
  return read();
}

const contact = async (email: string) => (await api.get<ContactResource>(`/contacts/${email}`)).body;
const contactCount = async () => (await api.get<{ data: object[] }>('/contacts?limit=100')).body.data.length;
const refusedFile = async (id: string, kind: Kind = 'contacts') =>
  (await api.get<string>(`/${kind}/imports/${id}/refused`)).text;
const entries = async () =>
  (await api.get<{ data: { email: string; reason: string }[] }>('/suppressions')).body.data
    .map(({ email, reason }) => `${email} ${reason}`)
    .sort();

describe('the file of refused rows', () => {
  it('can be corrected and imported again, with all columns of the file', async () => {
    const rows = [
      'a@example.com,Paused,"=1+1; x",7',
      'not an address,active,y,8',
      'c@example.com,active,z,9',
    ];
    const ended = await imported(`email,status,note,size\n${rows.join('\n')}\n`);
    expect(ended).toMatchObject({ rows_read: 3, rows_added: 1, rows_refused: 2 });
    const file = await refusedFile(ended.id);
    expect(file.split('\n')[0]).toBe('row,value,code,reason,email,status,note,size');
    const corrected = file
      .replaceAll(',Paused,', ',active,')
      .replace(',not an address,active', ',b@example.com,active');
    expect(await imported(corrected)).toMatchObject({ rows_read: 2, rows_added: 2, rows_refused: 0 });
    expect(await contact('a@example.com')).toMatchObject({ properties: { note: '=1+1; x', size: 7 } });
    expect(await contact('b@example.com')).toMatchObject({ status: 'SUBSCRIBED', properties: { note: 'y' } });
  });

  it('that is imported as it is refuses its rows again, and the next has its columns once', async () => {
    const first = await imported('email,status\na@example.com,Paused\n');
    const again = await imported(await refusedFile(first.id));
    expect(again).toMatchObject({ rows_added: 0, rows_refused: 1 });
    expect((await refusedFile(again.id)).split('\n')[0]).toBe('row,value,code,reason,email,status');
  });

  it('of a row that is too long to be kept adds no contact by its address alone', async () => {
    const ended = await imported(`email,status,note\na@example.com,Paused,${'x'.repeat(5_000)}\n`);
    expect(await imported(await refusedFile(ended.id))).toMatchObject({ rows_added: 0, rows_refused: 1 });
    expect(await contactCount()).toBe(0);
  });

  it('of suppressions can be imported again, too', async () => {
    const ended = await imported('email,unsubscribed\na@example.com,perhaps\n', { kind: 'suppressions' });
    expect(ended.rows_refused).toBe(1);
    const corrected = (await refusedFile(ended.id, 'suppressions')).replace(',perhaps\n', ',ja\n');
    expect(await imported(corrected, { kind: 'suppressions' })).toMatchObject({ rows_added: 1 });
    expect(await entries()).toEqual(['a@example.com unsubscribe']);
  });
});

describe('a dry run', () => {
  it('says which columns decide consent and what would happen, and changes nothing', async () => {
    await api.post('/contacts', api.key, { email: 'old@example.com' });
    const rows = ['new@example.com,FALSCH,gold', 'left@example.com,WAHR,gold', 'old@example.com,WAHR,7'];
    const file = `EMAIL;EMAIL_BLACKLISTED;Plan;id\n${rows.join(';1\n').replaceAll(',', ';')};1\nodd@example.com;?;x;1\n`;
    const ended = await imported(file, { query: '?dry_run=true' });
    expect(ended).toMatchObject({
      ...{ status: 'finished', dry_run: true, rows_read: 4, rows_added: 2, rows_updated: 1 },
      ...{ rows_unsubscribed: 2, rows_suppressed: 0, rows_refused: 1 },
      columns: [
        { name: 'EMAIL', read_as: 'email' },
        {
          name: 'EMAIL_BLACKLISTED',
          read_as: 'status',
          rows_unsubscribed: 2,
          rows_suppressed: 0,
          rows_refused: 1,
        },
        { name: 'Plan', read_as: 'property', property: 'Plan', type: 'text' },
        { name: 'id', read_as: 'ignored' },
      ],
    });
    expect(await contactCount()).toBe(1);
    expect(await contact('old@example.com')).toMatchObject({ status: 'SUBSCRIBED', properties: {} });
    expect((await refusedFile(ended.id)).split('\n')).toHaveLength(3);
    expect(await imported(file)).toMatchObject({ dry_run: false, rows_added: 2, rows_unsubscribed: 2 });
    expect((await contact('old@example.com')).status).toBe('UNSUBSCRIBED');
  });

  it('adds no suppression', async () => {
    expect(await imported('email,status\na@example.com,bounced\n', { query: '?dry_run=true' })).toMatchObject(
      {
        rows_suppressed: 1,
      },
    );
    expect(await entries()).toEqual([]);
    expect((await upload('email\n', { query: '?dry_run=maybe' })).refusal).toBe('422 validation_error');
  });
});

describe('a column that may decide consent', () => {
  it('by its name refuses the file at once, until it is mapped', async () => {
    const file = 'email,Keine Werbung\na@example.com,ja\nb@example.com,nein\n';
    const refused = await upload(file);
    expect([refused.refusal, JSON.stringify(refused.body)]).toEqual([
      '422 validation_error',
      expect.stringContaining('may say who must not get email. Map each of them with `columns`'),
    ]);
    const columns = encodeURIComponent('{"Keine Werbung": "unsubscribed"}');
    expect(await imported(file, { query: `?columns=${columns}` })).toMatchObject({ rows_unsubscribed: 1 });
    expect((await contact('a@example.com')).status).toBe('UNSUBSCRIBED');
  });

  it('by its values fails the import before any row is taken', async () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => `c${n}@example.com,Kunde`);
    const ended = await imported(`email,Art\n${rows.join('\n')}\nz@example.com,abgemeldet\n`);
    expect(ended).toMatchObject({
      ...{ status: 'failed', rows_read: 0, rows_added: 0 },
      error: expect.stringContaining('The column "Art" ("abgemeldet") may say who') as string,
    });
    expect(await contactCount()).toBe(0);
  });

  it('is no list of suppressions', async () => {
    const file = 'email,Art\na@example.com,abgemeldet\nb@example.com,Kunde\nc@example.com,\n';
    expect(await imported(file, { kind: 'suppressions' })).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('All rows of this file would be suppressed') as string,
    });
    const list = 'email,bounce_type\na@example.com,Permanent\nb@example.com,Transient\n';
    expect(await imported(list, { kind: 'suppressions' })).toMatchObject({
      status: 'finished',
      rows_added: 2,
    });
    expect(await entries()).toEqual(['a@example.com manual', 'b@example.com manual']);
  });
});

it('a file with FALSCH and f suppresses those alone who left', async () => {
  const rows = [
    'a@example.com;FALSCH',
    'b@example.com;f',
    'c@example.com;t',
    'd@example.com;0001-01-01T00:00:00',
  ];
  const ended = await imported(`EMAIL;EMAIL_BLACKLISTED\n${rows.join('\n')}\n`, { kind: 'suppressions' });
  expect(ended).toMatchObject({ rows_added: 1, rows_refused: 3 });
  expect(await entries()).toEqual(['c@example.com unsubscribe']);
});

describe('a corrected import', () => {
  /** As an earlier release left a contact for a cell that it misread. */
  async function unsubscribedBy(email: string, source: string, actor = 'import'): Promise<void> {
    const { body } = await api.post<ContactResource>('/contacts', api.key, { email, status: 'UNSUBSCRIBED' });
    await api.pool.query(
      'UPDATE subscription_changes SET actor = $2, source = $3 WHERE contact_id = $1 AND topic IS NULL',
      [body.id, actor, source],
    );
  }

  it('subscribes again whom an import unsubscribed for the same words', async () => {
    await unsubscribedBy('a@example.com', 'EMAIL_BLACKLISTED: FALSCH');
    await unsubscribedBy('b@example.com', 'state: NO');
    const file = 'EMAIL;EMAIL_BLACKLISTED;state\na@example.com;FALSCH;BY\nb@example.com;FALSCH;NO\n';
    expect(await imported(file)).toMatchObject({ rows_updated: 2, kept_unsubscribed: 0 });
    expect((await contact('a@example.com')).status).toBe('SUBSCRIBED');
    expect((await contact('b@example.com')).status).toBe('SUBSCRIBED');
  });

  it('subscribes no contact that left by itself, or for other words', async () => {
    await unsubscribedBy('a@example.com', 'EMAIL_BLACKLISTED: FALSCH', 'recipient');
    await unsubscribedBy('b@example.com', 'EMAIL_BLACKLISTED: true');
    await unsubscribedBy('c@example.com', 'EMAIL_BLACKLISTED: FALSCH', 'api_key');
    const rows = ['a', 'b', 'c'].map((name) => `${name}@example.com;FALSCH`);
    expect(await imported(`EMAIL;EMAIL_BLACKLISTED\n${rows.join('\n')}\n`)).toMatchObject({
      kept_unsubscribed: 3,
    });
    expect((await contact('a@example.com')).status).toBe('UNSUBSCRIBED');
  });
});

it('blanks around an address in JSON are no part of it', async () => {
  const created = await api.post<ContactResource>('/contacts', api.key, {
    email: ' \u00a0ada@example.com\n',
  });
  expect([created.status, created.body.email]).toEqual([201, 'ada@example.com']);
  const entry = await api.post<{ email: string }>('/suppressions', api.key, { email: '\tbob@example.com ' });
  expect([entry.status, entry.body.email]).toEqual([201, 'bob@example.com']);
  expect((await api.post('/contacts', api.key, { email: 'a\n@example.com' })).refusal).toBe(
    '422 validation_error',
  );
});

it('an export escapes formulas behind characters that show nothing', async () => {
  const names = ['\u200b=1+1', '\ufeff\u00a0@x', '\u2060;\u00ad-1', '\t+1'];
  for (const [index, first_name] of names.entries()) {
    await api.post('/contacts', api.key, { email: `c${index}@example.com`, last_name: first_name });
  }
  const { text } = await api.get('/contacts/export');
  for (const safe of ["\u200b'=1+1", "'@x", "\u2060;\u00ad'-1", "'+1"]) expect(text).toContain(safe);
  expect(text).not.toMatch(/[\u200b\u00a0\u00ad\t][=@+-]/);
});
