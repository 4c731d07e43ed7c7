import { newId } from '@postrider/contracts/ids';
import { useTestContext } from '@postrider/testkit';
import { createClient, flag, holdMessage, readHeld, readOrganization } from '../test/held-messages';
import {
  approveOrganization,
  liftReview,
  rejectReview,
  releaseReview,
  type DecisionOptions,
} from './decide-review';

let options: DecisionOptions;
let organizationId: string;
const bumped: string[] = [];
const operator = 'olga';

const context = useTestContext();
beforeAll(() => {
  options = {
    pool: context.pool,
    bumpCacheVersion: (id) => {
      bumped.push(id);
      return Promise.resolve(true);
    },
  };
});
beforeEach(async () => {
  organizationId = await createClient(context);
  bumped.length = 0;
});

const hold = (overrides: { to?: readonly string[]; scheduledAt?: Date } = {}) =>
  holdMessage(context, { organizationId, ...overrides });

it('releases a message: it is due at once, or at its time', async () => {
  const scheduledAt = new Date(Date.now() + 3_600_000);
  const [now, later] = [await hold(), await hold({ scheduledAt })];
  await expect(releaseReview(options, { messageId: now, operator })).resolves.toBe('released');
  await expect(releaseReview(options, { messageId: later, operator })).resolves.toBe('released');
  expect((await readHeld(context, now)).due_at?.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
  expect((await readHeld(context, later)).due_at).toEqual(scheduledAt);
  expect((await readOrganization(context, organizationId)).audit).toEqual([
    'olga: review.release',
    'olga: review.release',
  ]);
});

it('decides about a message once, however many operators do at the same time', async () => {
  const messageId = await hold();
  const outcomes = await Promise.all([
    releaseReview(options, { messageId, operator }),
    rejectReview(options, { messageId, operator }),
    releaseReview(options, { messageId, operator }),
  ]);
  expect(outcomes.filter((outcome) => outcome === 'already_decided')).toHaveLength(2);
  expect((await readOrganization(context, organizationId)).audit).toHaveLength(1);
  await expect(rejectReview(options, { messageId: newId(), operator })).resolves.toBe('not_found');
});

it('ends the hold of the organization with the last flagged message that is released', async () => {
  const [first, second] = [await hold(), await hold()];
  await flag(context, [first, second]);
  await releaseReview(options, { messageId: first, operator });
  expect(await readOrganization(context, organizationId)).toMatchObject({ isUnderReview: true });
  await releaseReview(options, { messageId: second, operator });
  expect(await readOrganization(context, organizationId)).toMatchObject({ isUnderReview: false });
  expect(bumped).toEqual([organizationId, organizationId]);
});

it('rejects a message: failed with an event for each recipient, and the hold stays', async () => {
  const id = await hold({ to: ['a@example.test', 'b@example.test'] });
  await flag(context, [id]);
  await expect(rejectReview(options, { messageId: id, operator })).resolves.toBe('rejected');
  expect(await readHeld(context, id)).toMatchObject({ status: 'failed', review: 'rejected' });
  const { rows } = await context.pool.query(
    `SELECT e.type, e.detail, e.mode, r.status, r.detail AS said FROM email_events e
     JOIN recipients r USING (message_id, ordinal) WHERE e.message_id = $1`,
    [id],
  );
  const failed = { type: 'failed', detail: 'rejected', mode: 'live', status: 'failed', said: 'rejected' };
  expect(rows).toEqual([failed, failed]);
  expect(await readOrganization(context, organizationId)).toMatchObject({
    isUnderReview: true,
    audit: ['olga: review.reject'],
  });
});

it('removes the content of what was rejected, where the organization keeps none', async () => {
  await context.pool.query('UPDATE organizations SET body_retention_days = 0 WHERE id = $1', [
    organizationId,
  ]);
  const id = await hold();
  await rejectReview(options, { messageId: id, operator });
  const { rows } = await context.pool.query(
    'SELECT FROM message_contents WHERE message_id = $1 AND html IS NOT NULL',
    [id],
  );
  expect(rows).toEqual([]);
});

it('changes nothing about a message that was canceled while it was held', async () => {
  const id = await hold();
  await context.pool.query(`UPDATE messages SET status = 'canceled' WHERE id = $1`, [id]);
  await expect(rejectReview(options, { messageId: id, operator })).resolves.toBe('gone');
  expect(await readHeld(context, id)).toMatchObject({ status: 'canceled' });
});

it('approves an organization: its hold ends, and what was held leaves', async () => {
  const [flagged, pending, rejected] = [await hold(), await hold(), await hold()];
  await flag(context, [flagged]);
  await rejectReview(options, { messageId: rejected, operator });
  bumped.length = 0;
  await expect(approveOrganization(options, { organizationId, operator })).resolves.toBe('approved');
  for (const id of [flagged, pending]) {
    expect(await readHeld(context, id)).toMatchObject({ review: 'released', due_at: expect.any(Date) });
  }
  expect(await readHeld(context, rejected)).toMatchObject({ review: 'rejected', status: 'failed' });
  expect(await readOrganization(context, organizationId)).toMatchObject({
    isUnderReview: false,
    isApproved: true,
  });
  expect(bumped).toEqual([organizationId]);
  const unknown = { organizationId: newId(), operator };
  await expect(approveOrganization(options, unknown)).resolves.toBe('not_found');
});

it('lifts a hold without approving: what was flagged stays held', async () => {
  const id = await hold();
  await flag(context, [id]);
  await expect(liftReview(options, { organizationId, operator })).resolves.toBe('lifted');
  await expect(liftReview(options, { organizationId, operator })).resolves.toBe('not_under_review');
  expect(await readHeld(context, id)).toMatchObject({ review: 'flagged', due_at: null });
  expect(await readOrganization(context, organizationId)).toMatchObject({
    isUnderReview: false,
    isApproved: false,
    audit: ['olga: org.lift_review'],
  });
});
