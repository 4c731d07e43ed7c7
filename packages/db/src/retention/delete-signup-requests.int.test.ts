import { createTenant, useTestContext } from '@postrider/testkit';
import { deleteExpiredSignupRequests } from './delete-signup-requests';

const context = useTestContext();

it('deletes requests whose link expired 30 days ago, page by page, but never what was confirmed', async () => {
  const { signupFormId, organizationId } = await createTenant(context.pool);
  const now = new Date();
  const insert = (count: number, daysAgo: number, confirmedAt: Date | null) =>
    context.pool.query(
      `INSERT INTO signup_requests (id, form_id, organization_id, email, email_key, token_hash, ip_address, client_network,
         language, message_id, created_at, expires_at, confirmed_at)
       SELECT gen_random_uuid(), $1, $2, n || '@x.test', n || '@x.test', sha256(gen_random_uuid()::text::bytea), '', '', 'en',
         gen_random_uuid(), $3, $3, $4 FROM generate_series(1, $5) n`,
      [signupFormId, organizationId, new Date(now.getTime() - daysAgo * 86_400_000), confirmedAt, count],
    );
  await insert(6_000, 31, null);
  await insert(2, 29, null);
  await insert(3, 31, now);
  const clock = { now: () => now };
  const run = () =>
    deleteExpiredSignupRequests({ pool: context.servicePool, clock, stopping: new AbortController().signal });
  expect(await run()).toBe(6_000);
  expect(await run()).toBe(0);
  const { rows } = await context.pool.query('SELECT count(*)::int FROM signup_requests WHERE form_id = $1', [
    signupFormId,
  ]);
  // And the one that the tenant has.
  expect(rows).toEqual([{ count: 6 }]);
});
