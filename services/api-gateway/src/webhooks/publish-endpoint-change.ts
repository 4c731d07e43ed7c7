import { webhookEndpointsChannel } from '@postrider/contracts';
import type { RedisClient } from '@postrider/messaging';
import type { Logger } from '@postrider/runtime';

/** Tells every webhook-dispatcher to read the organization's endpoints anew; never rejects. */
export type PublishEndpointChange = (organizationId: string) => Promise<void>;

/** When Redis is away, the dispatchers learn of the change when their cached list has grown old. */
export function createPublishEndpointChange({
  redis,
  log,
}: {
  redis: RedisClient;
  log: Logger;
}): PublishEndpointChange {
  return async (organizationId) => {
    try {
      await redis.publish(webhookEndpointsChannel, organizationId);
    } catch (error) {
      log.warn(
        { err: error, organization_id: organizationId },
        'a change of webhook endpoints was not published',
      );
    }
  };
}
