import { newId, sendEmailRequest, type Mode, type Principal } from '@postrider/contracts';
import { createLogger, createMetrics, systemClock } from '@postrider/runtime';
import {
  createDomain,
  createOrganization,
  createTestContext,
  type DomainFixture,
  type TestContext,
} from '@postrider/testkit';
import { createAcceptEmails, type AcceptEmails } from './accept-emails';
import { createCancelEmail } from '../cancel/cancel-email';
import {
  approveOrganization,
  liftReview,
  rejectReview,
  releaseReview,
  type DecisionOptions,
} from '@postrider/reviews';

let context: TestContext;
let accept: AcceptEmails;
let organizationId: string;
let domain: DomainFixture;
let options: DecisionOptions;
const enqueued: string[] = [];
const bumped: string[] = [];
const operator = 'olga';
const quota = {
  reserve: (recipientCounts: readonly number[]) =>
    Promise.resolve(recipientCounts.map(() => 'reserved' as const)),
  refund: () => undefined,
};
/** Where no quota is counted there is nothing to refund. */
const unlimited = { beginRefund: () => Promise.resolve(() => Promise.resolve()) };

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
    log: createLogger({ name: 'reviews test', level: 'silent' }),
  });
  options = {
    pool: context.pool,
    bumpCacheVersion: (id) => {
      bumped.push(id);
      return Promise.resolve(true);
    },
  };
});
afterAll(async () => {
  await accept.drain();
  await context.close();
});
beforeEach(async () => {
  organizationId = (await createOrganization(context.pool, { kind: 'client', plan: 'free' })).id;
  domain = await createDomain(context.pool, { organizationId });
  bumped.length = 0;
});

function principalOf({
  isScreened = true,
  mode = 'live',
}: { isScreened?: boolean; mode?: Mode } = {}): Principal {
  const { id, name } = domain;
  return {
    keyId: newId(),
    keyName: 'test',
    mode,
    permission: 'SEND',
    domainIds: [],
    rateLimit: 0,
    organization: {
      id: organizationId,
      slug: 'test',
      kind: 'client',
      plan: 'free',
      sendingPausedAt: null,
      underReviewAt: null,
      isScreened,
    },
    domains: new Map([
      [name, { id, name, status: 'verified', stream: 'transactional', trackingVerified: false }],
    ]),
  };
}

async function send(fields: object = {}, principal = principalOf()): Promise<string> {
  const body = { from: `a@${domain.name}`, to: ['jane@example.test'], subject: 's', text: 't', ...fields };
  const { response } = await accept.one(principal, sendEmailRequest.parse(body), {
    idempotencyHeader: undefined,
    quota,
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

const flag = (id: string) =>
  context.pool.query(
    `WITH flagged AS (UPDATE message_reviews SET status = 'flagged' WHERE message_id = $1 RETURNING organization_id)
     UPDATE organizations SET under_review_at = now(), under_review_reason = 'test'
     FROM flagged WHERE id = flagged.organization_id`,
    [id],
  );
const audited = async () => {
  const { rows } = await context.pool.query<{ action: string }>(
    `SELECT action FROM audit_entries WHERE organization_id = $1 AND actor_type = 'operator' AND actor_name = $2 ORDER BY id`,
    [organizationId, operator],
  );
  return rows.map(({ action }) => action);
};
const isUnderReview = async () => {
  const { rows } = await context.pool.query<{ held: boolean }>(
    'SELECT under_review_at IS NOT NULL AS held FROM organizations WHERE id = $1',
    [organizationId],
  );
  return rows[0]?.held;
};

describe('acceptance', () => {
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
});

describe('an operator', () => {
  it('releases a message: it is due at once, or at its time', async () => {
    const scheduledAt = new Date(Date.now() + 3_600_000);
    const [now, later] = [await send(), await send({ scheduled_at: scheduledAt.toISOString() })];
    await expect(releaseReview(options, { messageId: now, operator })).resolves.toBe('released');
    await expect(releaseReview(options, { messageId: later, operator })).resolves.toBe('released');
    expect((await stored(now))?.due_at?.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
    expect((await stored(later))?.due_at).toEqual(scheduledAt);
    await expect(releaseReview(options, { messageId: now, operator })).resolves.toBe('already_decided');
    await expect(rejectReview(options, { messageId: newId(), operator })).resolves.toBe('not_found');
    expect(await audited()).toEqual(['review.release', 'review.release']);
  });

  it('ends the hold of the organization with the last flagged message that is released', async () => {
    const ids = [await send(), await send()];
    for (const id of ids) await flag(id);
    await releaseReview(options, { messageId: ids[0] ?? '', operator });
    expect(await isUnderReview()).toBe(true);
    await releaseReview(options, { messageId: ids[1] ?? '', operator });
    expect(await isUnderReview()).toBe(false);
    expect(bumped).toEqual([organizationId, organizationId]);
  });

  it('rejects a message: failed with an event for each recipient, and the hold stays', async () => {
    const id = await send({ to: ['a@example.test', 'b@example.test'] });
    await flag(id);
    await expect(rejectReview(options, { messageId: id, operator })).resolves.toBe('rejected');
    expect(await stored(id)).toMatchObject({ status: 'failed', review: 'rejected' });
    const { rows } = await context.pool.query(
      `SELECT e.type, e.detail, e.mode, r.status, r.detail AS said FROM email_events e
       JOIN recipients r USING (message_id, ordinal) WHERE e.message_id = $1`,
      [id],
    );
    const failed = { type: 'failed', detail: 'rejected', mode: 'live', status: 'failed', said: 'rejected' };
    expect(rows).toEqual([failed, failed]);
    expect(await isUnderReview()).toBe(true);
    expect(await audited()).toEqual(['review.reject']);
  });

  it('changes nothing about a message that was canceled while it was held', async () => {
    const id = await send();
    const cancel = createCancelEmail({ pool: context.pool, clock: systemClock, admissionControl: unlimited });
    const organization = { id: organizationId, plan: 'internal' as const };
    const principal = { mode: 'live', organization, domainIds: [] } as const;
    await expect(cancel(principal, id)).resolves.toBe('canceled');
    await expect(rejectReview(options, { messageId: id, operator })).resolves.toBe('gone');
    expect(await stored(id)).toMatchObject({ status: 'canceled' });
  });

  it('approves an organization: its hold ends, and what was held leaves', async () => {
    const [flagged, pending] = [await send(), await send()];
    await flag(flagged);
    await expect(approveOrganization(options, { organizationId, operator })).resolves.toBe('approved');
    for (const id of [flagged, pending]) {
      expect(await stored(id)).toMatchObject({ review: 'released' });
      expect((await stored(id))?.due_at).toBeInstanceOf(Date);
    }
    expect(await isUnderReview()).toBe(false);
    expect(bumped).toEqual([organizationId]);
    await expect(approveOrganization(options, { organizationId: newId(), operator })).resolves.toBe(
      'not_found',
    );
  });

  it('lifts a hold without approving: what was flagged stays held', async () => {
    const id = await send();
    await flag(id);
    await expect(liftReview(options, { organizationId, operator })).resolves.toBe('lifted');
    await expect(liftReview(options, { organizationId, operator })).resolves.toBe('not_under_review');
    expect(await stored(id)).toMatchObject({ review: 'flagged' });
    expect(await audited()).toEqual(['organization.lift_review']);
  });
});
