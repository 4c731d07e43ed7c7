import { createApiKey, createOrganization } from '@postrider/testkit';
import { startTestApi, type TestApi } from '../../test/test-api';
import { createStoppedClock } from '../../test/turned-clock';

const clock = createStoppedClock();
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ clock });
});
afterAll(() => api.close());

it('is answered from PostgreSQL while Redis is unavailable', async () => {
  const { id: organizationId } = await createOrganization(api.context.pool);
  const key = await createApiKey(api.context.pool, { organizationId });
  await api.context.pool.query(
    `INSERT INTO usage_days (organization_id, day, recipients) VALUES ($1, ($2::timestamptz AT TIME ZONE 'UTC')::date, 7)`,
    [organizationId, clock.now()],
  );
  api.loseRedis();
  const { status, body } = await api.get('/usage', key);
  expect([status, body]).toMatchObject([200, { emails: { daily: { used: 7 }, monthly: { used: 7 } } }]);
});
