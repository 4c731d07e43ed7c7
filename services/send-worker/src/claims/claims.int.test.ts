import { newId } from '@postrider/contracts';
import { createDatabase } from '@postrider/db';
import { createCancelEmail } from '@postrider/submission';
import { systemClock } from '@postrider/runtime';
import { createTestContext, type TestContext } from '@postrider/testkit';
import { beginAttempts } from '../delivery/attempts.repository';
import { createSender, queueMessage, readMessage, type Sender } from '../../test/queue-message';
import { openGate } from '../../test/open-gate';
import type { SendGate } from '../restorations/send-gate';
import { claimMessages, renewLeases } from './claims.repository';

let context: TestContext;
let gate: SendGate;
let sender: Sender;
const workerId = newId();
const leaseMs = 60_000;
/** Where no quota is counted there is nothing to refund. */
const unlimited = { beginRefund: () => Promise.resolve(() => Promise.resolve()) };

beforeAll(async () => {
  context = await createTestContext();
  gate = await openGate(context.servicePool);
  sender = await createSender(context);
});
afterAll(() => context.close());

const claim = (ids: readonly string[], worker = workerId) =>
  claimMessages(context.servicePool, { ids, workerId: worker, leaseMs });

describe('claiming', () => {
  it('brings the content, the pending recipients and the delivery pass', async () => {
    const id = await queueMessage(context, sender, {
      to: ['a@x.test', 'b@x.test'],
      metadata: { order: '7' },
      headers: { 'X-A': 'b' },
    });
    await context.pool.query(
      `UPDATE recipients SET status = 'delivered' WHERE message_id = $1 AND ordinal = 0`,
      [id],
    );
    const { claimed } = await claim([id]);
    expect(claimed).toEqual([
      expect.objectContaining({
        id,
        pass: 1,
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
    const { claimed } = await claim([large, attached]);
    expect(claimed.map(({ content }) => content.kind)).toEqual(['heavy', 'heavy']);
  });

  it('of one message by many workers at once succeeds for one', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => queueMessage(context, sender)));
    const results = await Promise.all(Array.from({ length: 6 }, () => claim(ids, newId())));
    const claimed = results.flatMap((result) => result.claimed.map(({ id }) => id));
    expect(claimed.sort()).toEqual([...ids].sort());
  });

  it('and canceling at the same instant: exactly one of them wins, 400 times', async () => {
    const cancel = createCancelEmail({ pool: context.pool, clock: systemClock, admissionControl: unlimited });
    const organization = { id: sender.organizationId, plan: 'internal' as const };
    const principal = { mode: 'live', organization, domainIds: [] } as const;
    const wins = { claimed: 0, canceled: 0 };
    for (let turn = 0; turn < 40; turn += 1) {
      const ids = await Promise.all(Array.from({ length: 10 }, () => queueMessage(context, sender)));
      // Whoever is asked first has the better start: they take turns.
      const claims = () => Promise.all(ids.map(async (id) => (await claim([id])).claimed.length));
      const cancels = () => Promise.all(ids.map((id) => cancel(principal, id)));
      const [claimed, canceled] =
        turn % 2 === 0
          ? await Promise.all([claims(), cancels()])
          : (await Promise.all([cancels(), claims()])).toReversed();
      for (const [index, id] of ids.entries()) {
        const isClaimed = claimed?.[index] === 1;
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
  }, 60_000);

  it('takes what has expired even where sending is paused, so that it fails on time', async () => {
    const paused = await createSender(context, { sendingPausedAt: new Date() });
    const id = await queueMessage(context, paused, { expiresAt: new Date(Date.now() - 1_000) });
    const { claimed, pausedIds } = await claim([id]);
    expect(pausedIds).toEqual([]);
    expect(claimed).toEqual([expect.objectContaining({ id, isExpired: true })]);
  });

  it('takes what the clock of another machine made due a moment early', async () => {
    const id = await queueMessage(context, sender, { dueAt: new Date(Date.now() + 500) });
    const { claimed } = await claim([id]);
    expect(claimed.map((message) => message.id)).toEqual([id]);
  });

  it('takes nothing that is not due', async () => {
    const id = await queueMessage(context, sender, { dueAt: new Date(Date.now() + 60_000) });
    expect(await claim([id])).toEqual({ claimed: [], pausedIds: [] });
  });

  it('leaves queued messages of an organization that may not send, without counting a delivery pass', async () => {
    const paused = await createSender(context, { sendingPausedAt: new Date() });
    const id = await queueMessage(context, paused);
    expect(await claim([id])).toEqual({ claimed: [], pausedIds: [id] });
    const message = await readMessage(context, id);
    expect(message).toMatchObject({ status: 'queued', rounds: 0, lease_until: null });
    expect(message.due_at.getTime()).toBeGreaterThan(Date.now() + 30_000);
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
      [{ messageId: id, ordinal: 0, pass: 1, destination: 'mx.test', sourceAddress: null, transport: null }],
    ];
    expect(await commitOf(() => claimMessages(pool, { ids: [id], workerId, leaseMs }))).toBe('off');
    expect(await commitOf(() => beginAttempts(pool, { transactions, workerId, gate }))).toBe('on');
    await database.close();
  });
});

describe('a lease', () => {
  it('is renewed for its holder only', async () => {
    const id = await queueMessage(context, sender);
    await claim([id]);
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
    await claim([mine, ended, taken]);
    await context.pool.query(`UPDATE messages SET lease_until = now() - interval '1 s' WHERE id = $1`, [
      ended,
    ]);
    await context.pool.query('UPDATE messages SET lease_owner = $2 WHERE id = $1', [taken, newId()]);
    const transactions = [mine, ended, taken].map((messageId) => [
      { messageId, ordinal: 0, pass: 1, destination: 'mx.test', sourceAddress: null, transport: null },
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
