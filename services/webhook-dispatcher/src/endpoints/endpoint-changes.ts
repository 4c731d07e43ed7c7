import { webhookEndpointsChannel } from '@postrider/contracts';
import { createRedis } from '@postrider/messaging';
import type { Logger } from '@postrider/runtime';

export interface EndpointChanges {
  /** Tells all dispatchers. Never rejects: their caches grow old within seconds anyway. */
  publish(organizationId: string): Promise<void>;
  close(): void;
}

/** Listens for changes; after each (re)connection everything may have changed. */
export function followEndpointChanges(options: {
  readonly redisUrl: string;
  readonly log: Logger;
  readonly onChange: (organizationId: string) => void;
  readonly onGap: () => void;
}): EndpointChanges {
  const { redisUrl, log, onChange, onGap } = options;
  const subscriber = createRedis({ url: redisUrl, name: 'webhook-dispatcher subscribe', log });
  const publisher = createRedis({ url: redisUrl, name: 'webhook-dispatcher publish', log });
  subscriber.on('message', (_channel: string, organizationId: string) => onChange(organizationId));
  subscriber.on('ready', () => {
    subscriber.subscribe(webhookEndpointsChannel).then(onGap, (error: unknown) => {
      log.warn({ err: error }, 'not subscribed to changes of endpoints; the cache expires by itself');
    });
  });
  return {
    publish: async (organizationId) => {
      await publisher.publish(webhookEndpointsChannel, organizationId).catch((error: unknown) => {
        log.debug({ err: error }, 'a change of endpoints was not published');
      });
    },
    close: () => {
      subscriber.disconnect();
      publisher.disconnect();
    },
  };
}
