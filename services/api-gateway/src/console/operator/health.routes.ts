import { runbookPath } from '@postrider/contracts';
import type { PlatformHealth } from '@postrider/contracts/console';
import { readHealth, type Health } from '@postrider/operator';
import { consoleRoute, type ConsoleRoute } from '../console-route';
import { operatorEndpoints as endpoints } from '../endpoints/operator.endpoints';
import type { OperatorRouteOptions } from './platform';
import { withDeadLetters } from './dead-letters';

export function healthRoutes({ pool, redis, openDeadLetters }: OperatorRouteOptions): ConsoleRoute[] {
  const countQueues = () => withDeadLetters(openDeadLetters, (deadLetters) => deadLetters.counts());
  return [
    consoleRoute(endpoints.health, async () => {
      const health = await readHealth({ pool, redis, countQueues });
      return { body: present(health) };
    }),
  ];
}

function present({ checks, waiting, cutLanes, queues }: Health): PlatformHealth {
  return {
    object: 'platform_health',
    checks: checks.map(({ check, title, state, detail, since, runbook }) => ({
      ...{ check, title, state, detail },
      since: since?.toISOString() ?? null,
      runbook: runbook === null ? null : runbookPath(runbook),
    })),
    waiting: waiting.map(({ lane, reason, messages, recipients, due, ...group }) => ({
      ...{ lane, reason, messages, recipients, due },
      oldest_due_at: group.oldest_due_at?.toISOString() ?? null,
      oldest_due_seconds: group.oldest_due_seconds,
    })),
    lanes_cut: [...cutLanes],
    queues: queues?.map(({ queue, waiting: ready, dead }) => ({ queue, waiting: ready, dead })) ?? null,
    checked_at: new Date().toISOString(),
  };
}
