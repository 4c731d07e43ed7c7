import { queueCatalogue, type QueueName } from '@postrider/contracts/queues';
import {
  backOffMs,
  errorCode,
  isEngineUnavailable,
  maskText,
  wait,
  type Logger,
  type Metrics,
} from '@postrider/runtime';
import type { UnackedMessage } from './subscription';

export interface HandlerRun<Payload> {
  readonly queue: QueueName;
  readonly log: Logger;
  readonly metrics: HandlerMetrics;
  /** Handles all of them or throws; may be called again with any part of them. */
  readonly handle: (held: readonly UnackedMessage<Payload>[]) => Promise<void>;
  /** Aborts when the consumer closes: waits end, what is not done goes back to the queue. */
  readonly signal: AbortSignal;
}

/**
 * Handles messages until each is done, dead-lettered, or left to the broker because the channel or the consumer ended. A batch
 * that fails because of its content is halved until the failing message is alone.
 * Never rejects.
 */
export async function runHandler<Payload>(
  run: HandlerRun<Payload>,
  messages: readonly UnackedMessage<Payload>[],
): Promise<void> {
  let batch = messages;
  for (let outageAttempts = 0; ;) {
    batch = batch.filter((held) => held.isLive());
    const [first] = batch;
    if (!first) return;
    const startedMs = performance.now();
    const count = (outcome: HandlerOutcome): void =>
      run.metrics.handled(run.queue, outcome, {
        messages: batch.length,
        durationMs: performance.now() - startedMs,
      });
    try {
      await run.handle(batch);
      for (const held of batch) held.done();
      count('done');
      return;
    } catch (error) {
      const failure = classify(run, first, { error, outageAttempts });
      const isOutage = failure.kind === 'retry' && !failure.counts;
      if (batch.length > 1 && !isOutage) {
        count('retried');
        await runHalves(run, batch);
        return;
      }
      if (failure.kind === 'dead-letter') {
        count('dead_lettered');
        await first.deadLetter(failure.reason);
        return;
      }
      count(isOutage ? 'waiting' : 'retried');
      if (isOutage) outageAttempts += 1;
      else batch = [nextAttempt(first)];
      if (!(await wait(failure.delayMs, run.signal))) return;
    }
  }
}

async function runHalves<Payload>(
  run: HandlerRun<Payload>,
  batch: readonly UnackedMessage<Payload>[],
): Promise<void> {
  const middle = Math.ceil(batch.length / 2);
  await runHandler(run, batch.slice(0, middle));
  await runHandler(run, batch.slice(middle));
}

function nextAttempt<Payload>(held: UnackedMessage<Payload>): UnackedMessage<Payload> {
  return { ...held, message: { ...held.message, attempt: held.message.attempt + 1 } };
}

function classify<Payload>(
  { queue, log }: HandlerRun<Payload>,
  { message }: UnackedMessage<Payload>,
  { error, outageAttempts }: { error: unknown; outageAttempts: number },
): HandlerFailure {
  const { attempt, ids } = message;
  const attemptsMax = queueCatalogue[queue].deliveryLimit;
  const failure = classifyHandlerError(error, { attempt, attemptsMax, outageAttempts });
  log.warn({ err: error, queue, attempt, failure, ...ids }, 'a message could not be handled');
  return failure;
}

/** What to do with a message whose handler threw. */
export type HandlerFailure =
  | { readonly kind: 'retry'; readonly delayMs: number; readonly counts: boolean }
  | { readonly kind: 'dead-letter'; readonly reason: string };

/** Four attempts within about three seconds: long enough for a conflict to pass, short enough not to hold the queue up. */
const retryBackOff = { baseMs: 200, maxMs: 5_000 };
const outageBackOff = { baseMs: 500, maxMs: 5_000 };

/**
 * An unavailable engine is not the message's fault, so the message is tried again until the engine is back. It is held meanwhile,
 * so the prefetch stops the flow. After any other error it is tried `attemptsMax` times, then dead-lettered with the reason.
 */
export function classifyHandlerError(
  error: unknown,
  { attempt, attemptsMax, outageAttempts }: { attempt: number; attemptsMax: number; outageAttempts: number },
): HandlerFailure {
  if (isEngineUnavailable(error)) {
    return { kind: 'retry', delayMs: backOffMs(outageAttempts + 1, outageBackOff), counts: false };
  }
  if (attempt < attemptsMax) {
    return { kind: 'retry', delayMs: backOffMs(attempt, retryBackOff), counts: true };
  }
  return { kind: 'dead-letter', reason: reasonOf(error) };
}

/** Short and without personal data: it is stored in a header and shown by the operator command `queues`. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return `${errorCode(error)}: ${maskText(text)}`.slice(0, 500);
}

const handlerOutcomes = ['done', 'retried', 'waiting', 'dead_lettered'] as const;
type HandlerOutcome = (typeof handlerOutcomes)[number];

export interface HandlerMetrics {
  /** Declares the series of a queue, so that they begin at 0. */
  begin(queue: QueueName): void;
  /** One call of a handler, for one message or a batch. */
  handled(queue: QueueName, outcome: HandlerOutcome, call: { messages: number; durationMs: number }): void;
  /** A message was dead-lettered without a call of the handler. */
  undecodable(queue: QueueName): void;
}

export function createHandlerMetrics(metrics: Metrics): HandlerMetrics {
  const handled = metrics.counter('messaging_handled', 'Messages received, by queue and outcome.', {
    queue: [],
    outcome: handlerOutcomes,
  });
  const duration = metrics.histogram(
    'messaging_handle_duration_seconds',
    'Duration of a handler call, by queue.',
    { labels: { queue: [] } },
  );
  return {
    begin: (queue) => {
      for (const outcome of handlerOutcomes) handled.add(0, { queue, outcome });
      duration.with({ queue });
    },
    handled: (queue, outcome, { messages, durationMs }) => {
      handled.add(messages, { queue, outcome });
      duration.record(durationMs / 1_000, { queue });
    },
    undecodable: (queue) => handled.add(1, { queue, outcome: 'dead_lettered' }),
  };
}
