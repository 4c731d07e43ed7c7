import { createApiKey, createOrganization } from '@postrider/testkit';
import { useApi } from '../../test/use-api';
import { createStoppedClock } from '../../test/turned-clock';

const clock = createStoppedClock();

const api = useApi({ shared: true, clock });

it('GET /usage is answered from PostgreSQL while Redis is unavailable', async () => {
  const { id: organizationId } = await createOrganization(api.pool);
  const key = await createApiKey(api.pool, { organizationId });
  await api.pool.query(
    `INSERT INTO usage_days (organization_id, day, recipients) VALUES ($1, ($2::timestamptz AT TIME ZONE 'UTC')::date, 7)`,
    [organizationId, clock.now()],
  );
  api.loseRedis();
  const { status, body } = await api.get('/usage', key);
  expect([status, body]).toMatchObject([200, { emails: { daily: { used: 7 }, monthly: { used: 7 } } }]);
});
