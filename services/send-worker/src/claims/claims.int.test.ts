import { newId } from '@postrider/contracts/ids';
import { createDatabase } from '@postrider/db';
import { createCancelEmail } from '@postrider/submission';
import { systemClock } from '@postrider/runtime';
import { useTestContext } from '@postrider/testkit';
import { beginAttempts } from '../delivery/attempts.repository';
import { createSender, queueMessage, readMessage, type TestSender } from '../../test/queue-message';
import { openGate } from '../../test/open-gate';
import type { SendGate } from '../restorations/send-gate';
import { claimDue } from '../../test/claim-due';
import { claimMessages, renewLeases } from './claims.repository';
import { findDueOrganizations, findExpired, findQueuedIds } from './find-due.repository';

let gate: SendGate;
let sender: TestSender;
const workerId = newId();
const leaseMs = 60_000;
/** Where no quota is counted there is nothing to refund. */
const unlimited = { beginRefund: () => Promise.resolve(() => Promise.resolve()) };

const context = useTestContext();
beforeAll(async () => {
  gate = await openGate(context.servicePool);
});
beforeEach(async () => {
  sender = await createSender(context);
});

const claim = ({ organizationId }: TestSender, worker = workerId) =>
  claimDue(context.servicePool, organizationId, { workerId: worker });

