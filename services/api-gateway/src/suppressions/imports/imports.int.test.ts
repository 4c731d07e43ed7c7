import { once } from 'node:events';
import { connect } from 'node:net';
import { newId } from '@postrider/contracts/ids';
import type { SuppressionImportResource } from '@postrider/contracts/suppressions';
import {
  createApiKey,
  createDomain,
  createOrganization,
  eventually,
  eventuallyPasses,
  type ApiKeyFixture,
} from '@postrider/testkit';
import { startTestApi } from '../../../test/test-api';
import { useApi } from '../../../test/use-api';
import { partRowsMax } from '../../imports/csv-records';
import { sweepImports } from '../../imports/import-feature';

let restricted: ApiKeyFixture;

const api = useApi({ stream: 'transactional' });
beforeEach(async () => {
  restricted = await api.createKey({ domainIds: [api.domain.id] });
});

const upload = (file: string, { query = '', key = api.key } = {}) =>
  api.send<SuppressionImportResource>(`/suppressions/import${query}`, {
    ...{ method: 'POST', key, body: file, headers: { 'content-type': 'text/csv' } },
  });

/** The import once it has ended. */
async function ended(id: string, key = api.key): Promise<SuppressionImportResource> {
  const read = async () =>
    (await api.get<SuppressionImportResource>(`/suppressions/imports/${id}`, key)).body;
  await eventually(async () => ['finished', 'failed'].includes((await read()).status), {
    timeoutMs: 150_000,
  });
  return read();
}

async function imported(file: string, options = {}): Promise<SuppressionImportResource> {
  const { status, body } = await upload(file, options);
  expect(status).toBe(202);
  return ended(body.id);
}

async function entries(): Promise<string[]> {
  const { rows } = await api.pool.query<{ entry: string }>(
    `SELECT email || ' ' || reason || coalesce(' ' || d.name, '') AS entry FROM suppressions s
     LEFT JOIN domains d ON d.id = s.domain_id WHERE s.organization_id = $1 ORDER BY 1`,
    [api.organizationId],
  );
  return rows.map(({ entry }) => entry);
}

async function insert(email: string, reason: string, expiresAt: Date | null = null): Promise<void> {
  await api.pool.query(
    'INSERT INTO suppressions (id, organization_id, email, reason, expires_at) VALUES ($1, $2, $3, $4, $5)',
    [newId(), api.organizationId, email, reason, expiresAt],
  );
}

