import { lowestId, newId } from '@postrider/contracts';
import { createLogger } from '@postrider/runtime';
import { createTestContext, eventually, type TestContext } from '@postrider/testkit';
import { createSender, queueMessage } from '../../test/queue-message';
import { ClaimLoop } from './claim-loop';

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());

it('claims a message again, without a look, when it was requeued and is due at once', async () => {
  const sender = await createSender(context);
  const id = await queueMessage(context, sender);
  const rounds: string[] = [];
  const loop = new ClaimLoop(
    {
      pool: context.servicePool,
      gate: { opened: () => Promise.resolve(true) },
      leases: { hold: () => undefined, release: () => undefined, close: () => Promise.resolve() },
      workerId: newId(),
      leaseMs: 60_000,
      screenBulk: (claimed) => Promise.resolve(claimed),
      reserveDays: (claimed) => Promise.resolve(claimed),
      process: async (message) => {
        rounds.push(message.id);
        if (rounds.length > 1) return false;
        // As the outcome does when the server had closed the connection: the round does not count.
        await context.pool.query(
          `UPDATE messages SET status = 'queued', rounds = 0, due_at = now(), lease_until = NULL, lease_owner = NULL
           WHERE id = $1`,
          [message.id],
        );
        return true;
      },
      onRequeued: (organizationId) => loop.wake(organizationId),
      slow: { begin: () => () => false, close: () => Promise.resolve() },
      traces: { put: () => undefined, take: () => undefined },
      queuedIds: () => Promise.resolve({ low: lowestId, high: newId() }),
      log: createLogger({ name: 'claim loop test', level: 'silent' }),
    },
    'transactional',
    10,
  );
  loop.wake(sender.organizationId);
  await eventually(() => rounds.length === 2, { what: 'two rounds' });
  await loop.stop();
  await loop.empty();
  expect(rounds).toEqual([id, id]);
});
