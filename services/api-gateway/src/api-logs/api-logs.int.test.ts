import type { ApiLogResource, ApiLogSummary } from '@postrider/contracts/api-logs';
import { newId } from '@postrider/contracts/ids';
import { createApiKey, createOrganization, eventually, type ApiKeyFixture } from '@postrider/testkit';
import { useApi } from '../../test/use-api';
import type { Page } from '../paging/page';

const api = useApi({ key: { name: 'Deploy' }, stream: 'transactional' });

const list = async (query = '', by = api.key): Promise<ApiLogSummary[]> =>
  (await api.get<Page<ApiLogSummary>>(`/api-logs${query}`, by)).body.data;

/** Rows are written behind the answer. */
async function logged(requestId: string | null, by = api.key): Promise<ApiLogResource> {
  const id = await eventually(async () => (await list(`?request_id=${requestId ?? ''}`, by))[0]?.id ?? '');
  return (await api.get<ApiLogResource>(`/api-logs/${id}`, by)).body;
}

const idOf = ({ headers }: { readonly headers: Headers }): string | null => headers.get('x-request-id');

it('shows a refused request with its body, its answer and its headers, without secrets', async () => {
  const refused = await api.send('/emails?colour=blue', {
    ...{ method: 'POST', key: api.key, headers: { 'user-agent': 'shop/1.0' } },
    body: {
      from: 'a@b.test',
      text: `the key is ${api.key.token}`,
      attachments: [{ filename: 'a', content: 'AA==' }],
    },
  });
  const entry = await logged(idOf(refused));
  expect(entry).toMatchObject({
    object: 'api_log',
    method: 'POST',
    path: '/api/v1/emails',
    status: refused.status,
    error_code: refused.refusal?.split(' ')[1],
    key: { id: api.key.id, name: 'Deploy' },
    email_ids: [],
    content: {
      query: 'colour=blue',
      headers: { authorization: '[redacted]', 'user-agent': 'shop/1.0', 'content-type': 'application/json' },
      request: {
        from: 'a@b.test',
        text: 'the key is [redacted]',
        attachments: [{ content: '[4 characters]' }],
      },
      response: refused.body,
    },
  });
  expect(JSON.stringify(entry)).not.toContain(api.key.token);
});

it('shows a change with its audit entry, and not the token that the answer had', async () => {
  const made = await api.post<{ id: string; token: string }>('/keys', api.key, {
    name: 'n',
    permission: 'send',
  });
  const entry = await logged(idOf(made));
  expect(entry.content?.response).toMatchObject({ id: made.body.id, token: '[redacted]' });
  expect(entry.audit_entry_ids).toHaveLength(1);
  const { rows } = await api.pool.query(
    'SELECT count(*)::int AS count FROM api_request_contents c WHERE c::text LIKE $1',
    [`%${made.body.token}%`],
  );
  expect(rows).toEqual([{ count: 0 }]);
});

it('shows of a send the email, and finds the request by it; a repeated one is a replay', async () => {
  const email = {
    from: `a@${api.domain.name}`,
    to: 'b@example.com',
    subject: 's',
    text: 't',
    idempotency_key: 'k',
  };
  const sent = await api.post<{ id: string }>('/emails', api.key, email);
  const again = await api.post<{ id: string }>('/emails', api.key, email);
  const [first, second] = [await logged(idOf(sent)), await logged(idOf(again))];
  expect(first).toMatchObject({ email_ids: [sent.body.id], idempotent_replay: false, content: null });
  expect(second).toMatchObject({ email_ids: [sent.body.id], idempotent_replay: true });
  const found = await list(`?email_id=${sent.body.id}`);
  expect(found.map(({ id }) => id)).toContain(first.id);
  const canceled = await api.post(`/emails/${sent.body.id}/cancel`, api.key);
  expect((await logged(idOf(canceled))).email_ids).toEqual([sent.body.id]);
});

it('shows the delivery of a webhook test', async () => {
  const hook = await api.post<{ id: string }>('/webhooks', api.key, { url: 'https://hooks.example.com' });
  const tested = await api.post<{ id: string }>(`/webhooks/${hook.body.id}/test`, api.key);
  expect(await logged(idOf(tested))).toMatchObject({
    webhook_delivery: { webhook_id: hook.body.id, id: tested.body.id },
  });
});

it('stores sizes alone where the organization keeps no content', async () => {
  const silent = (await createOrganization(api.pool, { bodyRetentionDays: 0 })).id;
  const its = await createApiKey(api.pool, { organizationId: silent });
  const entry = await logged(idOf(await api.post('/topics', its, { slug: 'NOT A SLUG' })), its);
  expect(entry).toMatchObject({ status: 422, content: null });
  expect(entry.request_bytes).toBeGreaterThan(0);
});