describe('claiming', () => {
  it('brings the content, the pending recipients and the delivery round', async () => {
    const id = await queueMessage(context, sender, {
      to: ['a@x.test', 'b@x.test'],
      metadata: { order: '7' },
      headers: { 'X-A': 'b' },
    });
    await context.pool.query(
      `UPDATE recipients SET status = 'delivered' WHERE message_id = $1 AND ordinal = 0`,
      [id],
    );
    expect(await claim(sender)).toEqual([
      expect.objectContaining({
        id,
        round: 1,
        isExpired: false,
        metadata: { order: '7' },
        content: { kind: 'inline', body: { html: '<p>Thanks</p>', text: 'Thanks', headers: { 'X-A': 'b' } } },
        pending: [{ ordinal: 1, address: 'b@x.test' }],
      }),
    ]);
  });

  it('leaves large bodies and attachments for later', async () => {
    const large = await queueMessage(context, sender, { html: 'x'.repeat(70_000) });
    const attached = await queueMessage(context, sender, {
      attachments: [{ filename: 'a', content: Buffer.from('abc') }],
    });
    const empty = await queueMessage(context, sender, {
      attachments: [{ filename: 'empty.log', content: Buffer.alloc(0) }],
    });
    const claimed = await claim(sender);
    expect(claimed.map(({ id }) => id)).toEqual([large, attached, empty]);
    expect(claimed.map(({ content }) => content.kind)).toEqual(['heavy', 'heavy', 'heavy']);
  });

  it('of one message by many workers at once succeeds for one', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => queueMessage(context, sender)));
    const results = await Promise.all(Array.from({ length: 6 }, () => claim(sender, newId())));
    const claimed = results.flat().map(({ id }) => id);
    expect(claimed.sort()).toEqual([...ids].sort());
  });

  it('and canceling at the same instant: exactly one of them wins, 400 times', async () => {
    const cancel = createCancelEmail({ pool: context.pool, clock: systemClock, admissionControl: unlimited });
    const organization = { id: sender.organizationId, plan: 'internal' as const };
    const principal = { mode: 'live', organization, domainIds: null } as const;
    const wins = { claimed: 0, canceled: 0 };
    for (let turn = 0; turn < 40; turn += 1) {
      const ids = await Promise.all(Array.from({ length: 10 }, () => queueMessage(context, sender)));
      // The first call has the better start: they alternate.
      const claims = async () => {
        const taken = await Promise.all(
          ids.map(() => claimDue(context.servicePool, sender.organizationId, { messagesMax: 1 })),
        );
        const takenIds = new Set(taken.flat().map(({ id }) => id));
        return ids.map((id) => takenIds.has(id));
      };
      const cancels = () => Promise.all(ids.map((id) => cancel(principal, id)));
      const [claimed, canceled] =
        turn % 2 === 0
          ? await Promise.all([claims(), cancels()])
          : (await Promise.all([cancels(), claims()])).toReversed();
      for (const [index, id] of ids.entries()) {
        const isClaimed = claimed?.[index] === true;
        expect(canceled?.[index]).toBe(isClaimed ? 'not_cancelable' : 'canceled');
        const { status, recipients } = await readMessage(context, id);
        expect([status, recipients[0]?.status]).toEqual(
          isClaimed ? ['sending', 'queued'] : ['canceled', 'canceled'],
        );
        wins[isClaimed ? 'claimed' : 'canceled'] += 1;
      }
    }
    // Had one side always won, nothing would have met.
    expect(Math.min(wins.claimed, wins.canceled)).toBeGreaterThan(0);
  });

  it('takes the earliest due first, as many as asked for', async () => {
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const ids = [
      await queueMessage(context, sender, { dueAt: minutesAgo(1) }),
      await queueMessage(context, sender, { dueAt: minutesAgo(3) }),
      await queueMessage(context, sender, { dueAt: minutesAgo(2) }),
    ];
    const claimed = await claimDue(context.servicePool, sender.organizationId, { messagesMax: 2 });
    expect(claimed.map(({ id }) => id)).toEqual([ids[1], ids[2]]);
  });

  it('takes what the clock of another machine made due a moment early, but nothing scheduled', async () => {
    const soon = new Date(Date.now() + 500);
    const id = await queueMessage(context, sender, { dueAt: soon });
    const scheduled = await queueMessage(context, sender, { scheduledAt: soon });
    const claimed = (await claim(sender)).map((message) => message.id);
    expect(claimed).toContain(id);
    // Its time may come before the claim does.
    const { lease_until: leaseUntil } = await readMessage(context, scheduled);
    if (claimed.includes(scheduled)) {
      expect((leaseUntil?.getTime() ?? 0) - leaseMs).toBeGreaterThanOrEqual(soon.getTime());
    }
  });

  it('takes nothing that is not due', async () => {
    await queueMessage(context, sender, { dueAt: new Date(Date.now() + 60_000) });
    expect(await claim(sender)).toEqual([]);
  });

  it('leaves the messages of an organization that may not send as they are', async () => {
    const paused = await createSender(context, { sendingPausedAt: new Date() });
    const id = await queueMessage(context, paused);
    const before = await readMessage(context, id);
    expect(await claim(paused)).toEqual([]);
    expect(await readMessage(context, id)).toEqual(before);
  });

  it('takes expired messages of an organization that may not send, so that they fail on time', async () => {
    const paused = await createSender(context, { sendingPausedAt: new Date() });
    const id = await queueMessage(context, paused, { expiresAt: new Date(Date.now() - 1_000) });
    await queueMessage(context, paused, { expiresAt: new Date(Date.now() + 60_000) });
    const found = await findExpired(context.servicePool, 10);
    expect(found).toContainEqual({ id, organizationId: paused.organizationId, queue: 'transactional' });
    const ids = found.map((each) => each.id).sort();
    const claimed = await claimMessages(context.servicePool, { ids, workerId, leaseMs });
    expect(claimed).toEqual([expect.objectContaining({ id, isExpired: true })]);
  });
});

describe('a drained queue', () => {
  const drain = (queue: string) =>
    context.pool.query(
      `INSERT INTO queue_drains (id, queue, reason, operator) VALUES ($1, $2, 'why', 'olga')`,
      [...[newId(), queue]],
    );
  afterEach(() => context.pool.query('DELETE FROM queue_drains'));

  it('has nothing claimed, while others have', async () => {
    await queueMessage(context, sender);
    const bulk = await queueMessage(context, sender, { lane: 'bulk' });
    await drain('transactional');
    const due = await findDueOrganizations(context.servicePool);
    const organizationId = sender.organizationId;
    expect(due.filter((each) => each.organizationId === organizationId)).toEqual([
      { organizationId, queue: 'bulk' },
    ]);
    expect((await claim(sender)).map(({ id }) => id)).toEqual([bulk]);
  });

  it('has nothing claimed that was found before it was drained, but what has expired', async () => {
    const id = await queueMessage(context, sender);
    const expired = await queueMessage(context, sender, { expiresAt: new Date(Date.now() - 1_000) });
    await context.pool.query('UPDATE messages SET rounds = 1 WHERE id = ANY($1)', [[id, expired]]);
    await drain('retry');
    const ids = [id, expired].toSorted();
    const claimed = await claimMessages(context.servicePool, { ids, workerId, leaseMs });
    expect(claimed.map((message) => message.id)).toEqual([expired]);
  });
});

