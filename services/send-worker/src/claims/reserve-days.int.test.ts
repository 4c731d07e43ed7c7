import { newId } from '@postrider/contracts/ids';
import { createLogger, systemClock } from '@postrider/runtime';
import { createCancelEmail } from '@postrider/submission';
import { useTestContext } from '@postrider/testkit';
import { claimDue } from '../../test/claim-due';
import { recoverExpired } from '../recovery/lost-messages.repository';
import { createSender, queueMessage, type QueuedOverrides, type TestSender } from '../../test/queue-message';
import type { ClaimedMessage } from './claimed-message';
import { createReserveDays } from './reserve-days';
import { dayOf, startOfDay } from './plan-days';

let sender: TestSender;
const log = createLogger({ name: 'admit test', level: 'silent' });

const context = useTestContext();
beforeEach(async () => {
  sender = await createSender(context);
});

const cap = (dailyCap: number | null, warmUpStartedAt: Date | null = null) =>
  context.pool.query('UPDATE domains SET daily_cap = $2, warm_up_started_at = $3 WHERE id = $1', [
    sender.domain.id,
    dailyCap,
    warmUpStartedAt,
  ]);
const queue = (overrides: QueuedOverrides = {}) => queueMessage(context, sender, overrides);
const claim = async (ids: readonly string[], workerId = newId()) =>
  (await claimDue(context.servicePool, sender.organizationId, { workerId })).filter(({ id }) =>
    ids.includes(id),
  );

async function read(id: string) {
  const { rows } = await context.pool.query<{ reserved_day: string | null; rounds: number }>(
    'SELECT rounds, first_attempt_at, reserved_day::text FROM messages WHERE id = $1',
    [id],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`no message ${id}`);
  return row;
}

/** Recipients for whom a day is reserved, by days from the first. */
async function days(): Promise<number[]> {
  const { rows } = await context.pool.query<{ recipients: number }>(
    'SELECT recipients FROM domain_sending_days WHERE domain_id = $1 ORDER BY day',
    [sender.domain.id],
  );
  return rows.map(({ recipients }) => recipients);
}

