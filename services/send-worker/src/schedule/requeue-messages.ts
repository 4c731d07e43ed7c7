import { sendJobsOf, type SendQueueName, type Lane, type SendJobMessage } from '@postrider/contracts';
import type { Broker } from '@postrider/messaging';

/** The queue in which a message is enqueued: retries never stand in front of first attempts. */
export function queueOf(lane: Lane, pass: number): SendQueueName {
  return pass > 0 && lane !== 'test' ? 'send.retry' : `send.${lane}`;
}

interface Requeued {
  readonly id: string;
  readonly organizationId: string;
  readonly lane: Lane;
  readonly pass: number;
}

/** Requeues messages that a sweep found. Requeueing twice is harmless: the second claim finds nothing. */
export async function requeueMessages(
  { publisher }: Pick<Broker, 'publisher'>,
  messages: readonly Requeued[],
): Promise<void> {
  const byQueue = Map.groupBy(messages, ({ lane, pass }) => queueOf(lane, pass));
  await Promise.all(
    [...byQueue].flatMap(([queue, queued]) =>
      sendJobsOf(queued.map(toJobMessage)).map((job) => publisher.publishJob(queue, job)),
    ),
  );
}

function toJobMessage({ id, organizationId }: Requeued): SendJobMessage {
  return { message_id: id, organization_id: organizationId };
}
