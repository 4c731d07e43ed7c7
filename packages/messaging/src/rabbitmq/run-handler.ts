import { queueCatalogue, type QueueName } from '@postrider/contracts';
import { wait, type Logger } from '@postrider/runtime';
import { nextAttempt, type HeldDelivery } from './delivery';
import { judgeFailure } from './failure-policy';
import type { HandlingMetrics } from './handling-metrics';

export interface HandlerRun<Payload> {
  readonly queue: QueueName;
  readonly log: Logger;
  readonly metrics: HandlingMetrics;
  /** Handles all of them or throws; may be called again with any part of them. */
  readonly handle: (held: readonly HeldDelivery<Payload>[]) => Promise<void>;
  /** Aborts when the consumer closes: waits end, what is not done goes back to the queue. */
  readonly signal: AbortSignal;
}

/**
 * Brings a batch to its end: each message is done, dead-lettered, or left to the broker because the channel or the
 * consumer ended. A batch that fails by its content is halved until the message that fails stands alone.
 * Never rejects.
 */
export async function runHandler<Payload>(
  run: HandlerRun<Payload>,
  given: readonly HeldDelivery<Payload>[],
): Promise<void> {
  let batch = given;
  for (let outageRounds = 0; ;) {
    batch = batch.filter((held) => held.isLive());
    const [first] = batch;
    if (!first) return;
    const startedMs = performance.now();
    const took = (): { messages: number; durationMs: number } => ({
      messages: batch.length,
      durationMs: performance.now() - startedMs,
    });
    try {
      await run.handle(batch);
      for (const held of batch) held.done();
      run.metrics.handled(run.queue, 'done', took());
      return;
    } catch (error) {
      const verdict = judge(run, first, { error, outageRounds });
      const outage = verdict.kind === 'retry' && !verdict.counts;
      if (batch.length > 1 && !outage) {
        run.metrics.handled(run.queue, 'retried', took());
        await runHalves(run, batch);
        return;
      }
      if (verdict.kind === 'dead-letter') {
        run.metrics.handled(run.queue, 'dead_lettered', took());
        await first.deadLetter(verdict.reason);
        return;
      }
      run.metrics.handled(run.queue, outage ? 'waiting' : 'retried', took());
      if (outage) outageRounds += 1;
      else batch = [nextAttempt(first)];
      if (!(await wait(verdict.delayMs, run.signal))) return;
    }
  }
}

function judge<Payload>(
  { queue, log }: HandlerRun<Payload>,
  { delivery }: HeldDelivery<Payload>,
  { error, outageRounds }: { error: unknown; outageRounds: number },
): ReturnType<typeof judgeFailure> {
  const { attempt, ids } = delivery;
  const attemptsMax = queueCatalogue[queue].deliveryLimit;
  const verdict = judgeFailure(error, { attempt, attemptsMax, outageRounds });
  log.warn({ err: error, queue, attempt, verdict, ...ids }, 'a message could not be handled');
  return verdict;
}

async function runHalves<Payload>(
  run: HandlerRun<Payload>,
  batch: readonly HeldDelivery<Payload>[],
): Promise<void> {
  const middle = Math.ceil(batch.length / 2);
  await runHandler(run, batch.slice(0, middle));
  await runHandler(run, batch.slice(middle));
}
