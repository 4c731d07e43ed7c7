import { platformHealth, type PlatformHealth } from '@postrider/contracts/console';
import { runbookPath } from '@postrider/contracts/platform-alerts';
import { readHealth, type Health } from '@postrider/operator';
import { operatorRoute } from '../console-route';

export const healthRoutes = [
  operatorRoute({
    operationId: 'readPlatformHealth',
    method: 'GET',
    path: '/operator/health',
    summary: 'Check the platform',
    description:
      'Returns the alert rules of the platform as assertions with their state and runbook, queued mail by lane and reason with the oldest due mail, and the queues of RabbitMQ.',
    success: { status: 200, schema: platformHealth },
    errors: [],
    handle: async (_request, { pool, redis, deadLetters }) => {
      const countQueues = () => deadLetters.use((letters) => letters.counts());
      const health = await readHealth({ pool, redis, countQueues });
      return { body: present(health) };
    },
  }),
];

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
