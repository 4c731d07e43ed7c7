import { newId } from '@postrider/contracts/ids';
import { createOrganization, insertRow, useTestContext } from '@postrider/testkit';
import { ensurePartitions } from '../partitions/ensure-partitions';
import { uuidV7Floor } from '../uuid-v7';
import { deleteExpiredRequestContent } from './delete-request-content';

const dayMs = 86_400_000;
const now = new Date();
const clock = { now: () => now };
const stopping = new AbortController().signal;
const daysAgo = (days: number): Date => new Date(now.getTime() - days * dayMs);
const context = useTestContext();
beforeAll(async () => {
  await ensurePartitions(context.servicePool, { from: daysAgo(70) });
});

async function request(organizationId: string, days: number): Promise<string> {
  const id = uuidV7Floor(daysAgo(days)).slice(0, 13) + newId().slice(13);
  await insertRow(context.pool, 'api_request_logs', {
    ...{
      id,
      organization_id: organizationId,
      api_key_id: newId(),
      request_id: id,
      method: 'POST',
      path: '/',
    },
    ...{ status: 422, duration_ms: 1, request_bytes: 1, response_bytes: 1, created_at: daysAgo(days) },
  });
  await insertRow(context.pool, 'api_request_contents', {
    ...{ log_id: id, organization_id: organizationId, request_headers: '{}', request_body: '{}' },
  });
  return id;
}

async function left(id: string): Promise<unknown> {
  const { rows } = await context.pool.query(
    `SELECT (SELECT count(*)::int FROM api_request_logs WHERE id = $1) AS entries,
            (SELECT count(*)::int FROM api_request_contents WHERE log_id = $1) AS contents`,
    [id],
  );
  return rows[0];
}

it('deletes headers and bodies after the days of their organization, and keeps the log entries', async () => {
  const short = (await createOrganization(context.pool, { bodyRetentionDays: 7 })).id;
  const long = (await createOrganization(context.pool, { bodyRetentionDays: 30 })).id;
  const nothing = (await createOrganization(context.pool, { bodyRetentionDays: 0 })).id;
  const ids = [
    await request(short, 8),
    await request(short, 6),
    await request(long, 8),
    await request(nothing, 0.1),
    await request(long, 60),
  ];
  const { dropped, deleted } = await deleteExpiredRequestContent({
    pool: context.servicePool,
    clock,
    stopping,
  });
  expect(deleted).toBe(2);
  expect(dropped.some((name) => name.startsWith('api_request_contents_'))).toBe(true);
  const kept = { entries: 1, contents: 1 };
  const gone = { entries: 1, contents: 0 };
  expect(await Promise.all(ids.map(left))).toEqual([gone, kept, kept, gone, gone]);
});
