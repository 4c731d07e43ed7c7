import { createDomain, createOrganization, createTestContext, type TestContext } from '@postrider/testkit';
import type { Pool } from '@postrider/db';
import { createLogger } from '@postrider/runtime';
import { createInboundHosts } from './inbound-hosts';

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());

/** Counts its statements, and fails them when told to. */
function watched() {
  const seen = { statements: 0, isAway: false };
  const pool = {
    query: (config: object) => {
      seen.statements += 1;
      if (seen.isAway) return Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
      return context.pool.query(config as never);
    },
  } as unknown as Pool;
  let nowMs = Date.now();
  const clock = { now: () => new Date(nowMs) };
  return {
    seen,
    find: createInboundHosts({ pool, clock, log: createLogger({ name: 'test', level: 'silent' }) }),
    pass: (ms: number) => (nowMs += ms),
  };
}

it('looks a host up once, for all who ask at the same time and for a minute', async () => {
  const { id: organizationId } = await createOrganization(context.pool);
  const { name } = await createDomain(context.pool, { organizationId });
  const { seen, find, pass } = watched();
  const hosts = [`bounce.${name}`, `reply.${name}`, 'bounce.unknown.test'];
  const answers = await Promise.all([...hosts, ...hosts, ...hosts].map(find));
  const bounce = { organizationId, isReturnPath: true, isVerified: true };
  const reply = { organizationId, isReturnPath: false, isVerified: true };
  const each = [bounce, reply, null];
  expect(answers).toEqual([...each, ...each, ...each]);
  expect(seen.statements).toBeLessThanOrEqual(2);
  const before = seen.statements;
  pass(9_000);
  for (const host of hosts) await find(host);
  expect(seen.statements).toBe(before);
});

it('knows a new host ten seconds after it was asked for, and a removed one for a minute', async () => {
  const { id: organizationId } = await createOrganization(context.pool);
  const { seen, find, pass } = watched();
  expect(await find('bounce.new.test')).toBeNull();
  const { id } = await createDomain(context.pool, { organizationId, name: 'new.test' });
  expect(await find('bounce.new.test')).toBeNull();
  pass(10_001);
  expect(await find('bounce.new.test')).toMatchObject({ organizationId });
  await context.pool.query('UPDATE domains SET failed_reason = $2 WHERE id = $1', [id, 'records_lost']);
  pass(59_000);
  expect(await find('bounce.new.test')).toMatchObject({ organizationId });
  pass(2_000);
  expect(await find('bounce.new.test')).toBeNull();
  expect(seen.statements).toBe(3);
});

it('remembers no outage', async () => {
  const { seen, find } = watched();
  seen.isAway = true;
  await expect(find('bounce.away.test')).rejects.toThrow('refused');
  seen.isAway = false;
  expect(await find('bounce.away.test')).toBeNull();
});