const left = async (table: 'imports' | 'import_chunks') => {
  const from = table === 'imports' ? table : 'import_chunks JOIN imports ON imports.id = import_id';
  const { rows } = await api.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${from} WHERE imports.organization_id = $1`,
    [api.organizationId],
  );
  return rows[0]?.count;
};

const addresses = (count: number, mark = 'a') =>
  `email\n${Array.from({ length: count }, (_, n) => `${mark}${n}@example.com`).join('\n')}\n`;

describe('a file of addresses', () => {
  it('becomes entries, and tells how far it has come and what it came to', async () => {
    const file = 'email,reason\nA@example.com,complaint\nb@example.com,\n\nb@example.com,\nnobody,\n';
    const done = await imported(file);
    expect(done).toMatchObject({
      ...{ object: 'suppression_import', status: 'finished', format: 'plain' },
      ...{ bytes: Buffer.byteLength(file), bytes_read: Buffer.byteLength(file) },
      ...{ rows_read: 4, rows_added: 2, rows_unchanged: 1, rows_refused: 1 },
    });
    expect(done).not.toHaveProperty('domain');
    expect(await entries()).toEqual(['a@example.com complaint', 'b@example.com manual']);
    const { body } = await api.get<{ data: unknown[] }>('/suppressions/imports');
    expect(body.data).toEqual([done]);
    expect(await left('import_chunks')).toBe(0);
  });

  it('keeps since when an address is suppressed, as the file says', async () => {
    await imported('email,unsubscribed_at\na@example.com,2021-05-04 08:30:00\nb@example.com,05/04/2021\n');
    const since = async (email: string) =>
      (await api.get<{ data: { created_at: string }[] }>(`/suppressions?email=${email}`)).body.data[0]
        ?.created_at;
    expect(await since('a@example.com')).toBe('2021-05-04T08:30:00.000Z');
    // In May or in April: the time of the import.
    expect(Date.parse((await since('b@example.com')) ?? '')).toBeGreaterThan(Date.now() - 600_000);
  });

  it('treats existing entries as adding by hand does: the stronger reason stays, and the result says so', async () => {
    await insert('a@example.com', 'complaint');
    await insert('b@example.com', 'manual');
    await insert('c@example.com', 'unsubscribe');
    await insert('d@example.com', 'manual');
    await insert('e@example.com', 'validation', new Date(Date.now() + 3_600_000));
    const rows = [
      'a@example.com,manual',
      'b@example.com,manual',
      'c@example.com,bounce',
      'd@example.com,unsubscribe',
      'e@example.com,manual',
    ];
    const done = await imported(['email,reason', ...rows].join('\n'));
    expect(done).toMatchObject({ rows_read: 5, rows_added: 1, rows_unchanged: 2, rows_refused: 2 });
    expect(await entries()).toEqual([
      ...[
        'a@example.com complaint',
        'b@example.com manual',
        'c@example.com hard_bounce',
        'd@example.com manual',
        'e@example.com validation',
      ],
    ]);
    const { text, headers } = await api.get(`/suppressions/imports/${done.id}/refused`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(text.trimEnd().split('\n')).toEqual([
      'row,value,code,reason,email,reason',
      '1,a@example.com,suppression_conflict,The address already has an entry with the reason complaint and this scope.,a@example.com,manual',
      '5,e@example.com,suppression_conflict,The address already has an entry with the reason validation and this scope.,e@example.com,manual',
    ]);
  });

  it('of a domain is of that domain, also when it is taken again', async () => {
    const options = { query: `?domain=${api.domain.name}`, key: restricted };
    expect(await imported(addresses(2), options)).toMatchObject({ domain: api.domain.name, rows_added: 2 });
    expect(await imported(addresses(2), options)).toMatchObject({ rows_added: 0, rows_unchanged: 2 });
    expect(await entries()).toEqual([
      `a0@example.com manual ${api.domain.name}`,
      `a1@example.com manual ${api.domain.name}`,
    ]);
  });

  it('with a header row alone is finished', async () => {
    expect(await imported('email\n')).toMatchObject({ status: 'finished', rows_read: 0 });
  });

  it.each([
    ['no addresses', 'name,phone\nA,1\n', '422 validation_error'],
    ['nothing', '', '422 validation_error'],
    ['more bytes than it may have', 'x'.repeat(30_000_001), '413 payload_too_large'],
  ])('with %s is refused at once and leaves nothing', async (_what, file, refusal) => {
    const before = await left('imports');
    expect((await upload(file)).refusal).toBe(refusal);
    expect([await left('imports'), await left('import_chunks')]).toEqual([before, 0]);
  });

  it('of JSON, or compressed, is refused unread', async () => {
    const sent = { method: 'POST', key: api.key, body: 'email\n' };
    const headers = { 'content-type': 'text/csv', 'content-encoding': 'gzip' };
    for (const each of [{ 'content-type': 'application/json' }, headers]) {
      expect((await api.send('/suppressions/import', { ...sent, headers: each })).refusal).toBe(
        '415 unsupported_media_type',
      );
    }
  });

  it('that is longer than it may be in chunks leaves nothing', async () => {
    const before = await left('imports');
    const response = await fetch(`${api.url}/api/v1/suppressions/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.key.token}`, 'content-type': 'text/csv' },
      body: new Blob([`email\n${'x'.repeat(31_000_000)}`]).stream(),
      duplex: 'half',
    });
    expect([response.status, await left('imports'), await left('import_chunks')]).toEqual([413, before, 0]);
  });

  it('whose client goes away in the middle leaves nothing', async () => {
    const before = await left('imports');
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /api/v1/suppressions/import HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.key.token}\r\n` +
        `content-type: text/csv\r\ncontent-length: 3000000\r\n\r\n${addresses(20_000)}`,
    );
    await eventually(async () => (await left('import_chunks')) === 1);
    socket.destroy();
    await eventually(async () => (await left('imports')) === before && (await left('import_chunks')) === 0);
  });

  it('whose process died while it arrived is swept away', async () => {
    const id = newId();
    await api.pool.query(
      `INSERT INTO imports (id, organization_id, api_key_id, kind, status, lease_until)
       VALUES ($1, $2, $3, 'suppressions', 'receiving', now() - interval '1 second')`,
      [id, api.organizationId, api.key.id],
    );
    expect((await api.get(`/suppressions/imports/${id}`)).refusal).toBe('404 not_found');
    await sweepImports(api.pool);
    const { rowCount } = await api.pool.query('SELECT FROM imports WHERE id = $1', [id]);
    expect(rowCount).toBe(0);
  });

  it('is one of three that an organization may have open', async () => {
    for (let n = 0; n < 3; n += 1) {
      await api.pool.query(
        `INSERT INTO imports (id, organization_id, api_key_id, kind, status, lease_until)
         VALUES ($1, $2, $3, 'suppressions', 'receiving', now() + interval '1 hour')`,
        [newId(), api.organizationId, api.key.id],
      );
    }
    expect((await upload(addresses(1))).refusal).toBe('429 rate_limited');
    const { id: othersId } = await createOrganization(api.pool);
    const key = await createApiKey(api.pool, { organizationId: othersId });
    expect((await upload(addresses(1), { key })).status).toBe(202);
  });

  it('is for a key of the domain alone, and not for a test key', async () => {
    expect((await upload(addresses(1), { key: restricted })).refusal).toBe('422 validation_error');
    const other = await api.createDomain();
    const options = { query: `?domain=${other.name}`, key: restricted };
    expect((await upload(addresses(1), options)).refusal).toBe('403 forbidden_domain');
    const { id } = await imported(addresses(1));
    expect((await api.get(`/suppressions/imports/${id}`, restricted)).refusal).toBe('404 not_found');
    expect((await api.get(`/suppressions/imports/${id}/refused`, restricted)).refusal).toBe('404 not_found');
    const test = await api.createKey({ mode: 'test' });
    expect((await upload(addresses(1), { key: test })).refusal).toBe('403 test_key_not_allowed');
  });
});

