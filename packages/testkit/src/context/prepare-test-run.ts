import { ensureTemplateDatabase } from './template-database';
import { dropAbandonedDatabases, dropDatabasesOfRun } from './test-database';
import { describeTestRun, testEngines, type TestEngines } from './test-run';
import { removeAbandonedVirtualHosts, removeVirtualHostsOfRun } from './virtual-host';

/**
 * Makes engines that answer ready for any number of test contexts, and begins a run: what its tests create carries its
 * name.
 *
 * @returns environment variables; `createTestContext` works in every process that has them
 */
export async function prepareTestRun(
  engines: Omit<TestEngines, 'templateDatabase'>,
): Promise<Record<string, string>> {
  const [templateDatabase] = await Promise.all([
    ensureTemplateDatabase(engines.adminUrl),
    dropAbandonedDatabases(engines.adminUrl),
    removeAbandonedVirtualHosts(engines.amqpManagementUrl),
  ]);
  return describeTestRun({ ...engines, templateDatabase });
}

/** Drops what test files of this run that crashed have left behind. */
export async function endTestRun(): Promise<void> {
  const { adminUrl, amqpManagementUrl } = testEngines();
  await Promise.all([dropDatabasesOfRun(adminUrl), removeVirtualHostsOfRun(amqpManagementUrl)]);
}
