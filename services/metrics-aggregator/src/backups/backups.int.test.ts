import { newId } from '@postrider/contracts/ids';
import { readBackupAges } from '@postrider/db';
import { useTestContext } from '@postrider/testkit';

const context = useTestContext();

interface Run {
  readonly startedAgo: number;
  readonly endedAgo?: number;
  readonly copiedAgo?: number;
}

/** Ages in seconds. */
async function addRun({ startedAgo, endedAgo, copiedAgo }: Run, isCopied = false): Promise<void> {
  await context.pool.query(
    `INSERT INTO backup_runs (id, started_at, ended_at, label, is_copied, copied_at, log_copied_at)
     VALUES ($1, now() - $2 * interval '1 s', now() - $3 * interval '1 s', $4, $5, now() - $6 * interval '1 s', now() - $6 * interval '1 s')`,
    [newId(), startedAgo, endedAgo, endedAgo === undefined ? null : newId(), isCopied, copiedAgo],
  );
}
const baseSeconds = async () => (await readBackupAges(context.pool))?.baseSeconds;
/** Rows are written a moment before they are read. */
const about = (seconds: number): unknown => expect.closeTo(seconds, -2);

it('backups have no age where none is made', async () => {
  expect(await readBackupAges(context.pool)).toBeNull();
});

it('backups are as old as the newest complete one, or as the first try without one', async () => {
  await addRun({ startedAgo: 9_000 });
  expect(await baseSeconds()).toEqual(about(9_000));
  await addRun({ startedAgo: 8_000, endedAgo: 7_000 });
  await addRun({ startedAgo: 600 });
  expect(await baseSeconds()).toEqual(about(7_000));
});

it('backups are complete only in the copy, where there is one, and so is their log', async () => {
  await context.pool.query('UPDATE backup_runs SET is_copied = true');
  await addRun({ startedAgo: 5_000, endedAgo: 4_000, copiedAgo: 3_000 }, true);
  await addRun({ startedAgo: 2_000, endedAgo: 1_000 }, true);
  const ages = await readBackupAges(context.pool);
  expect(ages?.baseSeconds).toEqual(about(4_000));
  expect(ages?.logSeconds).toBeGreaterThan(2_990);
});
