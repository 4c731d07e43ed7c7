import { createLogger, createMetrics, createThreadPool, type ThreadPool } from '@postrider/runtime';
import { createTestContext, type TestContext } from '@postrider/testkit';
import {
  createClient,
  flag,
  holdMessage,
  readHeld,
  readOrganization,
  suspiciousFrom,
  type HeldOverrides,
} from '../test/held-messages';
import { claimReviews } from './reviews.repository';
import { createScreenReview, type ScreenReview } from './screen-review';

let context: TestContext;
let threads: ThreadPool;
let screenReview: ScreenReview;
let organizationId: string;
const passedMin = 2;
const firstId = '00000000-0000-0000-0000-000000000000';

const screening = (timeLimitMs: number): ScreenReview =>
  createScreenReview({
    ...{ pool: context.pool, threads, timeLimitMs, passedMin },
    log: createLogger({ name: 'screening test', level: 'silent' }),
  });

beforeAll(async () => {
  context = await createTestContext();
  threads = createThreadPool({ threadsMax: 2, heapMbMax: 128, metrics: createMetrics() });
  screenReview = screening(60_000);
});
afterAll(async () => {
  await threads.close();
  await context.close();
});
beforeEach(async () => {
  organizationId = await createClient(context);
});

const hold = (overrides: Omit<HeldOverrides, 'organizationId'> = {}) =>
  holdMessage(context, { organizationId, ...overrides });
const claimed = (messageId: string, attempts = 1) => ({ messageId, organizationId, attempts });
const screen = async (messageId: string) => screenReview(claimed(messageId));
const isApproved = async () => (await readOrganization(context, organizationId)).isApproved;

describe('what is found', () => {
  it('a clean message passes and is due, now or at its time', async () => {
    const scheduledAt = new Date(Date.now() + 3_600_000);
    const [now, later] = [await hold(), await hold({ scheduledAt })];
    const outcome = await screen(now);
    expect(outcome).toMatchObject({ kind: 'passed', released: { id: now }, changesOrganization: false });
    expect(await screen(later)).toMatchObject({ released: { id: later, dueAt: scheduledAt } });
    expect(await readHeld(context, now)).toMatchObject({ review: 'passed', reasons: [] });
    expect(await readHeld(context, later)).toMatchObject({ status: 'queued', due_at: scheduledAt });
  });

  it('a suspicious one stays held and holds its organization, which gets one notice', async () => {
    const [first, second] = [await hold({ from: suspiciousFrom }), await hold({ from: suspiciousFrom })];
    expect(await screen(first)).toEqual({ kind: 'flagged', changesOrganization: true });
    expect(await screen(second)).toEqual({ kind: 'flagged', changesOrganization: false });
    expect(await readHeld(context, first)).toMatchObject({
      ...{ status: 'queued', due_at: null, review: 'flagged' },
      reasons: [{ code: 'brand_display_name' }],
    });
    expect(await readOrganization(context, organizationId)).toMatchObject({
      ...{ isUnderReview: true, reason: 'brand_display_name', notices: ['under_review'] },
      audit: ['screening: org.hold_for_review'],
    });
  });

  it('is kept with the footer that was screened with it, and with none for other kinds', async () => {
    await context.pool.query(`UPDATE organizations SET name = 'Shop', postal_address = 'x' WHERE id = $1`, [
      organizationId,
    ]);
    const [bulk, transactional] = [await hold({ kind: 'bulk.news' }), await hold()];
    for (const id of [bulk, transactional]) await screen(id);
    expect((await readHeld(context, bulk)).footer).toEqual({ name: 'Shop', postal_address: 'x' });
    expect((await readHeld(context, transactional)).footer).toBeNull();
  });
});

describe('changes during the screening', () => {
  it('a canceled message has nothing left to decide', async () => {
    const id = await hold({ from: suspiciousFrom });
    await context.pool.query(`UPDATE messages SET status = 'canceled' WHERE id = $1`, [id]);
    expect(await screen(id)).toEqual({ kind: 'decided', changesOrganization: false });
    expect(await readHeld(context, id)).toMatchObject({ status: 'canceled', review: null });
    expect(await readOrganization(context, organizationId)).toMatchObject({ isUnderReview: false });
  });

  it.each(['released', 'rejected'])('a message that an operator has %s stays so', async (status) => {
    const id = await hold({ from: suspiciousFrom });
    await context.pool.query('UPDATE message_reviews SET status = $2 WHERE message_id = $1', [id, status]);
    expect(await screen(id)).toEqual({ kind: 'decided', changesOrganization: false });
    expect(await readHeld(context, id)).toMatchObject({ review: status });
  });

  it('two that screen one message record it once', async () => {
    const id = await hold({ from: suspiciousFrom });
    const kinds = (await Promise.all([screen(id), screen(id), screen(id)])).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['decided', 'decided', 'flagged']);
    expect((await readOrganization(context, organizationId)).notices).toEqual(['under_review']);
  });
});

