import type { Engines } from '../engines/engine';
import { ensureTemplateDatabase } from './template-database';
import { dropAbandonedDatabases } from './test-database';
import type { TestEngines } from './test-engines';
import { removeAbandonedVirtualHosts } from './virtual-host';

/** Makes engines that answer ready for any number of test contexts. */
export async function prepareContexts(engines: Engines): Promise<TestEngines> {
  const adminUrl = engines.postgres.url;
  const [templateDatabase] = await Promise.all([
    ensureTemplateDatabase(adminUrl),
    dropAbandonedDatabases(adminUrl),
    removeAbandonedVirtualHosts(engines.amqpManagementUrl),
  ]);
  return {
    adminUrl,
    redisUrl: engines.redis.url,
    amqpUrl: engines.rabbitmq.url,
    amqpManagementUrl: engines.amqpManagementUrl,
    templateDatabase,
  };
}
