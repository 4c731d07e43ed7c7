import { newId } from '@postrider/contracts/ids';
import type { SuppressionResource } from '@postrider/contracts/suppressions';
import { createMember, type ApiKeyFixture, type DomainFixture } from '@postrider/testkit';
import { openBrowser } from '../../../test/console-browser';
import { useApi } from '../../../test/use-api';

interface Counts {
  readonly reasons: readonly {
    readonly reason: string;
    readonly count: number;
    readonly truncated: boolean;
  }[];
}

interface Page {
  readonly data: readonly SuppressionResource[];
  readonly next_cursor?: string;
}
let other: DomainFixture;
let restricted: ApiKeyFixture;

const api = useApi({ stream: 'transactional' });
beforeEach(async () => {
  other = await api.createDomain();
  restricted = await api.createKey({ permission: 'FULL', domainIds: [api.domain.id] });
});

const later = () => new Date(Date.now() + 3_600_000).toISOString();
const add = (body: object, key = api.key) => api.post<SuppressionResource>('/suppressions', key, body);
const list = async (query = '', key = api.key) => (await api.get<Page>(`/suppressions${query}`, key)).body;
const emailsOf = ({ data }: Page) => data.map(({ email }) => email);

/** An entry that no caller of the API could make. */
async function insert(entry: {
  email: string;
  reason: string;
  domainId?: string;
  expiresAt?: Date;
  sourceEmailId?: string;
}): Promise<string> {
  const id = newId();
  await api.pool.query(
    `INSERT INTO suppressions (id, organization_id, email, reason, domain_id, source_email_id, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      ...[id, api.organizationId, entry.email, entry.reason],
      ...[entry.domainId ?? null, entry.sourceEmailId ?? null, entry.expiresAt ?? null],
    ],
  );
  return id;
}

async function isStopped(to: string, from = api.domain): Promise<boolean> {
  const body = { from: `a@${from.name}`, to, subject: 's', text: 't' };
  const { body: answer } = await api.post<{ suppressed?: string[] }>('/emails', api.key, body);
  return answer.suppressed !== undefined;
}

const auditActions = async (): Promise<string[]> => {
  const { rows } = await api.pool.query<{ action: string }>(
    'SELECT action FROM audit_entries WHERE organization_id = $1 ORDER BY id',
    [api.organizationId],
  );
  return rows.map(({ action }) => action);
};

describe('an entry that is added', () => {
  it('stops mail of the whole organization, in whatever case the address is written', async () => {
    const { status, body } = await add({ email: 'Grace@Example.com' });
    expect([status, body]).toEqual([
      201,
      {
        ...{ object: 'suppression', id: body.id, email: 'grace@example.com', reason: 'manual' },
        ...{ scope: 'organization', created_at: body.created_at },
      },
    ]);
    expect(await isStopped('grace@EXAMPLE.com')).toBe(true);
    expect(await isStopped('grace@example.com', other)).toBe(true);
  });

  it('of a domain stops mail of that domain alone', async () => {
    const { body } = await add({ email: 'grace@example.com', domain: api.domain.name.toUpperCase() });
    expect(body).toMatchObject({ scope: 'domain', domain: api.domain.name });
    expect([await isStopped('grace@example.com'), await isStopped('grace@example.com', other)]).toEqual([
      true,
      false,
    ]);
  });

  it('is the same entry when it is added again: 200, and nothing changes', async () => {
    const first = await add({ email: 'grace@example.com' });
    const again = await add({ email: 'GRACE@example.com' });
    expect([first.status, again.status, again.body]).toEqual([201, 200, first.body]);
    expect(await auditActions()).toEqual(['suppression.create']);
  });

  it('gets the end that a repetition says, and loses it by one that says none', async () => {
    const expiresAt = later();
    const first = await add({ email: 'grace@example.com' });
    const ending = await add({ email: 'grace@example.com', expires_at: expiresAt });
    expect([ending.status, ending.body]).toEqual([200, { ...first.body, expires_at: expiresAt }]);
    expect((await add({ email: 'grace@example.com', expires_at: null })).body).toEqual(first.body);
    expect(await auditActions()).toEqual(['suppression.create', 'suppression.update', 'suppression.update']);
  });

  it('is one entry when many add it at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => add({ email: 'grace@example.com' })));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(7).fill(200), 201]);
  });

  it.each(['complaint', 'hard_bounce', 'validation', 'unsubscribe'])(
    'neither replaces nor ends one of reason %s at its scope',
    async (reason) => {
      const id = await insert({ email: 'grace@example.com', reason });
      expect((await add({ email: 'grace@example.com' })).refusal).toBe('409 suppression_conflict');
      const ending = await add({ email: 'grace@example.com', expires_at: later() });
      expect(ending.refusal).toBe('409 suppression_conflict');
      expect((await add({ email: 'grace@example.com', domain: api.domain.name })).status).toBe(201);
      const { body } = await api.get<SuppressionResource>(`/suppressions/${id}`);
      expect(body).toMatchObject({ id, reason });
      expect(body).not.toHaveProperty('expires_at');
    },
  );

  it('replaces an expired entry', async () => {
    const ended = await insert({ email: 'grace@example.com', reason: 'manual', expiresAt: new Date() });
    expect(await isStopped('grace@example.com')).toBe(false);
    expect((await api.get(`/suppressions/${ended}`)).refusal).toBe('404 not_found');
    const { status, body } = await add({ email: 'grace@example.com' });
    expect([status, body.id === ended, await isStopped('grace@example.com')]).toEqual([201, false, true]);
  });

  it.each([
    [{ email: 'not an address' }, '422 validation_error'],
    [{ email: 'Grace <grace@example.com>' }, '422 validation_error'],
    [{ email: 'grace@example.com', expires_at: '2020-01-01T00:00:00Z' }, '422 validation_error'],
    [{ email: 'grace@example.com', domain: 'elsewhere.test' }, '422 unknown_domain'],
  ])('is refused: %j', async (body, refusal) => {
    expect((await add(body)).refusal).toBe(refusal);
  });
});

describe('a key that is restricted to a domain', () => {
  it('adds to its domain alone, and must name it', async () => {
    const email = 'grace@example.com';
    expect((await add({ email }, restricted)).refusal).toBe('422 validation_error');
    expect((await add({ email, domain: other.name }, restricted)).refusal).toBe('403 forbidden_domain');
    expect((await add({ email, domain: 'elsewhere.test' }, restricted)).refusal).toBe('403 forbidden_domain');
    expect((await add({ email, domain: api.domain.name }, restricted)).status).toBe(201);
  });

  it('sees the entries of its domain and those that stop its sends everywhere', async () => {
    await insert({ email: 'everywhere@example.com', reason: 'hard_bounce' });
    await insert({ email: 'mine@example.com', reason: 'manual', domainId: api.domain.id });
    const theirs = await insert({ email: 'theirs@example.com', reason: 'manual', domainId: other.id });
    expect(emailsOf(await list('', restricted))).toEqual(['mine@example.com', 'everywhere@example.com']);
    expect(emailsOf(await list('?reason=manual', restricted))).toEqual(['mine@example.com']);
    expect(emailsOf(await list('?email=theirs@example.com', restricted))).toEqual([]);
    expect((await api.get(`/suppressions?domain=${other.name}`, restricted)).refusal).toBe(
      '422 unknown_domain',
    );
    for (const named of [theirs, 'theirs@example.com']) {
      expect((await api.get(`/suppressions/${named}`, restricted)).refusal).toBe('404 not_found');
      expect((await api.delete(`/suppressions/${named}`, restricted)).refusal).toBe('404 not_found');
    }
  });

  it('removes entries of its domain, and not one of the organization', async () => {
    const everywhere = await insert({ email: 'grace@example.com', reason: 'manual' });
    expect((await api.delete(`/suppressions/${everywhere}`, restricted)).refusal).toBe(
      '403 forbidden_domain',
    );
    expect((await api.delete('/suppressions/grace@example.com', restricted)).refusal).toBe(
      '403 forbidden_domain',
    );
    await insert({ email: 'grace@example.com', reason: 'manual', domainId: api.domain.id });
    expect((await api.delete('/suppressions/grace@example.com', restricted)).status).toBe(204);
    expect((await list()).data.map(({ id }) => id)).toEqual([everywhere]);
  });
});

describe('the list', () => {
  it('goes from the newest to the oldest without repeating or leaving out one, and filters', async () => {
    for (let n = 0; n < 5; n += 1) await insert({ email: `a${n}@example.com`, reason: 'manual' });
    await insert({ email: 'a2@example.com', reason: 'unsubscribe', domainId: api.domain.id });
    const first = await list('?limit=4');
    const second = await list(`?limit=4&cursor=${first.next_cursor}`);
    expect([...emailsOf(first), ...emailsOf(second)]).toEqual(
      ['a2', 'a4', 'a3', 'a2', 'a1', 'a0'].map((name) => `${name}@example.com`),
    );
    expect(second).not.toHaveProperty('next_cursor');
    expect(emailsOf(await list('?reason=unsubscribe'))).toEqual(['a2@example.com']);
    expect(emailsOf(await list(`?domain=${api.domain.name}`))).toEqual(['a2@example.com']);
    expect(emailsOf(await list('?email=A2@example.com'))).toEqual(['a2@example.com', 'a2@example.com']);
    expect(emailsOf(await list(`?email=a2@example.com&domain=${api.domain.name}&reason=manual`))).toEqual([]);
  });

  it('names the email that an entry came from', async () => {
    const sourceEmailId = newId();
    await insert({ email: 'grace@example.com', reason: 'hard_bounce', sourceEmailId });
    expect((await list()).data).toMatchObject([{ source_email_id: sourceEmailId, reason: 'hard_bounce' }]);
  });

  it('shows of an address the entry that stops most', async () => {
    const everywhere = await insert({ email: 'grace@example.com', reason: 'manual' });
    await insert({ email: 'grace@example.com', reason: 'complaint', domainId: api.domain.id });
    const { body } = await api.get<SuppressionResource>('/suppressions/Grace@example.com');
    expect(body.id).toBe(everywhere);
  });
});

describe('an entry that is removed', () => {
  it('stops nothing any more; by its address all of it goes, with what it was in the audit log', async () => {
    await add({ email: 'grace@example.com' });
    await insert({ email: 'grace@example.com', reason: 'complaint', domainId: api.domain.id });
    expect((await api.delete('/suppressions/grace@example.com')).status).toBe(204);
    expect(await isStopped('grace@example.com')).toBe(false);
    expect((await api.delete('/suppressions/grace@example.com')).refusal).toBe('404 not_found');
    expect(await auditActions()).toEqual(['suppression.create', 'suppression.delete', 'suppression.delete']);
  });

  it('has the reason of its removal in the audit log, and stays when the reason is invalid', async () => {
    const id = await insert({ email: 'grace@example.com', reason: 'complaint' });
    const remove = (reason: string) => api.delete(`/suppressions/${id}?reason=${reason}`);
    for (const invalid of ['', 'a%0Ab', 'x'.repeat(201)])
      expect((await remove(invalid)).refusal).toBe('422 validation_error');
    expect(await isStopped('grace@example.com')).toBe(true);
    expect((await remove('Asked%20for%20email')).status).toBe(204);
    const { rows } = await api.pool.query(
      'SELECT action, before, after FROM audit_entries WHERE target_id = $1',
      [id],
    );
    expect(rows).toEqual([
      {
        action: 'suppression.delete',
        before: expect.objectContaining({ email: 'grace@example.com', reason: 'complaint' }),
        after: { removal_reason: 'Asked for email' },
      },
    ]);
  });

  it('needs a key of permission FULL', async () => {
    const send = await api.createKey({ permission: 'SEND' });
    const id = await insert({ email: 'grace@example.com', reason: 'manual' });
    expect((await api.delete(`/suppressions/${id}`, send)).refusal).toBe('403 forbidden');
    expect((await add({ email: 'ada@example.com' }, send)).status).toBe(201);
  });
});

it('a test key reads the list, and changes nothing', async () => {
  const test = await api.createKey({ mode: 'test' });
  const id = await insert({ email: 'grace@example.com', reason: 'manual' });
  expect(emailsOf(await list('', test))).toEqual(['grace@example.com']);
  expect((await add({ email: 'ada@example.com' }, test)).refusal).toBe('403 test_key_not_allowed');
  expect((await api.delete(`/suppressions/${id}`, test)).refusal).toBe('403 test_key_not_allowed');
});

describe('the export', () => {
  it('holds every entry that the list shows, page after page, and no formula', async () => {
    await api.pool.query(
      `INSERT INTO suppressions (id, organization_id, email, reason)
       SELECT gen_random_uuid(), $1, 'a' || n || '@example.com', 'manual' FROM generate_series(1, 1201) n`,
      [api.organizationId],
    );
    await insert({ email: '=cmd@example.com', reason: 'unsubscribe', domainId: api.domain.id });
    const { status, text, headers } = await api.get('/suppressions/export');
    const lines = text.trimEnd().split('\n');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(lines[0]).toBe('id,email,reason,scope,domain,source_email_id,created_at,expires_at');
    expect(new Set(lines).size).toBe(1_203);
    expect(text).toContain(`,'=cmd@example.com,unsubscribe,domain,${api.domain.name},`);
    const own = await api.get('/suppressions/export?reason=unsubscribe', restricted);
    expect(own.text.trimEnd().split('\n')).toHaveLength(2);
  });

  it('is in the audit log, by a user of the console too', async () => {
    const member = await createMember(api.pool, { organizationId: api.organizationId, role: 'admin' });
    await openBrowser(api, member).get('/suppressions/export?reason=manual', {
      organizationId: api.organizationId,
    });
    const { rows } = await api.pool.query(
      'SELECT action, actor_type, actor_id, target_id, after FROM audit_entries WHERE organization_id = $1',
      [api.organizationId],
    );
    expect(rows).toEqual([
      {
        ...{ action: 'suppression.export', actor_type: 'user', actor_id: member.id },
        ...{ target_id: api.organizationId, after: { reason: 'manual' } },
      },
    ]);
  });
});

