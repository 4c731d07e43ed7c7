import { sendJobsOf, type SendJobMessage, type JobQueueName } from '@postrider/contracts';
import type { Broker } from '@postrider/messaging';
import { queueOf } from './queue-of';
import type { Sleeper } from './delayed-jobs';

/** Requeues messages that a sweep found. Requeueing twice is harmless: the second claim finds nothing. */
export async function requeueMessages(
  { publisher }: Pick<Broker, 'publisher'>,
  messages: readonly Pick<Sleeper, 'id' | 'lane' | 'round'>[],
): Promise<void> {
  const byQueue = new Map<JobQueueName, SendJobMessage[]>();
  for (const { id, lane, round } of messages) {
    const queue = queueOf(lane, round);
    byQueue.set(queue, [...(byQueue.get(queue) ?? []), { message_id: id }]);
  }
  await Promise.all(
    [...byQueue].flatMap(([queue, queued]) =>
      sendJobsOf(queued).map((job) => publisher.publishJob(queue, job)),
    ),
  );
}
