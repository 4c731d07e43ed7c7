import type { EmailResource, SendEmailResponse } from '@postrider/contracts/emails';
import { approveOrganization } from '@postrider/reviews';
import type { ApiKeyFixture } from '@postrider/testkit';
import type { TestApi } from '../../test/test-api';
import { useApi } from '../../test/use-api';

let replica: TestApi;
let testKey: ApiKeyFixture;
let from: string;

const api = useApi({ shared: true, plan: 'free', organization: { kind: 'client' } });
beforeAll(async () => {
  replica = await api.startReplica();
  from = `hi@${(await api.createDomain()).name}`;
  testKey = await api.createKey({ mode: 'test' });
});

const mail = () => ({ from, to: 'ada@example.com', subject: 'Hello', text: 'Hi' });
const send = (by: TestApi, sender = api.key) => by.post<SendEmailResponse>('/emails', sender, mail());
async function isHeld(id: string): Promise<boolean> {
  const { rowCount } = await api.pool.query(
    `SELECT FROM message_reviews WHERE message_id = $1 AND status = 'pending'`,
    [id],
  );
  return rowCount === 1;
}

it('accepts the first live mail of a client organization and holds it, queued', async () => {
  const { status, body } = await send(api);
  expect(status).toBe(200);
  expect((await api.get<EmailResource>(`/emails/${body.id}`)).body.last_event).toBe('queued');
  expect(await isHeld(body.id)).toBe(true);
});

it('holds the items of a batch, and no test mail', async () => {
  const batch = await api.post<{ data: SendEmailResponse[] }>('/emails/batch', api.key, [mail(), mail()]);
  for (const { id } of batch.body.data) expect(await isHeld(id)).toBe(true);
  expect(await isHeld((await send(api, testKey)).body.id)).toBe(false);
});

it('lets a held message be canceled', async () => {
  const { body } = await send(api);
  expect((await api.post(`/emails/${body.id}/cancel`, api.key)).status).toBe(200);
});

it('answers under_review on the very next request of every gateway once the organization is held', async () => {
  for (const by of [api, replica]) expect((await send(by)).status).toBe(200);
  await api.pool.query('UPDATE organizations SET under_review_at = now() WHERE id = $1', [
    api.organizationId,
  ]);
  await api.bumpCacheVersion(api.organizationId);
  for (const by of [api, replica]) expect((await send(by)).refusal).toBe('403 under_review');
});

it('holds nothing any more on any gateway once the organization is approved', async () => {
  const { bumpCacheVersion } = api;
  const parts = { pool: api.pool, bumpCacheVersion };
  await approveOrganization(parts, { organizationId: api.organizationId, operator: 'olga' });
  for (const by of [api, replica]) {
    const { status, body } = await send(by);
    expect([status, await isHeld(body.id)]).toEqual([200, false]);
  }
});
