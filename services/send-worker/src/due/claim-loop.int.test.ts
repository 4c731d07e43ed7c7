import { lowestId, newId } from '@postrider/contracts/ids';
import { createLogger } from '@postrider/runtime';
import { eventually, useTestContext } from '@postrider/testkit';
import { createSender, queueMessage } from '../../test/queue-message';
import { ClaimLoop } from './claim-loop';

const context = useTestContext();

it('claims a message again, without a look, when it was requeued and is due at once', async () => {
  const sender = await createSender(context);
  const id = await queueMessage(context, sender);
  const rounds: string[] = [];
  // Both loops claim at the start. The second claim finds nothing, and its answer arrives when the message has been requeued and is no
  // longer in hand: what it had reserved is free then, and the loop for organizations with few messages has to look again.
  const inHand = Promise.withResolvers<void>();
  const looked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let looks = 0;
  let foundBySecond: unknown;
  const query = async (statement: { readonly name: string; readonly text: string }): Promise<unknown> => {
    const isLook = statement.name === 'claims.find-due-messages';
    if (isLook) looks += 1;
    if (!isLook || looks !== 2) return context.servicePool.query(statement);
    await inHand.promise;
    const found = await context.servicePool.query(statement);
    foundBySecond = found.rows;
    looked.resolve();
    await released.promise;
    return found;
  };
  const loop = new ClaimLoop(
    {
      pool: { query } as unknown as typeof context.servicePool,
      gate: { opened: () => Promise.resolve(true) },
      leases: { hold: () => undefined, release: () => released.resolve(), close: () => Promise.resolve() },
      workerId: newId(),
      leaseMs: 60_000,
      screenBulk: (claimed) => Promise.resolve(claimed),
      reserveDays: (claimed) => Promise.resolve(claimed),
      process: async (message) => {
        rounds.push(message.id);
        if (rounds.length > 1) return false;
        inHand.resolve();
        await looked.promise;
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
  expect(foundBySecond).toEqual([]);
});