it('counts entries in force by reason, up to 10,000 of each, as far as a key sees them', async () => {
  const ofReasons = async (key = api.key) => {
    const { reasons } = (await api.get<Counts>('/suppressions/counts', key)).body;
    return Object.fromEntries(reasons.map(({ reason, count, truncated }) => [reason, [count, truncated]]));
  };
  const none = [0, false];
  await insert({ email: 'a@example.com', reason: 'complaint' });
  await insert({ email: 'b@example.com', reason: 'complaint', domainId: api.domain.id });
  await insert({ email: 'c@example.com', reason: 'complaint', domainId: other.id });
  await insert({ email: 'd@example.com', reason: 'manual', expiresAt: new Date(Date.now() + 3_600_000) });
  await insert({ email: 'e@example.com', reason: 'manual', expiresAt: new Date(Date.now() - 1_000) });
  const counts = { complaint: [3, false], manual: [1, false], hard_bounce: none, validation: none };
  expect(await ofReasons()).toEqual({ ...counts, unsubscribe: none });
  expect(await ofReasons(restricted)).toMatchObject({ complaint: [2, false], manual: [1, false] });
  await api.pool.query(
    `INSERT INTO suppressions (id, organization_id, email, reason)
     SELECT gen_random_uuid(), $1, n || '@example.com', 'hard_bounce' FROM generate_series(1, 10001) n`,
    [api.organizationId],
  );
  expect(await ofReasons()).toMatchObject({ complaint: [3, false], hard_bounce: [10_000, true] });
});
