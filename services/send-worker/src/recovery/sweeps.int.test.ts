import { newId } from '@postrider/contracts/ids';
import { createLogger, createMetrics, createSecretBox, systemClock } from '@postrider/runtime';
import { eventually, testMasterKey, useTestContext } from '@postrider/testkit';
import { claimDue } from '../../test/claim-due';
import { openGate } from '../../test/open-gate';
import { createSender, queueMessage, readMessage, type TestSender } from '../../test/queue-message';
import { beginAttempts } from '../delivery/attempts.repository';
import type { SendGate } from '../restorations/send-gate';
import { takeTurn } from '../take-turn';
import { closeUnanswered, recoverExpired } from './lost-messages.repository';
import { startSweeps } from './start-sweeps';

let gate: SendGate;
let sender: TestSender;
const workerId = newId();

const context = useTestContext();
beforeAll(async () => {
  gate = await openGate(context.servicePool);
  sender = await createSender(context);
});
beforeEach(() => context.pool.query(`UPDATE messages SET status = 'canceled'`));

describe('a lease that expired', () => {
  async function abandoned(to: readonly string[]): Promise<string> {
    const id = await queueMessage(context, sender, { to });
    await claimDue(context.servicePool, sender.organizationId, { workerId });
    return id;
  }
  const expire = (id: string) =>
    context.pool.query(`UPDATE messages SET lease_until = now() - interval '1 min' WHERE id = $1`, [id]);

  it('queues the message again when no body has left', async () => {
    const id = await abandoned(['a@x.test']);
    await expire(id);
    await expect(recoverExpired(context.servicePool, 1_000)).resolves.toEqual([
      expect.objectContaining({ id, status: 'queued', round: 1 }),
    ]);
    expect(await readMessage(context, id)).toMatchObject({ status: 'queued', lease_until: null });
  });

  it('leaves unconfirmed only the recipients whose body may have left', async () => {
    const id = await abandoned(['a@x.test', 'b@x.test']);
    const attempt = {
      messageId: id,
      ordinal: 0,
      round: 1,
      destination: 'mx.test',
      sourceAddress: null,
      transport: null,
      tls: null,
    };
    await beginAttempts(context.servicePool, { transactions: [[attempt]], workerId, gate });
    await expire(id);
    const metrics = createMetrics();
    const sweeps = startSweeps({
      ...{ pool: context.servicePool, gate, metrics, intervalMs: 20, leaseGraceMs: 1_000 },
      clock: systemClock,
      secretBox: createSecretBox({ masterKey: Buffer.from(testMasterKey, 'base64') }),
      log: createLogger({ name: 'sweeps test', level: 'silent' }),
    });
    await eventually(async () => (await readMessage(context, id)).status === 'queued');
    await sweeps.close();
    expect(await metrics.text()).toContain(
      'send_recipients_total{lane="transactional",status="unconfirmed"} 1\n',
    );
    const message = await readMessage(context, id);
    expect(message.recipients.map(({ status }) => status)).toEqual(['unconfirmed', 'queued']);
    expect(message.attempts).toEqual([expect.objectContaining({ result: 'unconfirmed' })]);
  });

  it('is left alone within its grace', async () => {
    const id = await abandoned(['a@x.test']);
    await context.pool.query(`UPDATE messages SET lease_until = now() - interval '2 s' WHERE id = $1`, [id]);
    await expect(recoverExpired(context.servicePool, 3_600_000)).resolves.toEqual([]);
  });

  it('is taken by one of many sweeps', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => abandoned(['a@x.test'])));
    await Promise.all(ids.map(expire));
    const swept = await Promise.all(
      Array.from({ length: 4 }, () => recoverExpired(context.servicePool, 1_000)),
    );
    expect(
      swept
        .flat()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...ids].sort());
  });
});

describe('a message that was sent and never reported on', () => {
  it('becomes unconfirmed after a day, not before', async () => {
    const [old, young] = [await queueMessage(context, sender), await queueMessage(context, sender)];
    for (const [id, hours] of [
      [old, 25],
      [young, 23],
    ] as const) {
      await context.pool.query(
        `UPDATE messages SET status = 'sent', sent_at = now() - $2 * interval '1 hour' WHERE id = $1`,
        [id, hours],
      );
      await context.pool.query(`UPDATE recipients SET status = 'sent' WHERE message_id = $1`, [id]);
    }
    await expect(closeUnanswered(context.servicePool, 24 * 3_600_000)).resolves.toBe(1);
    expect(await readMessage(context, old)).toMatchObject({ status: 'unconfirmed' });
    expect(await readMessage(context, young)).toMatchObject({ status: 'sent' });
  });
});

it('gives one of many replicas its turn in an interval', async () => {
  const turns = await Promise.all(
    Array.from({ length: 5 }, () => takeTurn(context.servicePool, { name: 'test', intervalMs: 60_000 })),
  );
  expect(turns.filter(Boolean)).toHaveLength(1);
  await expect(takeTurn(context.servicePool, { name: 'test', intervalMs: 0 })).resolves.toBe(true);
});