describe('the end of the screening', () => {
  it('comes with as many messages as must pass, and not before', async () => {
    await screen(await hold());
    expect(await isApproved()).toBe(false);
    expect(await screen(await hold())).toMatchObject({ kind: 'passed', changesOrganization: true });
    expect(await readOrganization(context, organizationId)).toMatchObject({
      isApproved: true,
      audit: ['screening: org.approve'],
    });
  });

  it('does not come of messages that are scheduled for later, or canceled: they have proven nothing', async () => {
    const scheduledAt = new Date(Date.now() + 3_600_000);
    const later = [await hold({ scheduledAt }), await hold({ scheduledAt })];
    for (const id of later) await screen(id);
    expect(await isApproved()).toBe(false);
    await context.pool.query(
      `UPDATE messages SET status = 'canceled', scheduled_at = NULL WHERE id = ANY($1::uuid[])`,
      [later],
    );
    await screen(await hold());
    expect(await isApproved()).toBe(false);
    await screen(await hold());
    expect(await isApproved()).toBe(true);
  });

  it.each(['flagged', 'rejected'])('does not come while a message is %s', async (status) => {
    const suspicious = await hold();
    await flag(context, [suspicious]);
    await context.pool.query(
      `WITH decided AS (UPDATE message_reviews SET status = $2 WHERE message_id = $1)
       UPDATE organizations SET under_review_at = NULL WHERE id = $3`,
      [suspicious, status, organizationId],
    );
    for (const id of [await hold(), await hold(), await hold()]) await screen(id);
    expect(await isApproved()).toBe(false);
  });
});

describe('what cannot be screened', () => {
  /** As long as html may be. */
  const costly = '<a href="http://a.b/">c</a>'.repeat(74_000);

  it('comes again after its first time limit, and is a person’s to look at after the second', async () => {
    const impatient = screening(1);
    const id = await hold({ html: costly });
    expect(await impatient(claimed(id))).toEqual({ kind: 'later', changesOrganization: false });
    expect(await readHeld(context, id)).toMatchObject({ review: 'pending', due_at: null });
    expect(await impatient(claimed(id, 2))).toMatchObject({ kind: 'not_screened' });
    expect(await readHeld(context, id)).toMatchObject({
      ...{ review: 'flagged', due_at: null },
      reasons: [{ code: 'not_screened', detail: 'the screening took too long' }],
    });
  });

  it('is not even begun after it has ended its process twice', async () => {
    const id = await hold();
    expect(await screenReview(claimed(id, 3))).toMatchObject({ kind: 'not_screened' });
    expect((await readHeld(context, id)).reasons).toEqual([
      { code: 'not_screened', detail: 'the screening ended its process' },
    ]);
  });
});

describe('the next to screen', () => {
  const all = { after: firstId, except: [], limit: 1_000 };
  const idsOf = async (claim: Parameters<typeof claimReviews>[1]) =>
    (await claimReviews(context.pool, claim)).map(({ messageId }) => messageId);

  it('is the oldest message of each organization, whatever one of them has piled up', async () => {
    const piled = [await hold(), await hold(), await hold()];
    const other = await createClient(context);
    const theirs = await holdMessage(context, { organizationId: other });
    const first = await idsOf(all);
    expect(first).toEqual(expect.arrayContaining([piled[0], theirs]));
    expect(first).not.toContain(piled[1]);
    // Those are leased now: the next of the first organization is its second message.
    const second = await idsOf(all);
    expect(second).toContain(piled[1]);
    expect(second).not.toContain(theirs);
  });

  it('leaves out organizations that are in hand, and begins behind the last one', async () => {
    const id = await hold();
    expect(await idsOf({ ...all, except: [organizationId] })).not.toContain(id);
    expect(await idsOf({ ...all, after: organizationId })).not.toContain(id);
    expect(await idsOf(all)).toContain(id);
  });

  it('comes back after its lease when its worker has died, and counts that', async () => {
    const id = await hold();
    await idsOf(all);
    expect(await idsOf(all)).not.toContain(id);
    await context.pool.query(
      `UPDATE message_reviews SET lease_until = now() - interval '1 second' WHERE message_id = $1`,
      [id],
    );
    const again = await claimReviews(context.pool, all);
    expect(again.find(({ messageId }) => messageId === id)).toMatchObject({ attempts: 2 });
  });

  it('belongs to one of many that claim at the same time', async () => {
    const id = await hold();
    const claims = await Promise.all(Array.from({ length: 5 }, () => idsOf(all)));
    expect(claims.flat().filter((each) => each === id)).toHaveLength(1);
  });
});
