import type { Pool } from '@postrider/db';
import type { Clock, LockedSecrets, Logger, SecretBox } from '@postrider/runtime';
import { createEndpointCache, type EndpointCache } from './endpoint-cache';
import { followEndpointChanges } from './endpoint-changes';
import { createEndpointHealth, type EndpointHealth } from './endpoint-health';
import { loadEndpoints } from './endpoints.repository';

/** What this process knows of endpoints, kept true by the changes that are published. */
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
