import { createBatcher } from '@postrider/runtime';
import { useTestContext } from '@postrider/testkit';
import { isMissingPartition } from './database-errors';
import { uuidV7Floor } from './uuid-v7';

const context = useTestContext();

/** UUIDv7 of this week, in order. */
function eventId(index: number): string {
  return uuidV7Floor(new Date()).slice(0, -12) + index.toString(16).padStart(12, '0');
}

describe('group commit on PostgreSQL', () => {
  it('commits the neighbours of a poison row, which fails alone with its own error', async () => {
    const batchSizes: number[] = [];
    const batcher = createBatcher({
      name: 'counted events',
      run: async (ids: readonly string[]) => {
        batchSizes.push(ids.length);
        await context.pool.query('INSERT INTO counted_events SELECT unnest($1::uuid[])', [ids]);
        return ids;
      },
    });
    const tooOld = uuidV7Floor(new Date('2001-01-01'));
    const ids = Array.from({ length: 100 }, (_, index) => (index === 37 ? tooOld : eventId(index)));
    const outcomes = await Promise.allSettled(ids.map((id) => batcher.submit(id)));

    const failed = outcomes.flatMap((it, index) => (it.status === 'rejected' ? [{ index, it }] : []));
    expect(failed.map(({ index }) => index)).toEqual([37]);
    expect(isMissingPartition(failed[0]?.it.reason)).toBe(true);
    expect(batchSizes[0]).toBe(100);
    const { rows } = await context.pool.query<{ event_id: string }>(
      'SELECT event_id FROM counted_events ORDER BY 1',
    );
    expect(rows.map((row) => row.event_id)).toEqual(ids.filter((id) => id !== tooOld));
  });
});
