import { newId } from '@postrider/contracts/ids';
import { useTestContext } from '@postrider/testkit';
import { createWarmUpQuota } from './warm-up-quota';

const context = useTestContext();

const aDay = () => ({ sourceId: newId(), site: 'google', day: '2026-11-22' });
const counted = async ({ sourceId }: { sourceId: string }) => {
  const { rows } = await context.pool.query<{ recipients: number }>(
    'SELECT recipients FROM source_sending_days WHERE source_id = $1',
    [sourceId],
  );
  return rows[0]?.recipients;
};
const worker = () => createWarmUpQuota({ pool: context.servicePool });

describe('recipients of a warm-up', () => {
  it.each([1, 7, 50, 1_000])(
    'three workers at once reserve a cap of %i to the last one, and none beyond',
    async (cap) => {
      const day = aDay();
      const workers = [worker(), worker(), worker()];
      // Each wants them all: who had enough would keep the rest of its last chunk.
      const each = Array.from({ length: cap });
      const reserved = await Promise.all(workers.flatMap((quota) => each.map(() => quota.reserve(day, cap))));
      expect(reserved.filter(Boolean)).toHaveLength(cap);
      expect(await counted(day)).toBe(cap);
    },
  );

  it('that were reserved and not used are another worker’s when the first ends', async () => {
    const day = aDay();
    const first = worker();
    await first.reserve(day, 2_000);
    await first.reserve(day, 2_000);
    first.release(day);
    expect(await counted(day)).toBe(100);
    await first.close();
    expect(await counted(day)).toBe(1);
  });

  it('are lost with a worker that dies, never used twice', async () => {
    const day = aDay();
    await worker().reserve(day, 200);
    const second = worker();
    const reserved = await Promise.all(Array.from({ length: 250 }, () => second.reserve(day, 200)));
    expect(reserved.filter(Boolean)).toHaveLength(190);
  });

  it('cost a statement for a chunk, not for a message', async () => {
    const day = aDay();
    let statements = 0;
    const pool = Object.create(context.servicePool) as typeof context.servicePool;
    pool.query = ((...given: Parameters<typeof context.servicePool.query>) => {
      statements += 1;
      return context.servicePool.query(...given);
    }) as typeof pool.query;
    const quota = createWarmUpQuota({ pool });
    await Promise.all(Array.from({ length: 1_000 }, () => quota.reserve(day, 10_000)));
    expect(statements).toBe(10);
  });

  it('come back when the cap grows', async () => {
    const day = aDay();
    const quota = worker();
    expect(await quota.reserve(day, 1)).toBe(true);
    expect(await quota.reserve(day, 1)).toBe(false);
    expect(await quota.reserve(day, 2)).toBe(true);
  });
});
