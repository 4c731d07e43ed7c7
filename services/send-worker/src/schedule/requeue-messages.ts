import { sendJobsOf, type SendQueueName, type Lane, type SendJobMessage } from '@postrider/contracts';
import type { Broker } from '@postrider/messaging';

/** The queue in which a message is enqueued: retries never stand in front of first attempts. */
export function queueOf(lane: Lane, pass: number): SendQueueName {
  return pass > 0 && lane !== 'test' ? 'send.retry' : `send.${lane}`;
}

/** Requeues messages that a sweep found. Requeueing twice is harmless: the second claim finds nothing. */
export async function requeueMessages(
  { publisher }: Pick<Broker, 'publisher'>,
  messages: readonly {
    readonly id: string;
    readonly organizationId: string;
    readonly lane: Lane;
    readonly pass: number;
  }[],
): Promise<void> {
  const byQueue = new Map<SendQueueName, SendJobMessage[]>();
  for (const { id, organizationId, lane, pass } of messages) {
    const queue = queueOf(lane, pass);
    byQueue.set(queue, [...(byQueue.get(queue) ?? []), { message_id: id, organization_id: organizationId }]);
  }
  await Promise.all(
    [...byQueue].flatMap(([queue, queued]) =>
      sendJobsOf(queued).map((job) => publisher.publishJob(queue, job)),
    ),
  );
}
