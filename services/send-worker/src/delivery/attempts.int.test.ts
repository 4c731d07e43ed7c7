import assert from 'node:assert';
import { newId } from '@postrider/contracts/ids';
import { createTestContext, type TestContext } from '@postrider/testkit';
import { claimDue } from '../../test/claim-due';
import { openGate } from '../../test/open-gate';
import { createSender, queueMessage } from '../../test/queue-message';
import type { ClaimedMessage } from '../claims/claimed-message';
import { createMessagesInHand } from '../fairness/messages-in-hand';
import { createTransactionsInFlight } from '../fairness/transactions-in-flight';
import { createCommitAttempts } from './attempts.repository';

let context: TestContext;

beforeEach(async () => {
  context = await createTestContext();
});

afterEach(() => context.close());

async function claimOne(workerId: string): Promise<ClaimedMessage> {
  const sender = await createSender(context);
  await queueMessage(context, sender);
  const [message] = await claimDue(context.servicePool, sender.organizationId, { workerId });
  assert(message);
  return message;
}

/** Commits the attempt of a message that had one message of its organization in hand when its transaction began. */
async function observedOf({ others }: { others: number }): Promise<number[]> {
  const workerId = newId();
  const message = await claimOne(workerId);
  const inHand = createMessagesInHand();
  const observed: number[] = [];
  const commitAttempts = createCommitAttempts({
    ...{ pool: context.servicePool, workerId, inHand, gate: await openGate(context.servicePool) },
    inFlight: createTransactionsInFlight({ isPaced: () => false }),
    pacer: { observe: (tookMs) => void observed.push(tookMs) },
  });
  inHand.add(message);
  const senderSize = inHand.sizeOf(message);
  for (let count = 0; count < others; count += 1) inHand.add(message);
  const [recipient] = message.pending;
  assert(recipient);
  const attempt = {
    ...{ messageId: message.id, ordinal: recipient.ordinal, round: message.round },
    ...{ destination: 'mx.test', sourceAddress: null, transport: null, tls: null },
  };
  expect(await commitAttempts({ message, senderSize, attempts: [attempt] })).toBe(true);
  return observed;
}

it('floods are paced by how long the attempts of a small sender take', async () => {
  expect(await observedOf({ others: 0 })).toHaveLength(1);
});

it('the first message of a flood does not pace the flood', async () => {
  expect(await observedOf({ others: 2 })).toEqual([]);
});
