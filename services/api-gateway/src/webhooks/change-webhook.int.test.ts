import type {
  CreatedWebhookResource,
  RotatedWebhookResource,
  WebhookResource,
} from '@postrider/contracts/webhooks';
import { createSecretBox } from '@postrider/runtime';
import { createApiKey, createOrganization, testMasterKey } from '@postrider/testkit';
import type { Answer } from '../../test/test-api';
import { useApi } from '../../test/use-api';

let created: CreatedWebhookResource;

const url = 'https://hooks.example.com/a';

const api = useApi();
beforeEach(async () => {
  created = (await api.post<CreatedWebhookResource>('/webhooks', api.key, { url, description: 'Shop' })).body;
});

const change = (body: unknown, by = api.key): Promise<Answer<WebhookResource>> =>
  api.send(`/webhooks/${created.id}`, { method: 'PATCH', key: by, body });
const rotate = (by = api.key): Promise<Answer<RotatedWebhookResource>> =>
  api.post(`/webhooks/${created.id}/rotate-secret`, by);

interface Stored {
  readonly signing_secret: string;
  readonly previous_secret: string | null;
  readonly previous_secret_until: Date | null;
  readonly disabled_reason: string | null;
  readonly failing_since: Date | null;
}

async function stored(): Promise<Stored> {
  const { rows } = await api.pool.query<Stored>('SELECT * FROM webhook_endpoints WHERE id = $1', [
    created.id,
  ]);
  if (!rows[0]) throw new Error('no endpoint');
  return rows[0];
}

/** As the dispatcher leaves it. */
async function failing(reason: 'gone' | 'failing' | null): Promise<void> {
  await api.pool.query(
    `UPDATE webhook_endpoints SET failing_since = '2026-11-01T00:00:00Z', disabled_reason = $2,
            status = CASE WHEN $2::text IS NULL THEN 'enabled' ELSE 'disabled' END WHERE id = $1`,
    [created.id, reason],
  );
}

describe('changing an endpoint', () => {
  it('changes what is given, and leaves the rest', async () => {
    const moved = await change({ url: 'https://hooks.example.com/b' });
    expect(moved.body).toMatchObject({ url: 'https://hooks.example.com/b', description: 'Shop', events: [] });
    const chosen = await change({ events: ['email.sent', 'email.sent'], description: null });
    expect(chosen.body).toMatchObject({
      url: 'https://hooks.example.com/b',
      description: null,
      events: ['email.sent'],
    });
    expect((await change({ events: null })).body.events).toEqual([]);
    expect((await change({ format: 'resend' })).body.format).toBe('resend');
    expect((await change({})).body).toEqual((await api.get(`/webhooks/${created.id}`)).body);
  });

  it('shows why it was disabled, and forgets its failures when it is enabled again', async () => {
    await failing('gone');
    expect((await api.get<WebhookResource>(`/webhooks/${created.id}`)).body).toMatchObject({
      status: 'disabled',
      disabled_reason: 'gone',
      failing_since: '2026-11-01T00:00:00.000Z',
    });
    expect((await change({ status: 'enabled' })).body).toMatchObject({
      status: 'enabled',
      disabled_reason: null,
      failing_since: null,
    });
    expect(await stored()).toMatchObject({ disabled_reason: null, failing_since: null });
  });

  it('keeps its failures when nothing about them changed', async () => {
    await failing(null);
    await change({ description: 'Other', status: 'enabled', url });
    expect(await stored()).toMatchObject({ failing_since: new Date('2026-11-01T00:00:00Z') });
    await change({ url: 'https://elsewhere.example.com/' });
    expect(await stored()).toMatchObject({ failing_since: null });
  });

  it('disables it on request, without a reason of its own', async () => {
    expect((await change({ status: 'disabled' })).body).toMatchObject({
      status: 'disabled',
      disabled_reason: null,
    });
  });

  it.each([
    [{ url: 'http://hooks.example.com' }],
    [{ url: 'https://127.0.0.1' }],
    [{ url: null }],
    [{ status: 'paused' }],
    [{ status: null }],
    [{ format: 'svix' }],
    [{ format: null }],
    [{ events: ['email.queued'] }],
    [{ description: 'd'.repeat(501) }],
  ])('refuses %j and changes nothing', async (body) => {
    expect((await change(body)).refusal).toBe('422 validation_error');
    expect((await api.get<WebhookResource>(`/webhooks/${created.id}`)).body).toMatchObject({
      url,
      status: 'enabled',
      description: 'Shop',
    });
  });

  it('counts disabled ones toward the plan: enabling again never exceeds it', async () => {
    const { id } = await createOrganization(api.pool, { plan: 'free', kind: 'client' });
    const by = await createApiKey(api.pool, { organizationId: id });
    const { body: only } = await api.post<WebhookResource>('/webhooks', by, { url });
    await api.send(`/webhooks/${only.id}`, { method: 'PATCH', key: by, body: { status: 'disabled' } });
    expect((await api.post('/webhooks', by, { url })).refusal).toBe('403 plan_limit');
  });
});

