import { createMessage, createOrganization } from '@postrider/testkit';
import { openDatabaseBefore, type OldDatabase } from '../../test/old-database';

let database: OldDatabase;
let organizationId: string;
beforeAll(async () => {
  database = await openDatabaseBefore('20261122041619_message_state_columns');
  organizationId = (await createOrganization(database.pool)).id;
});
afterAll(() => database.close());

/** A row as the release before the migration wrote it. @returns its id */
async function oldMessage(row: {
  readonly status?: 'queued' | 'sending' | 'canceled';
  readonly dueAt: string;
  readonly firstAttemptAt?: string;
}): Promise<string> {
  const { status = 'queued', dueAt, firstAttemptAt = null } = row;
  const { id } = await createMessage(database.pool, { organizationId, status, finalAt: null });
  await database.pool.query('UPDATE messages SET due_at = $2, first_attempt_at = $3 WHERE id = $1', [
    id,
    dueAt,
    firstAttemptAt,
  ]);
  return id;
}

async function read(id: string) {
  const { rows } = await database.pool.query<{ due_at: Date | null; reserved_day: string | null }>(
    'SELECT due_at, first_attempt_at, reserved_day::text FROM messages WHERE id = $1',
    [id],
  );
  return rows[0];
}

it('keeps what old rows said by special times: their day, and that they are held', async () => {
  const ids = {
    reserved: await oldMessage({
      dueAt: '2026-12-01T00:00:00Z',
      firstAttemptAt: '2026-11-30T23:59:00Z',
    }),
    pausedOnItsDay: await oldMessage({
      dueAt: '2026-12-01T09:30:12.345Z',
      firstAttemptAt: '2026-11-30T23:59:00Z',
    }),
    inHandOnItsDay: await oldMessage({
      status: 'sending',
      dueAt: '2026-12-01T00:00:00Z',
      firstAttemptAt: '2026-11-30T23:59:00Z',
    }),
    deferred: await oldMessage({
      dueAt: '2026-12-01T00:10:00Z',
      firstAttemptAt: '2026-11-30T23:59:00.001Z',
    }),
    new: await oldMessage({ dueAt: '2026-12-01T00:00:00Z' }),
    held: await oldMessage({ dueAt: '9999-01-01T00:00:00Z' }),
    heldUntilItExpires: await oldMessage({ dueAt: '2026-12-24T18:00:02Z' }),
  };
  await database.migrate();

  const reserved = { reserved_day: '2026-12-01', first_attempt_at: new Date('2026-11-30T23:59:00Z') };
  expect(await read(ids.reserved)).toEqual({ ...reserved, due_at: new Date('2026-12-01T00:00:00Z') });
  expect(await read(ids.pausedOnItsDay)).toMatchObject(reserved);
  expect(await read(ids.inHandOnItsDay)).toMatchObject(reserved);
  expect(await read(ids.deferred)).toMatchObject({ reserved_day: null });
  expect(await read(ids.new)).toMatchObject({ reserved_day: null, first_attempt_at: null });
  expect(await read(ids.held)).toMatchObject({ due_at: null, reserved_day: null });
  expect(await read(ids.heldUntilItExpires)).toMatchObject({ due_at: new Date('2026-12-24T18:00:02Z') });
});
