import { Resolver } from 'node:dns/promises';
import type { Pool } from '@postrider/db';
import {
  formatHostPort,
  startRecurringTask,
  type HostPort,
  type Logger,
  type Metrics,
} from '@postrider/runtime';
import { checkReverseName } from '@postrider/smtp-client';
import { takeTurn } from '../../take-turn';
import { deleteOldDays, findUncheckedNames, recordReverseName } from './source-addresses.repository';

const checkEveryMs = 3_600_000;
/** A new address is looked at soon. */
const intervalMs = 60_000;
const dayMs = 86_400_000;

/** Checks each hour, in one worker at a time, that the names of the source addresses are in order. */
export function startReverseNames(options: {
  readonly pool: Pool;
  /** Empty: the system's. */
  readonly servers: readonly HostPort[];
  readonly log: Logger;
  readonly metrics: Metrics;
}): { close(): Promise<void> } {
  const { pool, servers, log, metrics } = options;
  const resolver = new Resolver({ timeout: 3_000, tries: 3 });
  if (servers.length > 0) resolver.setServers(servers.map(formatHostPort));
  const wrong = metrics.counter(
    'send_source_names_wrong',
    'Checks of source addresses with wrong reverse DNS.',
  );

  return startRecurringTask({
    name: 'reverse names',
    intervalMs,
    log,
    run: async (signal) => {
      if (!(await takeTurn(pool, { name: 'reverse-names', intervalMs: intervalMs / 2 }))) return;
      for (const name of await findUncheckedNames(pool, checkEveryMs)) {
        if (signal.aborted) return;
        const found = await checkReverseName(resolver, name);
        if (found === 'unknown') continue;
        if (found.error !== null) {
          wrong.add();
          log.warn(
            { source: name.address, error: found.error },
            'the reverse DNS of a source address is wrong',
          );
        }
        await recordReverseName(pool, name, found.error);
      }
      if (await takeTurn(pool, { name: 'old-source-days', intervalMs: dayMs })) await deleteOldDays(pool);
    },
  });
}
