import { webhookEndpointsChannel } from '@postrider/contracts/queues';
import type { Pool } from '@postrider/db';
import { createRedis } from '@postrider/messaging';
import {
  createTtlCache,
  type Clock,
  type LockedSecrets,
  type Logger,
  type SecretBox,
} from '@postrider/runtime';
import type { Endpoint } from './endpoint';
import { createEndpointHealth, type EndpointHealth } from './endpoint-health';
import { loadEndpoints } from './endpoints.repository';

/** This process's cache of endpoints, kept up to date by published changes. */
export interface EndpointDirectory {
  readonly cache: EndpointCache;
  readonly health: EndpointHealth;
  close(): void;
}

export function openEndpointDirectory(options: {
  readonly pool: Pool;
  readonly redisUrl: string;
  readonly secretBox: SecretBox;
  readonly lockedSecrets: LockedSecrets;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onDisabled: () => void;
  /** Endpoints were changed, or something is asked for one of them. */
  readonly onChange: () => void;
}): EndpointDirectory {
  const { pool, redisUrl, clock, log, onDisabled, onChange } = options;
  const cache = createEndpointCache({ load: (id) => loadEndpoints(options, id), clock });
  const changes = followEndpointChanges({
    redisUrl,
    log,
    onChange: (organizationId) => {
      cache.forget(organizationId);
      onChange();
    },
    onGap: () => cache.forgetAll(),
  });
  const health = createEndpointHealth({
    pool,
    clock,
    log,
    onDisabled: ({ organizationId }) => {
      onDisabled();
      cache.forget(organizationId);
      void changes.publish(organizationId);
    },
  });
  return { cache, health, close: () => changes.close() };
}

/** The endpoints of organizations, as they were at most 5 s ago. */
export interface EndpointCache {
  /** At once when they are known. */
  of(organizationId: string): readonly Endpoint[] | Promise<readonly Endpoint[]>;
  forget(organizationId: string): void;
  forgetAll(): void;
}

/** Below the 10 s after which the sweep looks for events that were passed over, so that it sees new endpoints. */
const ttlMs = 5_000;
const organizationsMax = 20_000;

function createEndpointCache(options: {
  readonly load: (organizationId: string) => Promise<readonly Endpoint[]>;
  readonly clock: Clock;
}): EndpointCache {
  const { load, clock } = options;
  const cache = createTtlCache<string, readonly Endpoint[]>({
    entriesMax: organizationsMax,
    ttlMs,
    clock,
  });
  return {
    of: (organizationId) => cache.get(organizationId) ?? cache.fetch(organizationId, load),
    forget: (organizationId) => cache.delete(organizationId),
    forgetAll: () => cache.clear(),
  };
}

interface EndpointChanges {
  /** Tells all dispatchers. Never rejects: their caches grow old within seconds anyway. */
  publish(organizationId: string): Promise<void>;
  close(): void;
}

/** Listens for changes; after each (re)connection everything may have changed. */
function followEndpointChanges(options: {
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
