import { createApiKey, createOrganization } from '@postrider/testkit';
import { startTestApi, type TestApi } from '../../test/test-api';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

it('is answered from PostgreSQL while Redis is unavailable', async () => {
  const { id: organizationId } = await createOrganization(api.context.pool);
  const key = await createApiKey(api.context.pool, { organizationId });
  await api.context.pool.query(
    `INSERT INTO usage_days (organization_id, day, recipients) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 7)`,
    [organizationId],
  );
  api.loseRedis();
  const { status, body } = await api.get('/usage', key);
  expect([status, body]).toMatchObject([200, { emails: { daily: { used: 7 }, monthly: { used: 7 } } }]);
});