describe('a hostile file', () => {
  it('loses the lines that do not end, and nothing else', async () => {
    const file = [
      'email,name',
      'a@example.com,A',
      `long@example.com,${'x'.repeat(10_000_000)}`,
      'b@example.com,B',
      `"open@example.com,${'x'.repeat(70_000)}`,
      'c@example.com,C',
      `d@example.com,"D`,
    ].join('\n');
    const done = await imported(file);
    expect(done).toMatchObject({ status: 'finished', rows_read: 6, rows_added: 3, rows_refused: 3 });
    expect(await entries()).toEqual(['a', 'b', 'c'].map((name) => `${name}@example.com manual`));
    const { text } = await api.get(`/suppressions/imports/${done.id}/refused`);
    expect(text.match(/unreadable_row/g)).toHaveLength(3);
  });

  it('of nothing but refused rows has the first 10,000 of them kept, and all counted', async () => {
    const done = await imported(`email\n${'no-address\n'.repeat(12_000)}`);
    expect(done).toMatchObject({ rows_read: 12_000, rows_refused: 12_000, rows_added: 0 });
    const { text } = await api.get(`/suppressions/imports/${done.id}/refused`);
    expect(text.trimEnd().split('\n')).toHaveLength(10_001);
  });

  it('of nothing but line breaks is finished', async () => {
    expect(await imported(`email\n${'\n'.repeat(2_000_000)}`)).toMatchObject({
      rows_read: 0,
      rows_refused: 0,
    });
  });

  it('whose rows look like formulas is reported without a formula', async () => {
    const done = await imported('email\n=HYPERLINK(1)\n');
    const { text } = await api.get(`/suppressions/imports/${done.id}/refused`);
    expect(text).toContain("1,'=HYPERLINK(1),invalid_email");
  });
});

