import { openTransaction, useTestContext } from '@postrider/testkit';
import { isMissingPartition, isUniqueViolation } from '../database-errors';
import { uuidV7Floor } from '../uuid-v7';
import { analyzeGrownPartitions } from './analyze-grown-partitions';
import { assertPartitions } from './assert-partitions';
import { dropPartitionsBefore } from './drop-partitions';
import { ensurePartitions } from './ensure-partitions';
import { listPartitions } from './list-partitions';
import { listWeeks } from './list-weeks';
import { partitionedTables } from './partitioned-tables';
import { addWeeks, partitionName, startOfWeek } from './week';

const context = useTestContext();

const thisWeek = startOfWeek(new Date());

async function countEvent(at: Date): Promise<void> {
  await context.pool.query('INSERT INTO counted_events VALUES ($1)', [uuidV7Floor(at)]);
}

async function partitionsOf(table: string): Promise<string[]> {
  return (await listPartitions(context.pool)).filter((it) => it.table === table).map(({ name }) => name);
}

describe('partitions', () => {
  it('are listed by their weeks, also while one of them is locked', async () => {
    const partitions = (await listPartitions(context.pool)).filter(({ table }) => table === 'messages');
    const lock = await openTransaction(context.pool, 'LOCK TABLE messages IN ACCESS EXCLUSIVE MODE');
    const weeks = await listWeeks(context.pool, 'messages');
    await lock.rollback();
    expect(weeks).toEqual(partitions.map(({ name, from }) => ({ partition: name, from })));
  });

  it('exist after the migrations for last week to four weeks ahead, each with the bounds of its week', async () => {
    const partitions = await listPartitions(context.pool);
    for (const { table } of partitionedTables) {
      const own = partitions.filter((it) => it.table === table);
      const weeks = [-1, 0, 1, 2, 3, 4].map((ahead) => addWeeks(thisWeek, ahead));
      expect(own).toEqual(
        weeks.map((from) => ({
          table,
          name: partitionName(table, from),
          from,
          to: addWeeks(from, 1),
          detachPending: false,
        })),
      );
    }
    await expect(assertPartitions(context.pool)).resolves.toBeUndefined();
  });

  it('take the first and last id of their week', async () => {
    await countEvent(thisWeek);
    await countEvent(new Date(addWeeks(thisWeek, 1).getTime() - 1));
    const { rows } = await context.pool.query<{ name: string }>(
      'SELECT DISTINCT tableoid::regclass::text AS name FROM counted_events',
    );
    expect(rows).toEqual([{ name: partitionName('counted_events', thisWeek) }]);
  });

  it('are created once when many replicas ask at the same time', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => ensurePartitions(context.pool, { from: addWeeks(thisWeek, -3), weeksAhead: 5 })),
    );
    // Weeks −3, −2 and +5 are new.
    expect(answers.flat()).toHaveLength(3 * partitionedTables.length);
    expect(await ensurePartitions(context.pool)).toEqual([]);
  });

  it('are created while another transaction writes to the table', async () => {
    const client = await context.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('DELETE FROM messages');
      const created = await ensurePartitions(context.pool, { weeksAhead: 6 });
      expect(created).toHaveLength(partitionedTables.length);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it('refuse an id of a week that has none, as an error of its own kind', async () => {
    const error: unknown = await countEvent(addWeeks(thisWeek, 60)).catch((reason: unknown) => reason);
    expect(isMissingPartition(error)).toBe(true);
  });

  it('have new statistics when they have grown fourfold, and not before', async () => {
    const name = partitionName('counted_events', thisWeek);
    const addRows = (from: number, to: number) =>
      context.pool.query(
        `INSERT INTO counted_events
         SELECT (left($1, 24) || lpad(to_hex(n), 12, '0'))::uuid FROM generate_series($2::int, $3::int) AS n`,
        [uuidV7Floor(thisWeek), from, to],
      );
    // It would renew them by itself, at a time of its own.
    await context.pool.query(`ALTER TABLE ${name} SET (autovacuum_enabled = false)`);
    await addRows(1, 20_000);
    expect(await analyzeGrownPartitions(context.pool, new Date())).toEqual([name]);
    await addRows(20_001, 40_000);
    expect(await analyzeGrownPartitions(context.pool, new Date())).toEqual([]);
    await addRows(40_001, 90_000);
    expect(await analyzeGrownPartitions(context.pool, new Date())).toEqual([name]);
  });

  it('report a duplicate under the name that the index has on the parent', async () => {
    const row = [uuidV7Floor(thisWeek)];
    const insert = `INSERT INTO email_events
        (message_id, id, organization_id, ordinal, recipient, type, identity, occurred_at, mode)
      SELECT $1, gen_random_uuid(), $1, 0, '', 'sent', '1', now(), 'live'`;
    await context.pool.query(insert, row);
    const error: unknown = await context.pool.query(insert, row).catch((reason: unknown) => reason);
    expect(isUniqueViolation(error, 'email_events_pkey')).toBe(true);
    expect(isUniqueViolation(error, 'messages_pkey')).toBe(false);
  });

  it('drop whole weeks before a date, and only those', async () => {
    await ensurePartitions(context.pool, { from: addWeeks(thisWeek, -3) });
    const before = new Date(addWeeks(thisWeek, -1).getTime() + 1);
    const expected = [-3, -2].map((ahead) => partitionName('counted_events', addWeeks(thisWeek, ahead)));
    expect(await dropPartitionsBefore(context.pool, 'counted_events', { date: before })).toEqual(expected);
    expect(await partitionsOf('counted_events')).toContain(
      partitionName('counted_events', addWeeks(thisWeek, -1)),
    );
    expect(await partitionsOf('messages')).toContain(partitionName('messages', addWeeks(thisWeek, -3)));
    expect(await dropPartitionsBefore(context.pool, 'counted_events', { date: before })).toEqual([]);
  });

  it('finish a drop that was interrupted after the detach', async () => {
    const week = addWeeks(thisWeek, -3);
    const name = partitionName('webhook_attempts', week);
    await context.pool.query(`ALTER TABLE webhook_attempts DETACH PARTITION ${name}`);
    expect(await dropPartitionsBefore(context.pool, 'webhook_attempts', { date: addWeeks(week, 1) })).toEqual(
      [name],
    );
  });

  it('stop a boot when next week is missing, and name what is missing', async () => {
    const name = partitionName('recipients', addWeeks(thisWeek, 1));
    await context.pool.query(`DROP TABLE ${name}`);
    await expect(assertPartitions(context.pool)).rejects.toThrow(`(${name})`);
    await ensurePartitions(context.pool);
    await assertPartitions(context.pool);
  });
});
