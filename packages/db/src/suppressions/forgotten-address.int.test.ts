import { newId } from '@postrider/contracts/ids';
import { createOrganization, useTestContext } from '@postrider/testkit';
import { anyFormOf, forgottenAddress } from './forgotten-address';
import { onSuppressionConflict } from './suppression-conflict';

let organizationId: string;

const context = useTestContext();
beforeEach(async () => {
  organizationId = (await createOrganization(context.pool)).id;
});

const ada = 'ada@bücher.example';
const insert = (email: string, reason: string) =>
  context.pool.query(
    `INSERT INTO suppressions AS entry (id, organization_id, email, reason, created_at)
     VALUES ($1, $2, $3, $4, now()) ${onSuppressionConflict}`,
    [newId(), organizationId, email, reason],
  );

async function entries(email?: string): Promise<string[]> {
  const { rows } = await context.pool.query<{ entry: string }>(
    `SELECT email || ' ' || reason AS entry FROM suppressions s
     WHERE organization_id = $1::uuid AND ($2::text IS NULL OR s.email = ${anyFormOf('$1::uuid', '$2::text')})
     ORDER BY email`,
    [organizationId, email ?? null],
  );
  return rows.map(({ entry }) => entry);
}

it('the digest of a forgotten address is the same in the database and here, and of no other organization', async () => {
  const { rows } = await context.pool.query('SELECT forgotten_address($1, $2) AS digest', [
    organizationId,
    ada,
  ]);
  const digest = forgottenAddress(organizationId, ada);
  expect(rows).toEqual([{ digest }]);
  expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(forgottenAddress(newId(), ada)).not.toBe(digest);
});

it('a forgotten address is found by the address, beside entries that say it', async () => {
  const digest = forgottenAddress(organizationId, ada);
  await insert(digest, 'manual');
  await insert('bob@example.com', 'manual');
  expect(await entries(ada)).toEqual([`${digest} manual`]);
  expect(await entries('bob@example.com')).toEqual(['bob@example.com manual']);
  expect(await entries('eve@example.com')).toEqual([]);
});

it('stays forgotten when a bounce comes to it, and keeps the stronger reason', async () => {
  const digest = forgottenAddress(organizationId, ada);
  await insert(digest, 'unsubscribe');
  await insert(ada, 'complaint');
  await insert(ada, 'hard_bounce');
  await insert('bob@example.com', 'hard_bounce');
  expect(await entries()).toEqual(['bob@example.com hard_bounce', `${digest} complaint`]);
});
