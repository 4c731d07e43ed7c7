import { createTenant, useTestContext } from '@postrider/testkit';
import { deleteExpiredShareLinks } from './delete-share-links';

const context = useTestContext();

it('deletes links that have expired, page by page, and no others', async () => {
  const { organizationId, emailId } = await createTenant(context.pool);
  const now = new Date();
  const insert = (count: number, daysAgo: number) =>
    context.pool.query(
      `INSERT INTO email_share_links (id, organization_id, message_id, token_hash, with_content, created_at, expires_at)
       SELECT gen_random_uuid(), $1, $2, sha256(gen_random_uuid()::text::bytea), false, $3, $3 FROM generate_series(1, $4)`,
      [organizationId, emailId, new Date(now.getTime() - daysAgo * 86_400_000), count],
    );
  await insert(6_000, 1);
  await insert(2, -1);
  const clock = { now: () => now };
  const run = () =>
    deleteExpiredShareLinks({ pool: context.servicePool, clock, stopping: new AbortController().signal });
  expect(await run()).toBe(6_000);
  expect(await run()).toBe(0);
  const { rows } = await context.pool.query('SELECT count(*)::int FROM email_share_links');
  // And the one that the tenant has.
  expect(rows).toEqual([{ count: 3 }]);
});