describe('rotating the secret', () => {
  it('shows a new one this once, and keeps the one before for 24 hours', async () => {
    const box = createSecretBox({ masterKey: Buffer.from(testMasterKey, 'base64') });
    const before = Date.now();
    const rotated = await rotate();
    expect(rotated.body.signing_secret).toMatch(/^whsec_[A-Za-z0-9+/]{44}$/);
    expect(rotated.body.signing_secret).not.toBe(created.signing_secret);
    const row = await stored();
    expect(box.open(row.signing_secret, created.id)).toBe(rotated.body.signing_secret);
    expect(box.open(row.previous_secret ?? '', created.id)).toBe(created.signing_secret);
    const until = Date.parse(rotated.body.previous_secret_until);
    expect(until).toBe(row.previous_secret_until?.getTime());
    expect(until - before).toBeGreaterThanOrEqual(24 * 3_600_000);
    expect(until - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
    const shown = (await api.get(`/webhooks/${created.id}`)).text;
    expect(shown).not.toContain(rotated.body.signing_secret.slice(6));
  });

  it('done at the same time, leaves a chain: no secret that was shown is lost', async () => {
    const box = createSecretBox({ masterKey: Buffer.from(testMasterKey, 'base64') });
    const answers = await Promise.all([rotate(), rotate()]);
    const row = await stored();
    const kept = [row.signing_secret, row.previous_secret ?? ''].map((sealed) =>
      box.open(sealed, created.id),
    );
    expect(kept.sort()).toEqual(answers.map(({ body }) => body.signing_secret).sort());
  });
});

it('records both with their author, and no secret', async () => {
  const { body } = await rotate();
  await change({ status: 'disabled' });
  const { rows } = await api.pool.query(
    `SELECT * FROM audit_entries WHERE organization_id = $1 AND action <> 'webhook.create' ORDER BY id`,
    [api.organizationId],
  );
  const common = { actor_id: api.key.id, target_type: 'webhook', target_id: created.id };
  expect(rows).toMatchObject([
    {
      ...common,
      action: 'webhook.rotate_secret',
      after: { previous_secret_until: body.previous_secret_until },
    },
    {
      ...common,
      action: 'webhook.update',
      before: { status: 'enabled' },
      after: { status: 'disabled', url },
    },
  ]);
  expect(JSON.stringify(rows)).not.toContain('whsec_');
});

it('changing an endpoint is for live ADMIN keys of the organization that see every domain', async () => {
  const { pool } = api;
  const stranger = await createOrganization(pool);
  const domain = await api.createDomain();
  const refusals = [
    [await api.createKey({ permission: 'FULL' }), '403 forbidden'],
    [await api.createKey({ permission: 'ADMIN', mode: 'test' }), '403 test_key_not_allowed'],
    [await api.createKey({ domainIds: [domain.id] }), '403 forbidden_domain'],
    [await createApiKey(pool, { organizationId: stranger.id }), '404 not_found'],
  ] as const;
  for (const [by, refusal] of refusals) {
    expect((await change({ status: 'disabled' }, by)).refusal).toBe(refusal);
    expect((await rotate(by)).refusal).toBe(refusal);
  }
  expect(await stored()).toMatchObject({ previous_secret: null });
});
