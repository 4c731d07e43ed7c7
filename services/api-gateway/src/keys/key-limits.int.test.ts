import type { CreatedKeyResource, KeyResource } from '@postrider/contracts/keys';
import { eventually, testRelaySecret, type ApiKeyFixture } from '@postrider/testkit';
import type { Answer, TestApi } from '../../test/test-api';
import { createTurnedClock } from '../../test/turned-clock';
import { useApi } from '../../test/use-api';

const clock = createTurnedClock();
let replica: TestApi;
let proxied: TestApi;

beforeAll(() => clock.toNoon());
const api = useApi({ clock, domain: {} });
beforeAll(async () => {
  replica = await api.startReplica({ clock });
  proxied = await api.startReplica({ clock, limits: { trustedProxyHops: 1 } });
});

type By = { readonly token: string };
const create = (limits: object, by: By = api.key): Promise<Answer<CreatedKeyResource>> =>
  api.send('/keys', {
    method: 'POST',
    key: by,
    body: { name: 'Limited', permission: 'full', mode: 'live', rate_limit: 10_000, ...limits },
  });
const limited = async (limits: object): Promise<CreatedKeyResource> => {
  const { status, body } = await create(limits);
  expect(status).toBe(201);
  return body;
};
const rotate = (id: string, body?: object): Promise<Answer<CreatedKeyResource>> =>
  api.send(`/keys/${id}/rotate`, { method: 'POST', key: api.key, body });
const message = ({ body }: Answer<unknown>): string => (body as { error: { message: string } }).error.message;
const limitsOf = ({ allowed_ips, allowed_recipients, templates_only, daily_limit }: KeyResource) => ({
  ...{ allowed_ips, allowed_recipients, templates_only, daily_limit },
});
const email = (fields: object = {}) => ({
  ...{ from: `a@${api.domain.name}`, to: 'ada@example.com', subject: 'Hello', text: 'Hi', ...fields },
});
const send = (
  key: By,
  fields: object = {},
  { via = api, headers = {} }: { via?: TestApi; headers?: Record<string, string> } = {},
): Promise<Answer<{ id: string }>> =>
  via.send('/emails', { method: 'POST', key, body: email(fields), headers });
const outcomeOf = ({ refusal, status }: Answer<unknown>): string | number => refusal ?? status;

