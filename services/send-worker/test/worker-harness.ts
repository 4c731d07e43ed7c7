import assert from 'node:assert';
import type { Lane } from '@postrider/contracts/statuses';
import {
  createTestContext,
  eventually,
  startSmtpSink,
  type SmtpSink,
  type TestContext,
} from '@postrider/testkit';
import {
  createSender,
  queueMessage,
  readMessage,
  type QueuedOverrides,
  type TestSender,
  type StoredMessage,
} from './queue-message';
import { startTestWorker, type TestWorker, type TestWorkerOptions } from './start-test-worker';

/** Engines, a sink as smart host, a sending organization, and by default a worker. */
export interface WorkerHarness {
  readonly context: TestContext;
  readonly sink: SmtpSink;
  readonly sender: TestSender;
  readonly worker: TestWorker;
  /** Queues a message and publishes its wake-up. @returns its id */
  send(overrides?: QueuedOverrides): Promise<string>;
  enqueue(id: string, options?: { lane?: Lane }): Promise<void>;
  read(id: string): Promise<StoredMessage>;
  /** Waits until the message has the status. */
  reaches(id: string, status: string, timeoutMs?: number): Promise<StoredMessage>;
  /** Waits until a delay of the message is recorded and it is queued again. */
  delayed(id: string): Promise<StoredMessage>;
  close(): Promise<void>;
}

export async function startWorkerHarness(
  settings: Readonly<Record<string, string>> = {},
  options: TestWorkerOptions = {},
): Promise<WorkerHarness> {
  const context = await createTestContext();
  const sink = await startSmtpSink();
  const sender = await createSender(context);
  const worker = await startTestWorker(
    context,
    { DELIVERY_ROUTES: `*=${sink.url}?final=true`, ...settings },
    options,
  );

  const read = (id: string): Promise<StoredMessage> => readMessage(context, id);
  const enqueue: WorkerHarness['enqueue'] = async (id, { lane = 'transactional' } = {}) => {
    await worker.broker.publisher.publishJob(`send.${lane}`, {
      messages: [{ message_id: id, organization_id: sender.organizationId }],
    });
  };
  return {
    context,
    sink,
    sender,
    worker,
    read,
    enqueue,
    send: async (overrides = {}) => {
      const id = await queueMessage(context, sender, overrides);
      await enqueue(id, { lane: overrides.lane ?? (overrides.mode === 'test' ? 'test' : 'transactional') });
      return id;
    },
    reaches: async (id, status, timeoutMs = 30_000) => {
      let last: StoredMessage | undefined;
      await eventually(async () => (last = await read(id)).status === status, { timeoutMs }).catch(
        (error: unknown) => {
          throw new Error(`${status} was not reached: still ${last?.status}`, { cause: error });
        },
      );
      assert(last !== undefined);
      return last;
    },
    delayed: (id) =>
      eventually(
        async () => {
          const message = await read(id);
          const isDelayed = message.events.some(({ type }) => type === 'delivery_delayed');
          return isDelayed && message.status === 'queued' ? message : undefined;
        },
        { what: 'a recorded delay' },
      ).then((message) => {
        assert(message !== undefined);
        return message;
      }),
    close: async () => {
      await worker.close();
      await sink.close();
      await context.close();
    },
  };
}