describe('the look at what is due', () => {
  const due = async () =>
    (await findDueOrganizations(context.servicePool))
      .filter(({ organizationId }) => organizationId === sender.organizationId)
      .map(({ queue }) => queue)
      .sort();

  it('finds each queue in which an organization has something due', async () => {
    await queueMessage(context, sender);
    await queueMessage(context, sender);
    await queueMessage(context, sender, { mode: 'test' });
    await queueMessage(context, sender, { lane: 'bulk', dueAt: new Date(Date.now() + 60_000) });
    const retry = await queueMessage(context, sender, { lane: 'bulk' });
    await context.pool.query('UPDATE messages SET rounds = 1 WHERE id = $1', [retry]);
    expect(await due()).toEqual(['retry', 'test', 'transactional']);
  });

  it('passes over organizations that may not send', async () => {
    sender = await createSender(context, { sendingPausedAt: new Date() });
    await queueMessage(context, sender);
    expect(await due()).toEqual([]);
  });

  it('knows the week of the oldest queued message', async () => {
    const now = new Date();
    const id = await queueMessage(context, sender);
    const { low, high } = await findQueuedIds(context.servicePool, now);
    expect(low < id && id < high).toBe(true);
    // Without weeks that have no queued messages.
    await context.pool.query(`UPDATE messages SET status = 'canceled'`);
    const later = await findQueuedIds(context.servicePool, now);
    expect(later.low >= low && later.low < id).toBe(true);
  });
});

describe('a claim', () => {
  it('does not wait for the disk; the attempt that follows does', async () => {
    const database = createDatabase({
      url: context.databaseUrl,
      applicationName: 'claims test',
      poolSize: 1,
      onConnectionError: () => undefined,
    });
    const { pool } = database;
    const id = await queueMessage(context, sender);
    const commitOf = async (work: () => Promise<unknown>): Promise<unknown> => {
      await pool.query('BEGIN');
      await work();
      const { rows } = await pool.query<{ synchronous_commit: string }>('SHOW synchronous_commit');
      await pool.query('COMMIT');
      return rows[0]?.synchronous_commit;
    };
    const transactions = [
      [
        {
          messageId: id,
          ordinal: 0,
          round: 1,
          destination: 'mx.test',
          sourceAddress: null,
          transport: null,
          tls: null,
        },
      ],
    ];
    expect(await commitOf(() => claimDue(pool, sender.organizationId, { workerId }))).toBe('off');
    expect(await commitOf(() => beginAttempts(pool, { transactions, workerId, gate }))).toBe('on');
    await database.close();
  });
});

describe('a lease', () => {
  it('is renewed for its holder only', async () => {
    const id = await queueMessage(context, sender);
    await claim(sender);
    expect(await renewLeases(context.servicePool, { ids: [id], workerId, leaseMs })).toEqual(new Set([id]));
    expect(await renewLeases(context.servicePool, { ids: [id], workerId: newId(), leaseMs })).toEqual(
      new Set(),
    );
  });

  it('that ended or passed to another worker lets no attempt begin', async () => {
    const [mine, ended, taken] = await Promise.all([
      queueMessage(context, sender),
      queueMessage(context, sender),
      queueMessage(context, sender),
    ]);
    await claim(sender);
    await context.pool.query(`UPDATE messages SET lease_until = now() - interval '1 s' WHERE id = $1`, [
      ended,
    ]);
    await context.pool.query('UPDATE messages SET lease_owner = $2 WHERE id = $1', [taken, newId()]);
    const transactions = [mine, ended, taken].map((messageId) => [
      {
        messageId,
        ordinal: 0,
        round: 1,
        destination: 'mx.test',
        sourceAddress: null,
        transport: null,
        tls: null,
      },
    ]);
    await expect(beginAttempts(context.servicePool, { transactions, workerId, gate })).resolves.toEqual([
      true,
      false,
      false,
    ]);
    // The same attempt twice is not two attempts.
    await expect(beginAttempts(context.servicePool, { transactions, workerId, gate })).resolves.toEqual([
      false,
      false,
      false,
    ]);
  });
});
