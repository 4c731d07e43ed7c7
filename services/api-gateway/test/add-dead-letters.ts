import { connectBroker } from '@postrider/messaging';
import { createLogger, createMetrics } from '@postrider/runtime';
import { eventually, eventuallyPasses } from '@postrider/testkit';

/** Adds jobs that cannot be read to an empty queue, in this order unless several are handled at a time. */
export async function addDeadLetters(
  url: string,
  {
    queue,
    jobs,
    prefetch,
  }: {
    readonly queue: 'send.test' | 'send.bulk' | 'send.transactional';
    readonly jobs: readonly object[];
    readonly prefetch: number;
  },
): Promise<void> {
  const log = createLogger({ name: 'test', level: 'silent' });
  const broker = await connectBroker({ url, name: 'test', log, metrics: createMetrics() });
  try {
    await eventuallyPasses(() => broker.ready());
    broker.consume(queue, { prefetch, inFlightWeightMax: prefetch, handle: () => Promise.resolve() });
    for (const job of jobs) expect(await broker.publisher.publishJob(queue, job as never)).toBe(true);
    await eventually(async () => (await broker.deadLetterCounts([queue])).get(queue) === jobs.length);
  } finally {
    await broker.close();
  }
}
