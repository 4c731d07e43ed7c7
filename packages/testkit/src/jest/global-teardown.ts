import { dropDatabasesOfRun } from '../context/test-database';
import { testEngines } from '../context/test-engines';
import { removeVirtualHostsOfRun } from '../context/virtual-host';

/**
 * Drops what crashed test files left behind. The engines stay up: the next run is then quick, and another
 * run may be using them; `make test` and `make down` stop them.
 */
export default async function globalTeardown(): Promise<void> {
  const { adminUrl, amqpManagementUrl } = testEngines();
  await Promise.all([dropDatabasesOfRun(adminUrl), removeVirtualHostsOfRun(amqpManagementUrl)]);
}
