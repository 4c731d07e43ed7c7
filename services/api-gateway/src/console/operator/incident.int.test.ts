import type { PlatformIncident } from '@postrider/contracts/console';
import { suspendSite } from '@postrider/operator';
import { createUser } from '@postrider/testkit';
import { addFailure } from '../../../test/add-failure';
import { openBrowser, type ConsoleBrowser } from '../../../test/console-browser';
import { startTestApi, type TestApi } from '../../../test/test-api';

let api: TestApi;
let operator: ConsoleBrowser;

beforeAll(async () => {
  api = await startTestApi();
  const user = await createUser(api.context.pool, { isOperator: true, hasSecondFactor: true });
  operator = openBrowser(api, user);
});
afterAll(() => api.close());

const read = async () => (await operator.get<PlatformIncident>('/operator/incident')).body;

it('is empty on a quiet platform, with an interval for each five minutes', async () => {
  const { intervals, failing, changes, counted_since: countedSince } = await read();
  expect(intervals?.length).toBeGreaterThanOrEqual(12);
  expect(intervals?.every(({ accepted, failed }) => accepted === 0 && failed === 0)).toBe(true);
  expect([failing, changes, countedSince]).toEqual([[], [], null]);
});

it('counts what failed by site, transport and address, with the most frequent reply', async () => {
  const { pool } = api.context;
  await addFailure(pool, { site: 'mx.one.test', reply: '451 4.7.0 busy, id A1B2C3D4E5' });
  await addFailure(pool, { site: 'mx.one.test', reply: '451 4.7.0 busy, id F6G7H8I9J0' });
  await addFailure(pool, { site: 'mx.one.test', reply: '451 4.3.2 not now' });
  await addFailure(pool, { site: 'mx.two.test', reply: '451 4.3.2 not now' });
  await suspendSite(pool, {
    ...{ site: 'mx.one.test', source: null, reason: 'busy', operator: 'olga', until: null },
  });
  const { intervals, failing, changes } = await read();
  const sum = (name: 'accepted' | 'deferred') =>
    intervals?.reduce((total, interval) => total + interval[name], 0);
  expect([sum('accepted'), sum('deferred')]).toEqual([4, 4]);
  expect(failing).toMatchObject([
    { by: 'site', name: 'mx.one.test', attempts: 3, recipients: 3, reply: '451 4.7.0 busy, id …' },
    { by: 'site', name: 'mx.two.test', attempts: 1, reply: '451 4.3.2 not now' },
    { by: 'transport', name: 'mx', attempts: 4 },
    { by: 'source', name: '192.0.2.7', attempts: 4 },
  ]);
  expect(changes).toMatchObject([{ operator: 'olga', action: 'site.suspend', target: 'mx.one.test' }]);
});

it('leaves out what is older than an hour', async () => {
  const { pool } = api.context;
  await pool.query(
    `UPDATE delivery_attempts SET finished_at = now() - interval '61 minutes' WHERE destination = 'mx.two.test'`,
  );
  const { failing } = await read();
  expect(failing?.map(({ name }) => name)).not.toContain('mx.two.test');
});
