import { sendJobsOf, type AnnouncedMessage, type JobQueueName } from '@postrider/contracts';
import type { Broker } from '@postrider/messaging';
import { queueOf } from '../lanes/queue-of';
import type { Sleeper } from '../schedule/wake-ups';

/** Announces messages that a sweep found. Announcing twice is harmless: the second claim finds nothing. */
export async function announceAgain(
  { publisher }: Pick<Broker, 'publisher'>,
  messages: readonly Pick<Sleeper, 'id' | 'lane' | 'round'>[],
): Promise<void> {
  const byQueue = new Map<JobQueueName, AnnouncedMessage[]>();
  for (const { id, lane, round } of messages) {
    const queue = queueOf(lane, round);
    byQueue.set(queue, [...(byQueue.get(queue) ?? []), { message_id: id }]);
  }
  await Promise.all(
    [...byQueue].flatMap(([queue, announced]) =>
      sendJobsOf(announced).map((job) => publisher.publishJob(queue, job)),
    ),
  );
}
