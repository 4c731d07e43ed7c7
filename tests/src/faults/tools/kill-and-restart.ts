import { smtpConnectionsMax } from '../../system/service-settings';
import type { FaultHarness, StrikeResult } from '../scenario';
import { lasting } from './pause';

/** At these shares of the load. */
const strikes = [0.2, 0.45, 0.7];
const awayMs = 1_000;

/** SIGKILL to the named replicas, all at once, three times under load, each time with a second until they are started again. */
export async function killAndRestart(harness: FaultHarness, names: readonly string[]): Promise<StrikeResult> {
  const { load, system } = harness;
  for (const share of strikes) {
    await load.reaches(share);
    await system.processes.kill(...names);
    await lasting(awayMs);
    await system.processes.start(...names);
  }
  const workers = names.filter((name) => name.startsWith('send-worker')).length;
  return { unconfirmedMax: strikes.length * workers * smtpConnectionsMax, detail: `${strikes.length} kills` };
}