describe('filters', () => {
  const insert = async (row: {
    readonly method?: string;
    readonly path?: string;
    readonly status?: number;
    readonly errorCode?: string;
    readonly keyId?: string;
    readonly requestId?: string;
    readonly at?: string;
  }): Promise<string> => {
    const at = new Date(row.at ?? Date.now());
    const id =
      at
        .getTime()
        .toString(16)
        .padStart(12, '0')
        .replace(/^(.{8})/, '$1-') + newId().slice(13);
    await api.pool.query(
      `INSERT INTO api_request_logs (id, organization_id, api_key_id, request_id, method, path, status, error_code,
         duration_ms, request_bytes, response_bytes, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, 0, 0, $9)`,
      [
        ...[id, api.organizationId, row.keyId ?? api.key.id, row.requestId ?? null, row.method ?? 'GET'],
        ...[row.path ?? '/api/v1/emails', row.status ?? 200, row.errorCode ?? null, at],
      ],
    );
    return id;
  };
  const found = async (query: string, by = api.key): Promise<string[]> =>
    (await list(query, by)).map(({ id }) => id);

  it('narrow by method, path, status, class of statuses, code, key, request and time', async () => {
    const other = await api.createKey();
    const plain = await insert({ at: new Date(Date.now() - 3_600_000).toISOString(), keyId: other.id });
    const chosen = await insert({ requestId: 'my-own-id', path: '/api/v1/emails/batch', method: 'POST' });
    const refused = await insert({ status: 422, errorCode: 'validation_error', path: '/api/v1/keys' });
    const failed = await insert({ status: 500, errorCode: 'internal_error' });
    expect(await found('?method=POST')).toEqual([chosen]);
    expect(await found('?path=/api/v1/emails/')).toEqual([chosen]);
    expect(await found('?status=422')).toEqual([refused]);
    expect(await found('?status=5xx')).toEqual([failed]);
    expect((await found('?status=2xx')).filter((id) => id === chosen || id === plain)).toEqual([
      chosen,
      plain,
    ]);
    expect(await found('?error_code=internal_error')).toEqual([failed]);
    expect(await found(`?key=${other.id}`)).toEqual([plain]);
    expect(await found('?request_id=my-own-id')).toEqual([chosen]);
    expect(await found(`?request_id=${refused}`)).toEqual([refused]);
    const since = new Date(Date.now() - 3_700_000).toISOString();
    const until = new Date(Date.now() - 3_500_000).toISOString();
    expect(await found(`?since=${since}&until=${until}`)).toEqual([plain]);
    expect((await api.get('/api-logs?status=teapot')).refusal).toBe('422 validation_error');
  });

  it('page without gaps', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1)
      ids.push(await insert({ at: `${new Date(Date.now() - (5 - n) * 60_000).toISOString()}` }));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = (
        await api.get<Page<ApiLogSummary>>(
          `/api-logs?method=GET&path=/api/v1/emails&limit=2${cursor === undefined ? '' : `&cursor=${cursor}`}`,
          api.key,
        )
      ).body;
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(ids.toReversed());
  });

  it('a key sees the requests of keys that may do no more than itself', async () => {
    const make = (overrides: object): Promise<ApiKeyFixture> => api.createKey({ ...overrides });
    const other = await api.createDomain();
    const keys = {
      admin: api.key,
      send: await make({ permission: 'SEND' }),
      restricted: await make({ permission: 'SEND', domainIds: [api.domain.id] }),
      elsewhere: await make({ permission: 'SEND', domainIds: [other.id] }),
      test: await make({ permission: 'SEND', mode: 'test' }),
    };
    const names = new Map<string, string>();
    for (const [name, { id }] of Object.entries(keys))
      names.set(await insert({ keyId: id, path: '/x' }), name);
    const seenBy = async (by: ApiKeyFixture): Promise<(string | undefined)[]> =>
      (await found('?path=/x', by)).map((id) => names.get(id)).sort();
    expect(await seenBy(keys.admin)).toEqual(['admin', 'elsewhere', 'restricted', 'send', 'test']);
    expect(await seenBy(keys.send)).toEqual(['elsewhere', 'restricted', 'send', 'test']);
    expect(await seenBy(keys.restricted)).toEqual(['restricted']);
    expect(await seenBy(keys.test)).toEqual(['test']);
    const [hidden = ''] = [...names].find(([, name]) => name === 'admin') ?? [];
    expect((await api.get(`/api-logs/${hidden}`, keys.send)).refusal).toBe('404 not_found');
  });
});
