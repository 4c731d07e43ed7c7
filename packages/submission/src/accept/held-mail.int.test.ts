import { sendEmailRequest } from '@postrider/contracts/emails';
import { newId } from '@postrider/contracts/ids';
import type { Mode } from '@postrider/contracts/statuses';
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
  accept = createAcceptEmails({
    pool: context.pool,
    publishJob: (_queue, { messages }) => {
      enqueued.push(...messages.map(({ message_id }) => message_id));
      return Promise.resolve(true);
    },
    clock: systemClock,
    metrics: createMetrics(),
    log: createLogger({ name: 'held mail test', level: 'silent' }),
  });
});
afterAll(async () => {
  await accept.drain();
  await context.close();
});
beforeEach(async () => {
  organizationId = (await createOrganization(context.pool, { kind: 'client', plan: 'free' })).id;
  domain = await createDomain(context.pool, { organizationId });
});

const principalOf = ({ isScreened = true, mode = 'live' }: { isScreened?: boolean; mode?: Mode } = {}) =>
  sendingPrincipal({ mode, domain, organization: { id: organizationId, isScreened } });

async function send(fields: object = {}, principal = principalOf()): Promise<string> {
  const body = { from: `a@${domain.name}`, to: ['jane@example.test'], subject: 's', text: 't', ...fields };
  const { response } = await accept.one(principal, sendEmailRequest.parse(body), {
    idempotencyHeader: undefined,
    quota: unlimitedQuota,
  });
  return response.id;
}

async function stored(id: string) {
  const { rows } = await context.pool.query<{ status: string; due_at: Date | null; review: string | null }>(
    `SELECT m.status, m.due_at, r.status AS review FROM messages m LEFT JOIN message_reviews r ON r.message_id = m.id
     WHERE m.id = $1`,
    [id],
  );
  return rows[0];
}

it('holds what an organization without approval sends, and enqueues nothing', async () => {
  const id = await send();
  expect(await stored(id)).toMatchObject({ status: 'queued', review: 'pending' });
  expect((await stored(id))?.due_at).toBeNull();
  await accept.drain();
  expect(enqueued).not.toContain(id);
});

it('stores held and other messages of one statement, each as it should be', async () => {
  const held = principalOf();
  const free = principalOf({ isScreened: false });
  const ids = await Promise.all([send({}, held), send({}, free), send({}, held), send({}, free)]);
  const reviews = await Promise.all(ids.map(async (id) => (await stored(id))?.review));
  expect(reviews).toEqual(['pending', null, 'pending', null]);
});

it('holds neither test mail nor mail whose recipients are all suppressed', async () => {
  await context.pool.query(
    `INSERT INTO suppressions (id, organization_id, email, reason) VALUES ($1, $2, 'gone@example.test', 'manual')`,
    [newId(), organizationId],
  );
  expect(await stored(await send({}, principalOf({ mode: 'test' })))).toMatchObject({ review: null });
  expect(await stored(await send({ to: ['gone@example.test'] }))).toMatchObject({
    status: 'suppressed',
    review: null,
  });
});

it('lets expiry fail a held message on time: it becomes due when it has expired, never before', async () => {
  const expiresAt = new Date(Date.now() + 60_000);
  const { due_at } = (await stored(await send({ expires_at: expiresAt.toISOString() }))) ?? {};
  expect(due_at?.getTime()).toBe(expiresAt.getTime() + 2_000);
});
