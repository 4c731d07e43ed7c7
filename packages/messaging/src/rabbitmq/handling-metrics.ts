import type { Metrics } from '@postrider/runtime';

export type HandlingOutcome = 'done' | 'retried' | 'waiting' | 'dead_lettered';

export interface HandlingMetrics {
  /** One call of a handler, for one message or a batch. */
  handled(queue: string, outcome: HandlingOutcome, detail: { messages: number; durationMs: number }): void;
}

export function createHandlingMetrics(metrics: Metrics): HandlingMetrics {
  const messages = metrics.counter('messaging_handled', 'Messages given to a handler, by queue and outcome.');
  const duration = metrics.histogram(
    'messaging_handle_duration_seconds',
    'Time of one call of a handler, by queue.',
  );
  return {
    handled: (queue, outcome, detail) => {
      messages.add(detail.messages, { queue, outcome });
      duration.record(detail.durationMs / 1_000, { queue });
    },
  };
}
