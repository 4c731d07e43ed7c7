import { newId } from '@postrider/contracts/ids';
import { createRedis } from '@postrider/messaging';
import { createLogger } from '@postrider/runtime';
import { eventually } from '@postrider/testkit';
import { createReadWaiting } from '@postrider/waiting';
import type { Fault } from '../../test/waiting-fault';
import { faults } from '../../test/waiting-faults';
import { copyMessage, startWaitingWorld, type WaitingWorld } from '../../test/waiting-world';

/*
 * A table of faults, each with an email of its own: while the fault holds, its cause is named; when it is repaired, the cause goes, and
 * the email with it. Those of the table are there at once; the others stop everybody's mail, and come one after the other.
 */

let world: WaitingWorld;
const runs = new Map<string, ReturnType<typeof runFault>>();

beforeAll(async () => {
  world = await startWaitingWorld();
  await world.server('ok');
  for (const fault of faults) {
    const run = runFault(fault);
    run.catch(() => undefined);
    runs.set(fault.name, run);
  }
});
afterAll(() => world.close());

/** @returns for how long it had waited, in milliseconds */
async function runFault({ begin, cause, expected }: Fault) {
  const { id, repair } = await begin(world);
  const { since } = await world.waits(id, { cause, ...expected });
  const ageMs = Date.now() - Date.parse(since ?? '');
  await repair();
  await world.arrives(id);
  return ageMs;
}

test.each(faults)('$name: $cause, until it is repaired', async ({ name }) => {
  expect(await runs.get(name)).toBeLessThan(90_000);
});

describe('what keeps no email is not named', () => {
  test.each([
    ['its domain failed after it was accepted', 'failed'],
    ['its domain is disabled', 'disabled'],
  ])('%s: it is sent', async (_, status) => {
    const sender = await world.newSender();
    await world.sql('UPDATE domains SET status = $2 WHERE id = $1', [sender.domain.id, status]);
    const id = await world.send({ to: ['jane@ok.test'] }, sender);
    await world.harness.reaches(id, 'delivered');
    expect(await world.why(id)).toBeNull();
  });

  test('it has expired: it failed', async () => {
    const id = await world.send({ to: ['jane@ok.test'], expiresAt: new Date(Date.now() - 1_000) });
    await world.harness.reaches(id, 'failed');
    expect(await world.why(id)).toBeNull();
  });

  test('it was canceled', async () => {
    const id = await world.send({ to: ['jane@ok.test'], dueAt: null });
    await world.sql(`UPDATE messages SET status = 'canceled' WHERE id = $1`, [id]);
    expect(await world.why(id)).toBeNull();
  });
});

