import type { EmailEventMessage } from '@postrider/contracts/events';
import { consoleChangesChannel, type ConsoleChange } from '@postrider/contracts/queues';
import type { RedisClient } from '@postrider/messaging';
import { errorCode, type Logger } from '@postrider/runtime';

/** Says to open pages of the console which emails have changed. Pages poll too, so what is lost here is only late. */
export interface PublishChanges {
  add(events: readonly EmailEventMessage[]): void;
  close(): void;
}

/** Two messages a second and process, however many events there are. What comes after a pause is published at once: requests wait for it. */
const intervalMs = 500;
/** Beyond, a page loads its list again anyway. */
const idsMax = 50;
const organizationsMax = 2_000;

export function createPublishChanges({
  redis,
  log,
}: {
  readonly redis: Pick<RedisClient, 'publish'>;
  readonly log: Logger;
}): PublishChanges {
  /** By organization, and in it by email. */
  let pending = new Map<string, Map<string, ConsoleChange>>();
  let timer: NodeJS.Timeout | null = null;
  let publishedAtMs = 0;

  const publish = (): void => {
    timer = null;
    publishedAtMs = performance.now();
    const changes = Object.fromEntries([...pending].map(([id, own]) => [id, [...own.values()]]));
    pending = new Map();
    redis.publish(consoleChangesChannel, JSON.stringify(changes)).catch((error: unknown) => {
      log.debug({ code: errorCode(error) }, 'changes for the console were not published');
    });
  };
  return {
    add: (events) => {
      for (const { organization_id: organizationId, email } of events) {
        const own = pending.get(organizationId) ?? new Map<string, ConsoleChange>();
        if (own.size === 0) {
          if (pending.size >= organizationsMax) continue;
          pending.set(organizationId, own);
        }
        if (own.size < idsMax) own.set(email.id, ['email', email.id, email.domain_id]);
        // One for each domain: who is limited to others hears nothing.
        else own.set(email.domain_id, ['email', null, email.domain_id]);
      }
      const waitMs = Math.max(0, publishedAtMs + intervalMs - performance.now());
      if (pending.size > 0) timer ??= setTimeout(publish, waitMs);
    },
    close: () => {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
