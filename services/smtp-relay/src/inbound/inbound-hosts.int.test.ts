import { createDomain, createOrganization, useTestContext } from '@postrider/testkit';
import type { Pool } from '@postrider/db';
import { createLogger } from '@postrider/runtime';
import { createInboundHosts } from './inbound-hosts';

const context = useTestContext();

/** Counts its statements, and fails them on request. */
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

it('looks a host up once, for all who ask at the same time and for ten seconds', async () => {
  const { id: organizationId } = await createOrganization(context.pool);
  const { name } = await createDomain(context.pool, { organizationId });
  const { seen, find, pass } = watched();
  const hosts = [`bounce.${name}`, `reply.${name}`, 'bounce.unknown.test'];
  const answers = await Promise.all([...hosts, ...hosts, ...hosts].map(find));
  const bounce = { returnPathOf: organizationId, repliesOf: null, mailboxes: null };
  const reply = { returnPathOf: null, repliesOf: organizationId, mailboxes: null };
  const each = [bounce, reply, null];
  expect(answers).toEqual([...each, ...each, ...each]);
  expect(seen.statements).toBeLessThanOrEqual(2);
  const before = seen.statements;
  pass(9_000);
  for (const host of hosts) await find(host);
  expect(seen.statements).toBe(before);
});

it('knows a new host, a changed rule and a removed domain ten seconds after it was asked for', async () => {
  const { id: organizationId } = await createOrganization(context.pool);
  const { seen, find, pass } = watched();
  const becomes = async (host: string, sql: string, expected: unknown) => {
    const before = await find(host);
    await context.pool.query(sql);
    pass(9_000);
    expect(await find(host)).toBe(before);
    pass(1_001);
    expect(await find(host)).toEqual(expected);
  };
  expect(await find('bounce.new.test')).toBeNull();
  await createDomain(context.pool, { organizationId, name: 'new.test' });
  expect(await find('bounce.new.test')).toBeNull();
  pass(10_001);
  expect(await find('bounce.new.test')).toMatchObject({ returnPathOf: organizationId });
  await becomes('new.test', `UPDATE domains SET inbound_rule = 'catch_all' WHERE name = 'new.test'`, {
    ...{ returnPathOf: null, repliesOf: null },
    mailboxes: { organizationId, names: null },
  });
  await becomes(
    'new.test',
    `UPDATE domains SET inbound_rule = 'addresses', inbound_addresses = '{sales}' WHERE name = 'new.test'`,
    expect.objectContaining({
      mailboxes: { organizationId, names: new Set(['sales', 'postmaster', 'abuse']) },
    }),
  );
  await becomes(
    'bounce.new.test',
    `UPDATE domains SET failed_reason = 'records_lost' WHERE name = 'new.test'`,
    null,
  );
  expect(seen.statements).toBe(7);
});

it('keeps apart what a host is below one domain and as a domain itself', async () => {
  const [above, below] = [await createOrganization(context.pool), await createOrganization(context.pool)];
  await createDomain(context.pool, { organizationId: above.id, name: 'two.test' });
  const name = 'reply.two.test';
  await createDomain(context.pool, { organizationId: below.id, name, inboundRule: 'catch_all' });
  expect(await watched().find(name)).toEqual({
    ...{ returnPathOf: null, repliesOf: above.id },
    mailboxes: { organizationId: below.id, names: null },
  });
});

it('a host is looked up again after an outage', async () => {
  const { seen, find } = watched();
  seen.isAway = true;
  await expect(find('bounce.away.test')).rejects.toThrow('refused');
  seen.isAway = false;
  expect(await find('bounce.away.test')).toBeNull();
});
