import type { Connection } from './connection';

export interface QueueDepth {
  /** Messages that wait; those handed out already are not among them. */
  readonly ready: number;
  readonly consumers: number;
}

const NOT_FOUND = 404;

/** A queue that does not exist has no messages and no consumers: whoever publishes to it next declares it. */
export async function readQueueDepth(connection: Connection, queue: string): Promise<QueueDepth> {
  const opened = await connection.openChannel();
  try {
    const { messageCount, consumerCount } = await opened.channel.checkQueue(queue);
    return { ready: messageCount, consumers: consumerCount };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === NOT_FOUND)
      return { ready: 0, consumers: 0 };
    throw error;
  } finally {
    await opened.close();
  }
}
