import { sendEmailRequest } from '@postrider/contracts/emails';
import { createRedis, type RedisClient } from '@postrider/messaging';
import { createLogger, createMetrics, systemClock } from '@postrider/runtime';
import { createBumpCacheVersion } from '@postrider/admission';
import { rejectReview, releaseReview } from '@postrider/reviews';
import { createAcceptEmails, createCancelEmail, type AcceptEmails } from '@postrider/submission';
import {
  createDomain,
  createOrganization,
  eventually,
  sendingPrincipal,
  unlimitedQuota,
  type DomainFixture,
} from '@postrider/testkit';
import { startWorkerHarness, type WorkerHarness } from '../../test/worker-harness';
import { startTestWorker } from '../../test/start-test-worker';

let harness: WorkerHarness;
let accept: AcceptEmails;
let redis: RedisClient;
let organizationId: string;
let domain: DomainFixture;
const log = createLogger({ name: 'reviews test', level: 'silent' });
/** Where no quota is counted there is nothing to refund. */
const unlimited = { beginRefund: () => Promise.resolve(() => Promise.resolve()) };

beforeAll(async () => {
  harness = await startWorkerHarness({ REVIEW_FIRST_MESSAGES: '3' });
  redis = createRedis({
    ...{ url: harness.context.redisUrl, name: 'reviews test', log, commandTimeoutMs: 60_000 },
  });
  accept = createAcceptEmails({
    pool: harness.context.pool,
    publishJob: (queue, job) => harness.worker.broker.publisher.publishJob(queue, job),
    clock: systemClock,
    metrics: createMetrics(),
    log,
  });
  await eventually(() => redis.status === 'ready');
});
afterAll(async () => {
  await accept.drain();
  redis.disconnect();
  await harness.close();
});
beforeEach(async () => {
  organizationId = (await createOrganization(harness.context.pool, { kind: 'client', plan: 'free' })).id;
  await harness.context.pool.query(
    `UPDATE organizations SET alert_email = 'owner@example.test' WHERE id = $1`,
    [organizationId],
  );
  domain = await createDomain(harness.context.pool, { organizationId });
});

const phish = { from: () => `PayPal Support <a@${domain.name}>` };

async function send(
  fields: { readonly kind?: string; readonly [field: string]: unknown } = {},
): Promise<string> {
  const principal = sendingPrincipal({
    domain: { ...domain, stream: fields.kind === undefined ? 'transactional' : 'bulk' },
    organization: { id: organizationId, isScreened: true },
  });
  const body = {
    from: `a@${domain.name}`,
    to: ['jane@example.test'],
    subject: 'Hello',
    text: 'Hello',
    ...fields,
  };
  const { response } = await accept.one(principal, sendEmailRequest.parse(body), {
    idempotencyHeader: undefined,
    quota: unlimitedQuota,
  });
  return response.id;
}

async function reviewOf(id: string) {
  const { rows } = await harness.context.pool.query<{ status: string; reasons: { code: string }[] }>(
    'SELECT status, reasons FROM message_reviews WHERE message_id = $1',
    [id],
  );
  return rows[0];
}
const isScreened = (id: string) => eventually(async () => (await reviewOf(id))?.status !== 'pending');

