import type { OverflowQueueName, SendJobMessage, SendQueueName } from '@postrider/contracts';

/**
 * How far this process has come in each queue: the latest due time among the messages that it claimed from there.
 * Queues are first in, first out, and messages are enqueued when they are due, so what was due well before that
 * and is still unclaimed is not in the queue any more; unless it is of an organization that has some in an overflow queue.
 */
export interface ConsumedWatermark {
  advance(queue: SendQueueName | OverflowQueueName, dueAt: Date): void;
  /** Undefined: nothing was claimed from it yet. */
  of(queue: SendQueueName | OverflowQueueName): Date | undefined;
  /** These were seen on their way into an overflow queue, or out of it. */
  overflowed(queue: OverflowQueueName, messages: readonly SendJobMessage[]): void;
  /** Organizations of which that is not long ago. */
  overflowing(queue: OverflowQueueName): string[];
}

/** As long as an organization's place in the overflow queue may take to come round again. */
const overflowingMs = 300_000;

export function createConsumedWatermark(nowMs: () => number = () => performance.now()): ConsumedWatermark {
  const latest = new Map<SendQueueName | OverflowQueueName, Date>();
  /** By organization. */
  const overflowedAtMs = new Map<OverflowQueueName, Map<string, number>>();
  return {
    advance: (queue, dueAt) => {
      const known = latest.get(queue);
      if (known === undefined || dueAt > known) latest.set(queue, dueAt);
    },
    of: (queue) => latest.get(queue),
    overflowed: (queue, messages) => {
      const atMs = nowMs();
      const ofQueue = overflowedAtMs.get(queue) ?? new Map<string, number>();
      overflowedAtMs.set(queue, ofQueue);
      for (const { organization_id } of messages) {
        if (organization_id !== undefined) ofQueue.set(organization_id, atMs);
      }
    },
    overflowing: (queue) => {
      const ofQueue = overflowedAtMs.get(queue) ?? new Map<string, number>();
      for (const [owner, atMs] of ofQueue) {
        if (atMs < nowMs() - overflowingMs) ofQueue.delete(owner);
      }
      return [...ofQueue.keys()];
    },
  };
}
