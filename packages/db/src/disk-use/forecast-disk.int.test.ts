import { createMessage, createOrganization, useTestContext } from '@postrider/testkit';
import { ensurePartitions } from '../partitions/ensure-partitions';
import { daysUntilFull, readDiskGrowth } from './forecast-disk';

const context = useTestContext();

const growthAt = (now: Date, days?: number) =>
  readDiskGrowth(context.servicePool, { now, keptDays: () => days });

it('grows by what the weeks up to now hold, and shrinks by what is about to be dropped', async () => {
  const now = new Date();
  const before = await growthAt(now);
  const { id: organizationId } = await createOrganization(context.pool);
  const { id } = await createMessage(context.pool, { organizationId });
  await context.pool.query(
    'INSERT INTO message_terms (term, message_id) SELECT term, $1 FROM generate_series(1, 100000) term',
    [id],
  );
  const after = await growthAt(now);
  expect(after.databaseBytes - before.databaseBytes).toBeGreaterThan(5e6);
  expect(after.bytesPerDay).toBeGreaterThan(before.bytesPerDay + 5e6 / 22);
  // In four weeks, a retention of three drops what was written today within a week.
  const later = new Date(now.getTime() + 28 * 86_400_000);
  await ensurePartitions(context.pool, { weeksAhead: 6 });
  expect((await growthAt(later, 21)).bytesPerDay).toBeLessThan((await growthAt(later)).bytesPerDay - 5e6 / 7);
});

it('a disk is full when its free space has been used, and never where nothing grows', () => {
  expect(daysUntilFull(1_000, { databaseBytes: 0, bytesPerDay: 100 })).toBe(10);
  expect(daysUntilFull(1_000, { databaseBytes: 0, bytesPerDay: -5 })).toBe(3_650);
});
