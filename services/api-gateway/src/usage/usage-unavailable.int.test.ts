import { createApiKey, createOrganization } from '@postrider/testkit';
import { startTestApi, type TestApi } from '../../test/test-api';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

it('answers usage_unavailable and when to ask again while Redis is unavailable', async () => {
  const { id: organizationId } = await createOrganization(api.context.pool);
  const key = await createApiKey(api.context.pool, { organizationId });
  expect((await api.get('/usage', key)).status).toBe(200);
  api.loseRedis();
  const { refusal, headers } = await api.get('/usage', key);
  expect([refusal, headers.get('retry-after')]).toEqual(['503 usage_unavailable', '5']);
});