describe('limits of a key', () => {
  it('are stored in one spelling, shown in lists, kept by a rotation and recorded', async () => {
    const key = await limited({
      allowed_ips: ['203.0.113.7', '203.0.113.9/24', '::ffff:203.0.113.7', '2001:DB8::1/32'],
      allowed_recipients: ['Example.COM', 'Ada@Example.org', 'bücher.example'],
      ...{ templates_only: true, daily_limit: 500 },
    });
    const limits = {
      allowed_ips: ['203.0.113.7/32', '203.0.113.0/24', '2001:db8::/32'],
      allowed_recipients: ['example.com', 'ada@example.org', 'xn--bcher-kva.example'],
      ...{ templates_only: true, daily_limit: 500 },
    };
    expect(limitsOf(key)).toEqual(limits);
    expect(limitsOf((await api.get<KeyResource>(`/keys/${key.id}`)).body)).toEqual(limits);
    const list = await api.get<{ data: KeyResource[] }>('/keys');
    expect(list.body.data.filter(({ id }) => id === key.id).map(limitsOf)).toEqual([limits]);
    const { body: replacement } = await rotate(key.id);
    expect(limitsOf(replacement)).toEqual(limits);
    const changed = await rotate(replacement.id, {
      ...{ allowed_ips: null, allowed_recipients: ['example.net'], templates_only: null, daily_limit: 9 },
    });
    expect(limitsOf(changed.body)).toEqual({
      ...{ allowed_ips: [], allowed_recipients: ['example.net'], templates_only: false, daily_limit: 9 },
    });
    const { rows } = await api.pool.query<{ action: string; after: object }>(
      `SELECT action, after FROM audit_entries WHERE organization_id = $1 ORDER BY id`,
      [api.organizationId],
    );
    expect(rows.map(({ action }) => action)).toEqual(['api_key.create', 'api_key.rotate', 'api_key.rotate']);
    expect(rows[0]?.after).toMatchObject(limits);
    expect(rows[2]?.after).toMatchObject({ allowed_ips: [], daily_limit: 9 });
  });

  it('do not exist unless they are asked for', async () => {
    expect(limitsOf(await limited({}))).toEqual({
      ...{ allowed_ips: [], allowed_recipients: [], templates_only: false, daily_limit: null },
    });
  });

  it('are refused where they are none, and named', async () => {
    const answer = await create({
      allowed_ips: ['203.0.113.7', 'office', '203.0.113.7/33'],
      allowed_recipients: ['example.com', 'nobody', 'Ada <ada@example.com>', '*.example.com'],
    });
    expect(answer.refusal).toBe('422 validation_error');
    const address = 'must be an IPv4 or IPv6 address or a CIDR range';
    const recipient = 'must be an email address or a domain';
    expect(message(answer)).toBe(
      [
        ...[
          `allowed_ips[1]: ${address}`,
          `allowed_ips[2]: ${address}`,
          `allowed_recipients[1]: ${recipient}`,
        ],
        ...[`allowed_recipients[2]: ${recipient}`, `allowed_recipients[3]: ${recipient}`],
      ].join('; '),
    );
    const tooMany = Array.from({ length: 51 }, (_none, index) => `192.0.2.${index}`);
    for (const [limits, field] of [
      [{ allowed_ips: tooMany }, 'allowed_ips'],
      [{ allowed_ips: [] }, 'allowed_ips'],
      [{ allowed_recipients: [] }, 'allowed_recipients'],
      [{ allowed_recipients: tooMany }, 'allowed_recipients'],
      [{ daily_limit: 0 }, 'daily_limit'],
      [{ mode: 'test', daily_limit: 5 }, 'daily_limit'],
      [{ templates_only: 'yes' }, 'templates_only'],
    ] as const) {
      const refused = await create(limits);
      expect([refused.refusal, message(refused)]).toEqual([
        '422 validation_error',
        expect.stringContaining(`${field}: `),
      ]);
    }
  });

  it('on what is sent keep a key from endpoints that they do not cover', async () => {
    const templatesOnly = await api.createKey({ templatesOnly: true });
    const byAddress = await api.createKey({ allowedIps: ['0.0.0.0/0', '::/0'] });
    const id = '019a0000-0000-7000-8000-000000000001';
    for (const [method, path, body] of [
      ['POST', '/keys', { name: 'More', permission: 'send' }],
      ['POST', `/keys/${id}/rotate`, {}],
      ['POST', `/broadcasts/${id}/send`, {}],
      ['POST', `/broadcasts/${id}/resend`, {}],
      ['POST', `/broadcasts/${id}/test`, { to: ['ada@example.com'] }],
      ['POST', '/events', { event: 'order.paid', email: 'ada@example.com' }],
    ] as const) {
      const refused = await api.send(path, { method, key: templatesOnly, body });
      expect([path, refused.refusal]).toEqual([path, '403 forbidden']);
      expect(message(refused)).toContain('daily_limit cannot use this endpoint');
      const other = await api.send(path, { method, key: byAddress, body });
      expect([path, other.refusal]).not.toEqual([path, '403 forbidden']);
    }
  });
});