describe('a reserved day', () => {
  const admitAs = (workerId: string) =>
    createReserveDays({ pool: context.servicePool, workerId, steps: [3, 5], clock: systemClock, log });
  const admitted = async (ids: readonly string[], workerId = newId()) =>
    (await admitAs(workerId)(await claim(ids, workerId))).map(({ id }) => id);
  /** As the outcome of a claim does that was deferred. */
  const defer = (id: string) =>
    context.pool.query(
      `UPDATE messages SET status = 'queued', due_at = now(), first_attempt_at = coalesce(first_attempt_at, now()),
         lease_owner = NULL, lease_until = NULL WHERE id = $1`,
      [id],
    );
  const makeDue = (id: string) =>
    context.pool.query('UPDATE messages SET due_at = now() WHERE id = $1', [id]);

  it('is asked for once, however often the message is tried', async () => {
    await cap(2);
    const id = await queue();
    expect(await admitted([id])).toEqual([id]);
    await defer(id);
    expect(await admitted([id])).toEqual([id]);
    expect(await days()).toEqual([1]);
  });

  it('counts what the domain was sent to before it had a cap', async () => {
    await context.pool.query(
      `INSERT INTO daily_counters (organization_id, domain_id, day, facet, facet_key, sent)
       VALUES ($1, $2, $3::date, 'total', '', 210)`,
      [sender.organizationId, sender.domain.id, new Date()],
    );
    await cap(212);
    const ids = [await queue(), await queue(), await queue()];
    expect(await admitted(ids)).toEqual(ids.slice(0, 2));
    expect(await days()).toEqual([212, 1]);
  });

  it('that was reserved is kept: on its day the message goes', async () => {
    await cap(1);
    const ids = [await queue(), await queue()];
    const [first = '', later = ''] = ids;
    expect(await admitted(ids)).toEqual([first]);
    expect(await days()).toEqual([1, 1]);
    const { reserved_day: reservedDay } = await read(later);
    expect(reservedDay).toBe(
      startOfDay(dayOf(new Date()) + 1)
        .toISOString()
        .slice(0, 10),
    );
    await makeDue(later);
    expect(await admitted([later])).toEqual([later]);
    expect(await days()).toEqual([1, 1]);
  });

  it('is free again for others when its message is canceled, but not once a server has met it', async () => {
    await cap(1);
    const cancel = createCancelEmail({
      ...{ pool: context.pool, clock: systemClock },
      admissionControl: { beginRefund: () => Promise.resolve(() => Promise.resolve()) },
    });
    const organization = { id: sender.organizationId, plan: 'internal' } as const;
    const principal = { mode: 'live', organization, domainIds: null } as const;
    const [met = '', canceled = '', kept = ''] = [await queue(), await queue(), await queue()];
    await admitted([met, canceled, kept]);
    await defer(met);
    expect(await days()).toEqual([1, 1, 1]);
    for (const id of [met, canceled]) expect(await cancel(principal, id)).toBe('canceled');
    expect(await days()).toEqual([1, 0, 1]);
    const next = await queue();
    await admitted([next]);
    expect(await days()).toEqual([1, 1, 1]);
  });

  it('is waited for without getting older: patience begins when the message is taken on its day', async () => {
    await cap(1);
    const [first, later] = [await queue(), await queue()];
    await admitted([first, later]);
    expect(await read(later)).toMatchObject({ rounds: 0, first_attempt_at: null });
    await makeDue(later);
    const before = Date.now() - 1_000;
    const [message] = await claim([later]);
    expect(message?.isCapped).toBe(false);
    expect(message?.firstAttemptAt.getTime()).toBeGreaterThan(before);
  });

  it('is asked for again by a message whose worker died before it sent anything', async () => {
    await cap(1);
    const id = await queue();
    expect(await admitted([id])).toEqual([id]);
    await context.pool.query(`UPDATE messages SET lease_until = now() - interval '1 min' WHERE id = $1`, [
      id,
    ]);
    await recoverExpired(context.servicePool, 1_000);
    expect((await claim([id])).map(({ isCapped }) => isCapped)).toEqual([true]);
  });

  it('is one for each recipient, and a message gets all of them or none', async () => {
    await cap(3);
    const ids = [
      await queue({ to: ['a@x.test', 'b@x.test'] }),
      await queue({ to: ['a@x.test', 'b@x.test'] }),
    ];
    expect(await admitted(ids)).toEqual([ids[0]]);
    expect(await days()).toEqual([2, 2]);
  });

  it('follows the steps of the warm-up, counted from its first day', async () => {
    await cap(null, new Date(Date.now() - 86_400_000));
    const ids: string[] = [];
    for (let message = 0; message < 7; message += 1) ids.push(await queue());
    // The second step is the last: the next day has no cap.
    expect(await admitted(ids)).toHaveLength(5);
    expect(await days()).toEqual([5, 2]);
  });

  it('is not for test mail, nor for what has expired, nor for other domains', async () => {
    await cap(1);
    const expired = await queue({ expiresAt: new Date(Date.now() - 1_000) });
    const ids = [await queue({ mode: 'test' }), await queue({ mode: 'test' }), expired];
    expect((await admitted(ids)).sort()).toEqual(ids.sort());
    sender = await createSender(context);
    const others = [await queue(), await queue()];
    expect(await admitted(others)).toHaveLength(2);
    expect(await days()).toEqual([]);
  });

  it('is given to no more than there are, by many workers at once', async () => {
    await cap(7);
    await Promise.all(Array.from({ length: 60 }, () => queue()));
    const groups: { workerId: string; claimed: readonly ClaimedMessage[] }[] = [];
    for (let group = 0; group < 12; group += 1) {
      const workerId = newId();
      const claimed = await claimDue(context.servicePool, sender.organizationId, {
        workerId,
        messagesMax: 5,
      });
      groups.push({ workerId, claimed });
    }
    const sent = await Promise.all(groups.map(({ workerId, claimed }) => admitAs(workerId)(claimed)));
    expect(sent.flat()).toHaveLength(7);
    const reserved = await days();
    expect(Math.max(...reserved)).toBe(7);
    expect(reserved.reduce((sum, count) => sum + count, 0)).toBe(60);
  });
});