describe('one after the other', () => {
  beforeAll(() => Promise.allSettled(runs.values()), 90_000);

  test('thousands of its own organization are due before it: backlog, with their number', async () => {
    const target = await world.server('flooded', { kind: 'hang', at: 'rcpt' });
    const sender = await world.newSender();
    const flood = {
      to: [`jane@${target.domain}`],
      lane: 'bulk' as const,
      dueAt: new Date(Date.now() + 3_600_000),
    };
    const first = await world.send(flood, sender);
    const ids = await copyMessage(world, first, 3_000);
    await world.sql(`UPDATE messages SET due_at = now() - interval '1 min' WHERE id = ANY($1)`, [ids]);
    const id = await world.send({ to: ['jane@ok.test'], lane: 'bulk' }, sender);
    await world.waits(id, {
      ...{ cause: 'backlog', actor: 'none', next_attempt_at: null },
      detail: expect.stringMatching(/^(3,000|2,9\d\d) earlier emails are due$/),
    });
    await world.sql(`UPDATE messages SET status = 'canceled' WHERE id = ANY($1) AND status = 'queued'`, [
      ids,
    ]);
    await target.repair();
    await world.arrives(id);
  });

  test('an operator drains its queue: queue_paused', async () => {
    await world.sql(
      `INSERT INTO queue_drains (id, queue, reason, operator) VALUES ($1, 'bulk', 'their maintenance', 'olga')`,
      [newId()],
    );
    const id = await world.send({ to: ['jane@ok.test'], lane: 'bulk' });
    await world.waits(id, { cause: 'queue_paused', actor: 'platform', detail: null });
    const other = await world.send({ to: ['jane@ok.test'] });
    await world.harness.reaches(other, 'delivered');
    await world.sql('UPDATE queue_drains SET ended_at = now()');
    await world.arrives(id);
  });

  test('the key of its domain cannot be opened: domain', async () => {
    const sender = await world.newSender();
    const { rows } = await world.harness.context.pool.query<{ private_key: string }>(
      `UPDATE dkim_keys k SET private_key = 'v1.deadbeef.AAAA.BBBB' FROM dkim_keys before
        WHERE k.domain_id = $1 AND before.id = k.id RETURNING before.private_key`,
      [sender.domain.id],
    );
    const id = await world.send({ to: ['jane@ok.test'] }, sender);
    await world.waits(id, { cause: 'domain', actor: 'platform' });
    await world.sql('UPDATE dkim_keys SET private_key = $2 WHERE domain_id = $1', [
      sender.domain.id,
      rows[0]?.private_key,
    ]);
    // Domains are looked at again after a minute.
    world.passTime(61_000);
    await world.arrives(id);
  });

  test('Redis does not answer: what the database knows is said, and no worker is missed', async () => {
    const log = createLogger({ name: 'waiting test', level: 'silent' });
    const redis = createRedis({ url: 'redis://127.0.0.1:1', name: 'waiting test', log });
    const readWaiting = createReadWaiting({ pool: world.harness.context.pool, redis });
    const target = await world.server('greylists4', {
      kind: 'reject',
      at: 'rcpt',
      code: 451,
      text: '4.7.1 Greylisted',
    });
    const id = await world.send({ to: [`jane@${target.domain}`] });
    await world.waits(id, { cause: 'retry' });
    const due = await world.send({ to: ['jane@ok.test'], dueAt: new Date(Date.now() + 3_600_000) });
    const leaseFor = (time: string) =>
      world.sql(
        `UPDATE messages SET status = 'sending', lease_owner = id, lease_until = now() + $2::interval WHERE id = $1`,
        [due, time],
      );
    await leaseFor('1 hour');
    const found = await readWaiting([id, due]);
    expect(found.get(id)?.cause).toBe('retry');
    expect(found.get(due)?.cause).toBe('sending');
    redis.disconnect();
    await leaseFor('-1 hour');
    await target.repair();
    for (const each of [id, due]) await world.arrives(each);
  });

  test('the database was restored: restoration_hold', async () => {
    const id = await world.send({ to: ['jane@ok.test'], dueAt: new Date(Date.now() + 3_600_000) });
    await world.sql(
      `INSERT INTO restorations (id, found_at, reason, marks, last_message_id)
       VALUES ($1, now(), 'operator', '{}', 'ffffffff-ffff-ffff-ffff-ffffffffffff')`,
      [newId()],
    );
    await world.waits(id, { cause: 'restoration_hold', actor: 'platform', next_attempt_at: null });
    await eventually(async () => {
      const { rowCount } = await world.harness.context.pool.query(
        'SELECT FROM restorations WHERE held_at IS NOT NULL',
      );
      return rowCount === 1;
    });
    expect((await world.why(id))?.cause).toBe('restoration_hold');
    await world.sql('DELETE FROM message_holds WHERE message_id = $1', [id]);
    await world.sql('UPDATE messages SET due_at = now() WHERE id = $1', [id]);
    await world.arrives(id);
  });

  test('all workers have stopped: no_worker, until one starts', async () => {
    await world.stopWorker();
    const id = await world.send({ to: ['jane@ok.test'] });
    await world.waits(id, { cause: 'no_worker', actor: 'platform', next_attempt_at: null });
    await world.restartWorker();
    await world.arrives(id);
  });
});