describe('allowed addresses', () => {
  const from = (key: By, address: string): Promise<string | number> =>
    proxied
      .send('/keys/me', { method: 'GET', key, headers: { 'x-forwarded-for': `198.51.100.1, ${address}` } })
      .then(outcomeOf);

  it('are those of the client, as proxies in front of the gateway see it', async () => {
    const key = await limited({ allowed_ips: ['203.0.113.0/24', '2001:db8::/32'] });
    for (const address of ['203.0.113.7', '2001:db8::7', '::ffff:203.0.113.7']) {
      expect([address, await from(key, address)]).toEqual([address, 200]);
    }
    for (const address of ['203.0.114.7', '2001:db9::7', '198.51.100.1', 'unknown']) {
      expect([address, await from(key, address)]).toEqual([address, '403 forbidden_ip']);
    }
    const refused = await send(key);
    expect([refused.refusal, message(refused)]).toEqual([
      '403 forbidden_ip',
      expect.stringContaining('127.0.0.1'),
    ]);
  });

  it('are those of the SMTP client that a relay brings', async () => {
    const key = await limited({ allowed_ips: ['203.0.113.7'] });
    const login = (address?: string): Promise<string | number> =>
      api
        .send('/keys/me', {
          method: 'GET',
          headers: {
            authorization: `Bearer ${key.token}`,
            'postrider-relay-secret': testRelaySecret,
            ...(address !== undefined && { 'postrider-client-address': address }),
          },
        })
        .then(outcomeOf);
    expect([await login('203.0.113.7'), await login('203.0.113.8'), await login()]).toEqual([
      200,
      '403 forbidden_ip',
      '403 forbidden_ip',
    ]);
  });

  it('do not count as failed attempts, and a revoked key stays unauthorized from anywhere', async () => {
    const key = await limited({ allowed_ips: ['203.0.113.7'] });
    for (let count = 0; count < 5; count += 1) expect(await from(key, '192.0.2.1')).toBe('403 forbidden_ip');
    expect(await from(key, '203.0.113.7')).toBe(200);
    await api.send(`/keys/${key.id}/revoke`, { method: 'POST', key: api.key });
    expect(await from(key, '203.0.113.7')).toBe('401 unauthorized');
    expect(await from(key, '192.0.2.1')).toBe('401 unauthorized');
  });
});