describe('a run that is interrupted', () => {
  it('is gone on with by another process: every row counted once', async () => {
    const replicas = await Promise.all([startTestApi({ replicaOf: api }), startTestApi({ replicaOf: api })]);
    const { body } = await upload(addresses(60_000));
    // The holder loses the lease again and again: its page then finds no row to write to.
    for (let n = 0; n < 20; n += 1) {
      await eventuallyPasses(async () => {
        const { rowCount } = await api.pool.query(
          `UPDATE imports SET lease_owner = NULL, lease_until = now() - interval '1 second'
           WHERE id = $1 AND bytes_read < bytes`,
          [body.id],
        );
        if (rowCount === 0) await ended(body.id);
      });
    }
    const done = await ended(body.id);
    expect(done).toMatchObject({
      ...{ status: 'finished', rows_read: 60_000, rows_added: 60_000 },
      ...{ rows_unchanged: 0, rows_refused: 0 },
    });
    expect(await entries()).toHaveLength(60_000);
    await Promise.all(replicas.map((replica) => replica.close()));
  });

  it('by the removal of its domain fails, and leaves no entry of it', async () => {
    let done = await endedByRemoval();
    // This process, or its connection, may stand still for as long as an import takes.
    for (let tries = 1; done.status === 'finished' && tries < 5; tries += 1) done = await endedByRemoval();
    expect(done).toMatchObject({ status: 'failed', error: 'The domain of the import was deleted.' });
    expect(await entries()).toEqual([]);
    expect(await left('import_chunks')).toBe(0);
  });

  async function endedByRemoval(): Promise<SuppressionImportResource> {
    const gone = await api.createDomain();
    const { body } = await upload(addresses(60_000), { query: `?domain=${gone.name}` });
    await eventually(async () => (await entries()).length > 0);
    await api.pool.query('DELETE FROM suppressions WHERE domain_id = $1', [gone.id]);
    await removeDomain(gone.id);
    return ended(body.id);
  }
});

/** As the removal of a domain does it: its entries, then its row, in one transaction that holds the row. */
async function removeDomain(id: string): Promise<void> {
  const client = await api.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM domains WHERE id = $1 FOR NO KEY UPDATE', [id]);
    await client.query('DELETE FROM suppressions WHERE domain_id = $1', [id]);
    await client.query('DELETE FROM dkim_keys WHERE domain_id = $1', [id]);
    await client.query('DELETE FROM domains WHERE id = $1', [id]);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

it('others send while a large file is read, and their files take turns with it', async () => {
  const { pool } = api;
  const { id: victimId } = await createOrganization(pool);
  const key = await createApiKey(pool, { organizationId: victimId });
  const from = `a@${(await createDomain(pool, { organizationId: victimId })).name}`;
  const { body } = await upload(addresses(150_000));
  const small = await upload(addresses(10), { key });
  const firstDone = await ended(small.body.id, key);
  expect(firstDone.rows_added).toBe(10);
  const large = async () =>
    (await api.get<SuppressionImportResource>(`/suppressions/imports/${body.id}`)).body;
  /** Rows of the large file that were read while one email was sent: a measure of time that a slow machine does not change. */
  const waits: number[] = [];
  for (let n = 0; n < 30; n += 1) {
    const before = await large();
    const answer = await api.post('/emails', key, { from, to: `v${n}@example.com`, subject: 's', text: 't' });
    expect(answer.status).toBe(200);
    const after = await large();
    if (after.status === 'running') waits.push(after.rows_read - before.rows_read);
  }
  expect(waits.length).toBeGreaterThan(15);
  const median = waits.sort((one, other) => one - other)[Math.floor(waits.length / 2)];
  expect(median).toBeLessThanOrEqual(partRowsMax);
  expect(await ended(body.id)).toMatchObject({ rows_added: 150_000 });
});