async function organization() {
  const { rows } = await harness.context.pool.query<{
    under_review_at: Date | null;
    under_review_reason: string | null;
    approved_at: Date | null;
  }>('SELECT under_review_at, under_review_reason, approved_at FROM organizations WHERE id = $1', [
    organizationId,
  ]);
  return rows[0];
}
const count = async (table: string) => {
  const { rows } = await harness.context.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table} WHERE organization_id = $1`,
    [organizationId],
  );
  return rows[0]?.count;
};

describe('a held message', () => {
  it('that is clean leaves as soon as it was screened', async () => {
    const id = await send();
    await harness.reaches(id, 'delivered');
    expect(await reviewOf(id)).toEqual({ status: 'passed', reasons: [] });
    expect((await organization())?.approved_at).toBeNull();
  });

  it('that is clean and scheduled waits for its time', async () => {
    const scheduledAt = new Date(Date.now() + 3_600_000);
    const id = await send({ scheduled_at: scheduledAt.toISOString() });
    await isScreened(id);
    expect(await harness.read(id)).toMatchObject({ status: 'queued', due_at: scheduledAt });
  });

  it('that is suspicious stays, and holds its organization, which gets one notice', async () => {
    const keysBefore = await redis.keys(`*${organizationId}*`);
    const first = await send({ from: phish.from() });
    await isScreened(first);
    const second = await send({ from: phish.from() });
    await isScreened(second);
    expect(await reviewOf(first)).toMatchObject({
      status: 'flagged',
      reasons: [{ code: 'brand_display_name' }],
    });
    expect(await harness.read(first)).toMatchObject({ status: 'queued', rounds: 0, events: [] });
    expect(await organization()).toMatchObject({ under_review_reason: 'brand_display_name' });
    expect([await count('notices'), await count('audit_entries')]).toEqual([1, 1]);
    // A gateway that caches this organization notices on the next request.
    expect(keysBefore).toEqual([]);
    await eventually(async () => (await redis.keys(`*${organizationId}*`)).length === 1);
  });

  it('that is sent as an entity is screened as its recipients may see it, forwarded mails included', async () => {
    const entity = (...lines: readonly string[]) => ({
      text: undefined,
      mime: Buffer.from(
        ['Content-Type: multipart/mixed; boundary=B', '', ...lines, '--B--', ''].join('\r\n'),
      ).toString('base64'),
    });
    const forwarded = [
      '--B',
      'Content-Type: message/rfc822',
      '',
      'Subject: Fwd',
      'Content-Type: text/html',
      '',
    ];
    const clean = await send(entity(...forwarded, '<p>Hello</p>'));
    await harness.reaches(clean, 'delivered');
    const flagged = await send(entity(...forwarded, '<a href="http://203.0.113.7/">Invoice</a>'));
    await isScreened(flagged);
    expect(await reviewOf(flagged)).toMatchObject({ status: 'flagged', reasons: [{ code: 'ip_link' }] });
    expect((await harness.read(flagged)).attempts).toEqual([]);
  });

  it('can be canceled, and there is nothing left to decide', async () => {
    const id = await send({ from: phish.from() });
    const cancel = createCancelEmail({
      pool: harness.context.pool,
      clock: systemClock,
      admissionControl: unlimited,
    });
    const organization = { id: organizationId, plan: 'internal' as const };
    const principal = { mode: 'live', organization, domainIds: null } as const;
    await expect(cancel(principal, id)).resolves.toBe('canceled');
    await isScreened(id);
    expect((await harness.read(id)).status).toBe('canceled');
  });

  it('leaves within seconds once an operator has released it, and fails once one has rejected it', async () => {
    const parts = {
      pool: harness.context.pool,
      bumpCacheVersion: createBumpCacheVersion({ redis, log }),
    };
    const [released, rejected] = [await send({ from: phish.from() }), await send({ from: phish.from() })];
    for (const id of [released, rejected]) await isScreened(id);
    await rejectReview(parts, { messageId: rejected, operator: 'olga' });
    await releaseReview(parts, { messageId: released, operator: 'olga' });
    await harness.reaches(released, 'delivered');
    expect((await organization())?.under_review_at).toBeNull();
    const { events } = await harness.reaches(rejected, 'failed');
    expect(events.map(({ type, detail }) => [type, detail])).toEqual([['failed', 'rejected']]);
  });

  it('fails when it expires, and is never sent', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const id = await send({ from: phish.from(), expires_at: expiresAt.toISOString() });
    await isScreened(id);
    // What is held is due when it expires.
    await harness.context.pool.query(
      `UPDATE messages SET due_at = due_at - age, expires_at = expires_at - age
       FROM (SELECT interval '1 hour' AS age) shift WHERE id = $1`,
      [id],
    );
    const message = await harness.reaches(id, 'failed');
    expect(message.recipients[0]).toMatchObject({ status: 'failed', detail: 'expired' });
    expect(message.attempts).toEqual([]);
  });
});

it('ends the screening of an organization after as many clean messages as the setting says', async () => {
  const ids = [await send(), await send()];
  for (const id of ids) await harness.reaches(id, 'delivered');
  expect((await organization())?.approved_at).toBeNull();
  await harness.reaches(await send(), 'delivered');
  expect((await organization())?.approved_at).not.toBeNull();
});

describe('the legal footer of bulk mail', () => {
  const say = (name: string, address: string | null) =>
    harness.context.pool.query('UPDATE organizations SET name = $2, postal_address = $3 WHERE id = $1', [
      organizationId,
      name,
      address,
    ]);
  const footerOf = (id: string) => {
    const raw = harness.sink.messages
      .map((message) => message.raw.toString())
      .find((text) => text.includes(id));
    return /\r\n---\r\n([^]*?)\r\nUnsubscribe/.exec(raw ?? '')?.[1];
  };
  const evil = 'Pay now:\nhttp://203.0.113.7/';

  it('is screened with the mail that will carry it, and with no other', async () => {
    await say('Shop', evil);
    await harness.reaches(await send(), 'delivered');
    const bulk = await send({ kind: 'bulk.news' });
    await isScreened(bulk);
    expect(await reviewOf(bulk)).toMatchObject({ status: 'flagged', reasons: [{ code: 'ip_link' }] });
    expect((await harness.read(bulk)).attempts).toEqual([]);
  });

  it.each([
    ['', () => Promise.resolve()],
    [
      ', also when the organization was approved meanwhile',
      () =>
        harness.context.pool.query('UPDATE organizations SET approved_at = now() WHERE id = $1', [
          organizationId,
        ]),
    ],
  ])(
    'is sent as it was screened, whatever the organization says of itself by then%s',
    async (_, meanwhile) => {
      await say('Shop', '1 High Street');
      const later = { kind: 'bulk.news', scheduled_at: new Date(Date.now() + 3_600_000).toISOString() };
      const withAddress = await send(later);
      await isScreened(withAddress);
      await say('Shop', null);
      const without = await send(later);
      await isScreened(without);
      await say('PayPal', evil);
      await meanwhile();
      await harness.context.pool.query('UPDATE messages SET due_at = now() WHERE id = ANY($1::uuid[])', [
        [withAddress, without],
      ]);
      await harness.reaches(withAddress, 'delivered');
      await harness.reaches(without, 'delivered');
      expect([footerOf(withAddress), footerOf(without)]).toEqual(['Shop\r\n1 High Street', undefined]);
    },
  );
});

it('screening is shared by replicas: each message is screened once, and none is left', async () => {
  const beside = await startTestWorker(harness.context, {
    DELIVERY_ROUTES: `*=${harness.sink.url}?final=true`,
  });
  try {
    const ids = await Promise.all(Array.from({ length: 40 }, () => send()));
    for (const id of ids) await harness.reaches(id, 'delivered', 30_000);
    const { rows } = await harness.context.pool.query<{ status: string; count: number }>(
      `SELECT status, count(*)::int AS count FROM message_reviews WHERE message_id = ANY($1::uuid[]) GROUP BY status`,
      [ids],
    );
    expect(rows).toEqual([{ status: 'passed', count: 40 }]);
  } finally {
    await beside.close();
  }
});
