import type { PlatformIncident } from '@postrider/contracts/console';
import { changeDomain, suspendSite } from '@postrider/operator';
import { createDomain, createOrganization, createUser, eventually } from '@postrider/testkit';
import { addFailure, addUnreached } from '../../../test/add-failure';
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

/** On a busy machine a part may not be counted in time. */
const read = () =>
  eventually(async () => {
    const { body } = await operator.get<PlatformIncident>('/operator/incident');
    const { intervals, failing, organizations } = body;
    return intervals && failing && organizations ? { ...body, intervals, failing, organizations } : null;
  });

it('the last hour is empty on a quiet platform, with an interval for each five minutes', async () => {
  const { intervals, failing, changes, counted_since: countedSince } = await read();
  expect(intervals?.length).toBeGreaterThanOrEqual(12);
  expect(intervals?.every(({ accepted, failed }) => accepted === 0 && failed === 0)).toBe(true);
  expect([failing, changes, countedSince]).toEqual([[], [], null]);
});

it('counts what was deferred by site, transport, address and detail', async () => {
  const { pool } = api.context;
  await addFailure(pool, { site: 'mx.one.test', reply: '451 4.7.0 busy, id A1B2C3D4E5' });
  await addFailure(pool, { site: 'mx.one.test', reply: '451 4.7.0 busy, id F6G7H8I9J0' });
  await addFailure(pool, { site: 'mx.one.test', reply: '451 4.3.2 not now' });
  await addFailure(pool, { site: 'mx.two.test', reply: '451 4.3.2 not now' });
  const { intervals, failing } = await read();
  const sum = (name: 'accepted' | 'deferred') =>
    intervals?.reduce((total, interval) => total + interval[name], 0);
  expect([sum('accepted'), sum('deferred')]).toEqual([4, 4]);
  const busy = 'busy: 451 4.7.0 busy, id …';
  expect(failing).toMatchObject([
    { by: 'site', name: 'mx.one.test', deferrals: 3, failures: 0, recipients: 3, detail: busy },
    { by: 'site', name: 'mx.two.test', deferrals: 1, detail: 'busy: 451 4.3.2 not now' },
    { by: 'transport', name: 'mx', deferrals: 4 },
    { by: 'source', name: '192.0.2.7', deferrals: 4 },
    { by: 'detail', deferrals: 2 },
    { by: 'detail', deferrals: 2 },
  ]);
});

it('counts mail for which there was no connection, and shows whose it is', async () => {
  const { pool } = api.context;
  const detail = 'connection: connect ECONNREFUSED 192.0.2.1:25';
  const unreached = { recipient: 'jane@dead.test', transport: 'relay', detail };
  const first = await addUnreached(pool, unreached);
  for (let mail = 0; mail < 4; mail += 1) await addUnreached(pool, unreached);
  const { failing, organizations } = await read();
  expect(failing).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ by: 'site', name: 'dead.test', deferrals: 5 }),
      expect.objectContaining({ by: 'transport', name: 'relay', deferrals: 5 }),
      expect.objectContaining({ by: 'detail', name: 'connection: connect ECONNREFUSED …', deferrals: 5 }),
    ]),
  );
  await pool.query('UPDATE messages SET recipient_count = 500 WHERE organization_id = $1', [
    first.organizationId,
  ]);
  expect((await read()).organizations?.[0]).toMatchObject({ id: first.organizationId, accepted: 500 });
  expect(organizations?.length).toBeGreaterThan(1);
});

it('takes details that differ by host or id for the same', async () => {
  const { pool } = api.context;
  for (const domain of ['dead40.test', 'a.longer-name.example'])
    await addUnreached(pool, {
      ...{ recipient: `jane@${domain}`, transport: 'mx' },
      detail: `routing: DNS does not answer for ${domain} (ETIMEOUT)`,
    });
  expect((await read()).failing).toContainEqual(
    expect.objectContaining({
      by: 'detail',
      name: 'routing: DNS does not answer for … (ETIMEOUT)',
      deferrals: 2,
    }),
  );
});

it('shows changes by operators with names and values', async () => {
  const { pool } = api.context;
  const { id: organizationId } = await createOrganization(pool);
  const { name, id } = await createDomain(pool, { organizationId });
  await suspendSite(pool, {
    ...{ site: 'mx.one.test', source: null, reason: 'busy', operator: 'olga', until: null },
  });
  await pool.query(`UPDATE domains SET transport = 'mx' WHERE id = $1`, [id]);
  await changeDomain(pool, name, {
    ...{ action: 'domain.set_transport', column: 'transport', value: 'relay' },
    actor: { type: 'operator', name: 'olga' },
  });
  const { changes } = await read();
  expect(changes).toMatchObject([
    {
      ...{ operator: 'olga', action: 'domain.set_transport', target: name },
      values: [{ name: 'transport', from: 'mx', to: 'relay' }],
    },
    { operator: 'olga', action: 'site.suspend', target: 'mx.one.test' },
  ]);
});

it('leaves out what is older than an hour', async () => {
  const { pool } = api.context;
  await pool.query(
    `UPDATE email_events SET occurred_at = now() - interval '61 minutes' WHERE recipient = 'jane@dead.test'`,
  );
  const { failing } = await read();
  expect(failing?.map(({ name }) => name)).not.toContain('dead.test');
});
