import type { Pool } from '@postrider/db';
import type { RedisClient } from '@postrider/messaging';
import type { WaitingEmail } from '@postrider/throttling';
import type { Clock, Logger, Metrics } from '@postrider/runtime';
import { createSharedBudgets } from './budgets/shared-budgets';
import { createConnectionPool, type ConnectionPool } from './pool/connection-pool';
import { startOperatorSuspensions } from './throttling/operator-suspensions';
import { createRuleBook } from './throttling/rule-book';
import { createThrottle } from './throttling/throttle';

export interface Connections {
  readonly pool: ConnectionPool;
  /** When the last delivery has ended: gives back what is leased. */
  close(): Promise<void>;
}

/** Connections to sites, within the budgets that all workers share. */
export function startConnections(options: {
  readonly settings: { readonly THROTTLE_RULES_FILE: string };
  readonly pool: Pool;
  readonly redis: RedisClient;
  readonly workerId: string;
  readonly priorities: number;
  readonly waiting: () => readonly WaitingEmail[];
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}): Connections {
  const { settings, pool, redis, workerId, priorities, waiting, clock, log, metrics } = options;
  const ruleBook = createRuleBook({ file: settings.THROTTLE_RULES_FILE, log, metrics });
  const budgets = createSharedBudgets({ redis, workerId, waiting, clock, log, metrics });
  const suspensions = startOperatorSuspensions({ pool, clock, log, changed: () => budgets.tellAll() });
  const connections = createConnectionPool({
    priorities,
    clock,
    budgets,
    throttle: createThrottle({ rules: () => ruleBook.rules(), metrics }),
    leftAlone: (to) => suspensions.of(to),
  });
  metrics.gauge('send_connections', 'Open SMTP connections.', () => connections.load().connections);
  metrics.gauge('send_waiting', 'Deliveries waiting for a connection.', () => connections.load().waiting);
  return {
    pool: connections,
    close: async () => {
      ruleBook.close();
      await Promise.all([suspensions.close(), budgets.close()]);
    },
  };
}