describe('allowed recipients', () => {
  const limits = { allowed_recipients: ['example.com', 'Grace@Example.org'] };

  it('are all that a key can send to, in any field and spelling, now or later', async () => {
    const key = await limited(limits);
    const allowed = { to: 'Ada <ADA@EXAMPLE.COM>', cc: ['grace@EXAMPLE.org'] };
    expect(outcomeOf(await send(key, allowed))).toBe(200);
    for (const fields of [
      { to: 'ada@sub.example.com' },
      { to: 'other@example.org' },
      { to: ['ada@example.com', 'eve@example.net', 'mallory@example.net'] },
      { cc: ['eve@example.net'] },
      { bcc: ['eve@example.net'] },
      { to: 'eve@example.net', scheduled_at: new Date(clock.now().getTime() + 3_600_000).toISOString() },
    ]) {
      const refused = await send(key, fields);
      expect([fields, refused.refusal]).toEqual([fields, '403 forbidden_recipient']);
    }
    const first = await send(key, { to: ['ada@example.com', 'eve@example.net', 'mallory@example.net'] });
    expect(message(first)).toBe('This key may not send to eve@example.net.');
    const { rows } = await api.pool.query('SELECT FROM messages WHERE organization_id = $1', [
      api.organizationId,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('are checked for each item of a batch, and of a test key', async () => {
    const [live, test] = [await limited(limits), await limited({ ...limits, mode: 'test' })];
    for (const key of [live, test]) {
      const { body } = await api.send<{ data: { id?: string; error?: { code: string } }[] }>(
        '/emails/batch',
        { method: 'POST', key, body: [email(), email({ to: 'eve@example.net' }), email()] },
      );
      expect(body.data.map(({ id, error }) => error?.code ?? typeof id)).toEqual([
        'string',
        'forbidden_recipient',
        'string',
      ]);
    }
  });

  it('hold when an email is sent again', async () => {
    const { body: sent } = await send(api.key, { to: 'eve@example.net' });
    const key = await limited(limits);
    const again = (body: object): Promise<Answer<unknown>> =>
      api.send(`/emails/${sent.id}/send-again`, { method: 'POST', key, body });
    expect((await again({})).refusal).toBe('403 forbidden_recipient');
    expect(outcomeOf(await again({ to: ['ada@example.com'] }))).toBe(200);
  });

  it('hold at the API that is compatible with Resend', async () => {
    const key = await limited(limits);
    const call = async (to: string): Promise<{ status: number; code?: string }> => {
      const { status, json } = await fetch(`${api.url}/compat/resend/emails`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ from: `a@${api.domain.name}`, to, subject: 'Hello', text: 'Hi' }),
      }).then(async (answer) => ({
        status: answer.status,
        json: (await answer.json()) as { code?: string },
      }));
      return { status, ...(json.code !== undefined && { code: json.code }) };
    };
    expect(await call('ada@example.com')).toEqual({ status: 200 });
    expect(await call('eve@example.net')).toEqual({ status: 403, code: 'forbidden_recipient' });
  });
});

describe('templates only', () => {
  it('refuses every email without a template', async () => {
    await api.post('/templates', api.key, { slug: 'hello', subject: 'Hello', text: 'Hi' });
    expect((await api.post('/templates/hello/publish', api.key)).status).toBe(200);
    const key = await limited({ templates_only: true });
    expect((await send(key)).refusal).toBe('403 template_required');
    const withTemplate = { subject: undefined, text: undefined, template: { slug: 'hello' } };
    expect(outcomeOf(await send(key, withTemplate))).toBe(200);
    const { body } = await api.send<{ data: { error?: { code: string } }[] }>('/emails/batch', {
      ...{ method: 'POST', key, body: [email(withTemplate), email()] },
    });
    expect(body.data.map(({ error }) => error?.code)).toEqual([undefined, 'template_required']);
    const { body: sent } = await send(api.key);
    const again = await api.send(`/emails/${sent.id}/send-again`, { method: 'POST', key, body: {} });
    expect(again.refusal).toBe('403 template_required');
  });
});

describe('the daily limit', () => {
  const recipients = (count: number): object => ({
    to: Array.from({ length: count }, (_none, index) => `r${index}@example.com`),
  });
  const sentBy = async ({ id }: { readonly id: string }): Promise<number> => {
    const { rows } = await api.pool.query<{ sum: string }>(
      'SELECT coalesce(sum(recipient_count), 0) AS sum FROM messages WHERE api_key_id = $1',
      [id],
    );
    return Number(rows[0]?.sum);
  };

  it('is never exceeded by sends at the same time on two gateways, and leaves other keys alone', async () => {
    const [key, other] = [await limited({ daily_limit: 40 }), await limited({ daily_limit: 40 })];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_none, index) =>
        send(key, recipients(3), { via: index % 2 ? api : replica }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(13);
    expect(await sentBy(key)).toBe(39);
    const refused = await send(key, recipients(2));
    expect(refused.refusal).toBe('429 key_quota_exceeded');
    const now = clock.now();
    const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
    const untilMidnight = (midnight - now.getTime()) / 1_000;
    expect(Math.abs(Number(refused.headers.get('retry-after')) - untilMidnight)).toBeLessThan(30);
    expect(outcomeOf(await send(key))).toBe(200);
    expect(outcomeOf(await send(key))).toBe('429 key_quota_exceeded');
    expect(outcomeOf(await send(other, recipients(40)))).toBe(200);
    expect(outcomeOf(await send(api.key))).toBe(200);
  });

  it('counts each item of a batch, and refuses a strict one as a whole', async () => {
    const key = await limited({ daily_limit: 2 });
    const batch = (headers: Record<string, string> = {}) =>
      api.send<{ data: { error?: { code: string } }[] }>('/emails/batch', {
        ...{ method: 'POST', key, headers, body: [email(), email(), email()] },
      });
    const strict = await batch({ 'x-batch-validation': 'strict' });
    expect(strict.refusal).toBe('429 key_quota_exceeded');
    await eventually(async () => {
      const { body } = await batch();
      const codes = body.data.map(({ error }) => error?.code);
      return codes[0] === undefined && codes[1] === undefined && codes[2] === 'key_quota_exceeded';
    });
    expect(await sentBy(key)).toBe(2);
  });

  it('does not count replays and suppressed recipients, but canceled emails', async () => {
    const key = await limited({ daily_limit: 10 });
    await api.pool.query(
      `INSERT INTO suppressions (id, organization_id, email, reason)
       SELECT gen_random_uuid(), $1, 'r' || n || '@example.com', 'manual' FROM generate_series(0, 3) n`,
      [api.organizationId],
    );
    const inAnHour = new Date(clock.now().getTime() + 3_600_000).toISOString();
    const once = { ...recipients(10), scheduled_at: inAnHour, idempotency_key: 'once' };
    const first = await send(key, once);
    expect(outcomeOf(first)).toBe(200);
    for (let count = 0; count < 3; count += 1) {
      expect((await send(key, once)).headers.get('idempotent-replayed')).toBe('true');
    }
    const canceled = await api.send(`/emails/${first.body.id}/cancel`, { method: 'POST', key });
    expect(canceled.status).toBe(200);
    // 6 of 10 recipients were left.
    const others = { to: ['a@example.net', 'b@example.net', 'c@example.net', 'd@example.net'] };
    await eventually(async () => (await send(key, others)).status === 200);
    expect((await send(key, { to: 'e@example.net' })).refusal).toBe('429 key_quota_exceeded');
    // Used up, a repetition is still answered.
    expect((await send(key, once)).body.id).toBe(first.body.id);
  });

  it('is counted on when Redis was wiped', async () => {
    const key = await limited({ daily_limit: 10 });
    expect(outcomeOf(await send(key, recipients(7)))).toBe(200);
    await api.flushRedis();
    expect(outcomeOf(await send(key, recipients(4)))).toBe('429 key_quota_exceeded');
    expect(outcomeOf(await send(key, recipients(3)))).toBe(200);
    expect(outcomeOf(await send(key))).toBe('429 key_quota_exceeded');
  });

  it('holds in each gateway while Redis is unavailable, and exactly when it is back', async () => {
    const key = await limited({ daily_limit: 10 });
    expect(outcomeOf(await send(key, recipients(4)))).toBe(200);
    // What PostgreSQL has is looked at again each second.
    clock.stop();
    api.loseRedis();
    try {
      const answers = await Promise.all(Array.from({ length: 5 }, () => send(key, recipients(2))));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
      expect(answers.map(outcomeOf)).toContain('429 key_quota_exceeded');
    } finally {
      await api.regainRedis();
      clock.go();
    }
    // Both use it when a request to one counts on the other: of a new key, which no gateway has counted by itself.
    await eventually(async () => {
      const once = await api.createKey({ rateLimit: 1 });
      const answers = await Promise.all([api, replica].map((via) => via.get('/keys/me', once)));
      return answers.some(({ status }) => status === 200) && answers.some(({ status }) => status === 429);
    });
    for (const via of [api, replica]) {
      expect(outcomeOf(await send(key, {}, { via }))).toBe('429 key_quota_exceeded');
    }
    expect(await sentBy(key)).toBe(10);
  });

  it('applies in a plan that has limits, whichever is reached first', async () => {
    const { pool, organizationId } = api;
    await pool.query(`UPDATE organizations SET plan = 'free' WHERE id = $1`, [organizationId]);
    await api.bumpCacheVersion(organizationId);
    const key: ApiKeyFixture = await api.createKey({ dailyLimit: 30 });
    const free = await api.createKey();
    expect(outcomeOf(await send(key, recipients(31)))).toBe('429 key_quota_exceeded');
    expect(outcomeOf(await send(key, recipients(30)))).toBe(200);
    expect(outcomeOf(await send(free, recipients(50)))).toBe(200);
    const next = await api.createKey({ dailyLimit: 30 });
    expect(outcomeOf(await send(next, recipients(21)))).toBe('429 quota_exceeded');
    expect(outcomeOf(await send(next, recipients(20)))).toBe(200);
  });

  it('starts again with the next day (UTC)', async () => {
    const key = await limited({ daily_limit: 1 });
    expect([outcomeOf(await send(key)), outcomeOf(await send(key))]).toEqual([200, '429 key_quota_exceeded']);
    clock.forward(86_400_000);
    expect([outcomeOf(await send(key)), outcomeOf(await send(key))]).toEqual([200, '429 key_quota_exceeded']);
  });
});
