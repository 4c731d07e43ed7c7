import type { QuotaReservation } from '@postrider/admission';
import type { Principal } from '@postrider/contracts/access';
import { sendEmailRequest } from '@postrider/contracts/emails';
import { newId } from '@postrider/contracts/ids';
import type { Pool } from '@postrider/db';
import { createLogger, createMetrics, systemClock } from '@postrider/runtime';
import {
  createDomain,
  createOrganization,
  createTestContext,
  sendingPrincipal,
  unlimitedQuota,
  type DomainFixture,
  type TestContext,
} from '@postrider/testkit';
import { createAcceptEmails, type AcceptEmails } from './accept-emails';

let context: TestContext;
let accept: AcceptEmails;
let organizationId: string;
let domain: DomainFixture;
const enqueued: string[] = [];

beforeAll(async () => {
  context = await createTestContext();
  accept = createAccept(context.pool);
});
afterAll(async () => {
  await accept.drain();
  await context.close();
});
beforeEach(async () => {
  organizationId = (await createOrganization(context.pool)).id;
  domain = await createDomain(context.pool, { organizationId, stream: 'bulk' });
});

function createAccept(pool: Pool): AcceptEmails {
  return createAcceptEmails({
    pool,
    publishJob: (_queue, { messages }) => {
      enqueued.push(...messages.map(({ message_id }) => message_id));
      return Promise.resolve(true);
    },
    clock: systemClock,
    metrics: createMetrics(),
    log: createLogger({ name: 'chosen ids test', level: 'silent' }),
  });
}

/** What is refunded, beside what is reserved for every call. */
function quotaOf() {
  let refunded = 0;
  return {
    ...unlimitedQuota,
    refund: (recipients: number) => {
      refunded += recipients;
    },
    refunded: () => refunded,
  };
}

const principalOf = (organization: object = {}) =>
  sendingPrincipal({
    domain: { ...domain, stream: 'bulk' },
    organization: { id: organizationId, ...organization },
  });

function send(
  messageId: string,
  {
    by = accept,
    principal = principalOf(),
    quota = quotaOf(),
  }: { by?: AcceptEmails; principal?: Principal; quota?: QuotaReservation } = {},
) {
  const body = { from: `a@${domain.name}`, to: ['jane@example.test'], subject: 's', text: 't' };
  const request = sendEmailRequest.parse({ ...body, kind: 'broadcast.x' });
  return by.one(principal, request, { idempotencyHeader: undefined, quota, source: 'broadcast', messageId });
}

async function stored(): Promise<{ messages: number; recipients: number; counted: number }> {
  const { rows } = await context.pool.query<{ messages: number; recipients: number; counted: number }>(
    `SELECT (SELECT count(*)::int FROM messages WHERE organization_id = $1) AS messages,
       (SELECT count(*)::int FROM recipients WHERE organization_id = $1) AS recipients,
       (SELECT coalesce(sum(recipients), 0)::int FROM usage_shards WHERE organization_id = $1) AS counted`,
    [organizationId],
  );
  return rows[0] ?? { messages: -1, recipients: -1, counted: -1 };
}

it('makes one message of an id, however often it is accepted, and refunds what the others reserved', async () => {
  const id = newId();
  const quota = quotaOf();
  expect(await send(id, { quota: quota })).toMatchObject({ replayed: false, response: { id } });
  expect(await send(id, { quota: quota })).toMatchObject({ replayed: true, response: { id } });
  expect(await stored()).toEqual({ messages: 1, recipients: 1, counted: 1 });
  expect(quota.refunded()).toBe(1);
  await accept.drain();
  expect(enqueued.filter((each) => each === id)).toHaveLength(1);
});

it('makes one message when the answer to the COMMIT was lost', async () => {
  const losing = createAccept(
    new Proxy(context.pool, {
      get: (pool, name) => {
        if (name !== 'query') return Reflect.get(pool, name) as unknown;
        return async (statement: { text: string; values: unknown[] }) => {
          await pool.query(statement);
          throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
        };
      },
    }),
  );
  const id = newId();
  await expect(send(id, { by: losing })).rejects.toThrow();
  expect(await send(id)).toMatchObject({ replayed: true, response: { id } });
  expect(await stored()).toEqual({ messages: 1, recipients: 1, counted: 1 });
});

it('tells a replay, too, that its recipient is suppressed', async () => {
  await context.pool.query(
    `INSERT INTO suppressions (id, organization_id, email, reason) VALUES ($1, $2, 'jane@example.test', 'unsubscribe')`,
    [newId(), organizationId],
  );
  const id = newId();
  const suppressed = ['jane@example.test'];
  expect(await send(id)).toMatchObject({ replayed: false, response: { id, suppressed } });
  expect(await send(id)).toMatchObject({ replayed: true, response: { id, suppressed } });
  expect(await stored()).toEqual({ messages: 1, recipients: 1, counted: 0 });
});

it('replays what was accepted before, though it would be refused by now', async () => {
  const id = newId();
  await send(id);
  const exhausted = { ...quotaOf(), reserve: () => Promise.resolve(['daily_cap' as const]) };
  expect(await send(id, { quota: exhausted })).toMatchObject({ replayed: true, response: { id } });
  const principal = principalOf({ sendingPausedAt: new Date() });
  expect(await send(id, { principal })).toMatchObject({ replayed: true, response: { id } });
  await expect(send(newId(), { principal })).rejects.toMatchObject({
    code: 'sending_paused',
  });
  await expect(send(newId(), { quota: exhausted })).rejects.toMatchObject({
    code: 'quota_exceeded',
  });
});

it('replays what another process accepts at the same time', async () => {
  const other = createAccept(context.pool);
  for (let round = 0; round < 10; round += 1) {
    const id = newId();
    const outcomes = await Promise.all([send(id, { by: other }), send(id)]);
    expect(outcomes.map(({ replayed }) => replayed).sort()).toEqual([false, true]);
  }
  expect(await stored()).toEqual({ messages: 10, recipients: 10, counted: 10 });
});
