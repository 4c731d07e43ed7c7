import { consoleChangesChannel, type ConsoleChanges } from '@postrider/contracts/queues';
import type { RedisClient } from '@postrider/messaging';
import type { Logger } from '@postrider/runtime';

/** What has changed, of all organizations, as it is published once a second. What is missed, polling finds. */
export interface Changes {
  /** @returns what ends it */
  follow(listener: (changes: ConsoleChanges) => void): () => void;
  close(): void;
}

/** A connection of its own, because Redis takes no other commands on one that subscribes. */
export function followChanges({
  redis,
  log,
}: {
  readonly redis: RedisClient;
  readonly log: Logger;
}): Changes {
  const listeners = new Set<(changes: ConsoleChanges) => void>();
  const subscriber: RedisClient = 'nodes' in redis ? redis.duplicate() : redis.duplicate();
  subscriber.on('error', (error: unknown) => {
    log.debug({ err: error }, 'changes do not arrive');
  });
  subscriber.on('ready', () => {
    subscriber.subscribe(consoleChangesChannel).catch((error: unknown) => {
      log.warn({ err: error }, 'not subscribed to changes; what follows them polls');
    });
  });
  subscriber.on('message', (_channel: string, text: string) => {
    const changes = JSON.parse(text) as ConsoleChanges;
    for (const listener of [...listeners]) listener(changes);
  });
  return {
    follow: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => subscriber.disconnect(),
  };
}
