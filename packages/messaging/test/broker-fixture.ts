import { connect, type Channel, type ChannelModel } from 'amqplib';
import { newId } from '@postrider/contracts/ids';
import type { SendJob } from '@postrider/contracts/queues';
import { createLogger, createMetrics, type Metrics } from '@postrider/runtime';
import { connectBroker, type Broker } from '../src/rabbitmq/broker';

export function startTestBroker(
  url: string,
  options: { silenceMs?: number; onLog?: (line: string) => void; metrics?: Metrics } = {},
): Promise<Broker> {
  const { onLog, ...settings } = options;
  return connectBroker({
    url,
    name: 'messaging test',
    log: createLogger({
      name: 'messaging test',
      level: onLog ? 'debug' : 'silent',
      ...(onLog && { destination: { write: onLog } }),
    }),
    metrics: createMetrics(),
    ...settings,
  });
}

/** A plain channel beside ours: for deleting queues and for publishing what our publisher never would. */
export interface PlainChannel {
  readonly channel: Channel;
  close(): Promise<void>;
}

export async function openPlainChannel(url: string): Promise<PlainChannel> {
  const model: ChannelModel = await connect(url);
  const channel = await model.createChannel();
  return { channel, close: () => model.close() };
}

export function sendJob(messageId: string = newId()): SendJob {
  return { messages: [{ message_id: messageId }] };
}

/** The message of a job of `sendJob`. */
export function idOf(job: SendJob): string {
  return job.messages[0]?.message_id ?? '';
}
