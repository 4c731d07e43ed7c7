import {
  createTestContext,
  eventually,
  startSmtpSink,
  type SmtpSink,
  type TestContext,
} from '@postrider/testkit';
import { createSender, queueMessage, readMessage, type TestSender } from '../../test/queue-message';
import { startTestWorker, type TestWorker } from '../../test/start-test-worker';

let context: TestContext;
let sink: SmtpSink;
let deadSink: SmtpSink;
let worker: TestWorker;

beforeEach(async () => {
  context = await createTestContext();
  sink = await startSmtpSink();
  deadSink = await startSmtpSink();
});

/** @param slowMessagesMax 0: what hangs keeps its permit, and only the shares of others help */
async function startWorker(slowMessagesMax = 0): Promise<void> {
  const routes = `dead.test=${deadSink.url}?connections=100,*=${sink.url}?final=true`;
  const inHandMax = { transactional: 20, bulk: 20, retry: 20, test: 20 };
  const constants = { inHandMax, slowMessagesMax, sweepIntervalMs: 60_000 };
  worker = await startTestWorker(context, { DELIVERY_ROUTES: routes }, { constants });
}

afterEach(async () => {
  await Promise.all([deadSink.close(), sink.close()]);
  await worker.close();
  await context.close();
});

async function queueMany(sender: TestSender, to: string, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => queueMessage(context, sender, { to: [to] })));
}

/** One message a job, the most expensive way to flood. */
async function enqueue({ organizationId }: TestSender, ids: readonly string[]): Promise<void> {
  await Promise.all(
    ids.map((id) =>
      worker.broker.publisher.publishJob('send.transactional', {
        messages: [{ message_id: id, organization_id: organizationId }],
      }),
    ),
  );
}

const statusOf = async (id: string) => (await readMessage(context, id)).status;

it('the first message of an organization does not wait for the flood of another, and of that nothing is lost', async () => {
  await startWorker();
  sink.behave({ kind: 'slow', delayMs: 50 });
  const [flooder, victim] = [await createSender(context), await createSender(context)];
  const flood = await queueMany(flooder, 'jane@example.test', 500);
  const [first] = await queueMany(victim, 'john@example.test', 1);
  await enqueue(flooder, flood);
  await enqueue(victim, [first as string]);
  await eventually(async () => (await statusOf(first as string)) === 'delivered', { what: 'the victim' });
  expect(sink.messages.findIndex(({ to }) => to[0] === 'john@example.test')).toBeLessThan(250);
  await eventually(() => sink.messages.length === 501, { what: 'the flood' });
  await eventually(async () => (await statusOf(flood.at(-1) as string)) === 'delivered');
});

it('mails to servers that never answer the final dot do not hold up those of others', async () => {
  await startWorker();
  deadSink.behave({ kind: 'hang', at: 'end-of-data' });
  const stuck = await Promise.all(Array.from({ length: 3 }, () => createSender(context)));
  for (const sender of stuck) await enqueue(sender, await queueMany(sender, 'jane@dead.test', 20));
  await eventually(() => deadSink.openConnections > 10, { what: 'many that hang' });
  const victim = await createSender(context);
  const ids = await queueMany(victim, 'john@example.test', 10);
  await enqueue(victim, ids);
  await eventually(() => sink.messages.length === 10, { what: 'all of the victim' });
});

it('mails to servers that never answer the final dot do not hold up other mail of their organization', async () => {
  await startWorker(100);
  deadSink.behave({ kind: 'hang', at: 'end-of-data' });
  const sender = await createSender(context);
  await enqueue(sender, await queueMany(sender, 'jane@dead.test', 15));
  await eventually(() => deadSink.openConnections >= 8, { what: 'many that hang' });
  const ids = await queueMany(sender, 'john@example.test', 10);
  await enqueue(sender, ids);
  await eventually(() => sink.messages.length === 10, { timeoutMs: 50_000, what: 'all that do not hang' });
});

it.each([
  ['its bulk mail', { lane: 'bulk' }],
  ['its retries', { dueAt: null }],
] as const)('a message does not wait for %s', async (...[, overrides]) => {
  await startWorker();
  deadSink.behave({ kind: 'hang', at: 'end-of-data' });
  const sender = await createSender(context);
  const stuck = { to: ['jane@dead.test'], ...overrides };
  const ids = await Promise.all(Array.from({ length: 60 }, () => queueMessage(context, sender, stuck)));
  await context.pool.query(
    `UPDATE messages SET rounds = 1, due_at = now() WHERE id = ANY ($1::uuid[]) AND due_at IS NULL`,
    [ids],
  );
  await eventually(() => deadSink.openConnections >= 8, { what: 'many that hang' });
  await enqueue(sender, await queueMany(sender, 'john@example.test', 1));
  await eventually(() => sink.messages.length === 1, { what: 'the single message' });
});

it('after single mails that come while others are under way, many at once are all sent', async () => {
  await startWorker();
  sink.behave({ kind: 'slow', delayMs: 50 });
  for (let count = 0; count < 10; count += 1) {
    const sender = await createSender(context);
    await enqueue(sender, await queueMany(sender, 'jane@example.test', 1));
    await enqueue(sender, await queueMany(sender, 'john@example.test', 1));
  }
  const sender = await createSender(context);
  await enqueue(sender, await queueMany(sender, 'jane@example.test', 40));
  await eventually(() => sink.messages.length === 60, { what: 'all of them' });
});
