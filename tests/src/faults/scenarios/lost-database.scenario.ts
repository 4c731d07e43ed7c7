import { eventually } from '@postrider/testkit';
import { smtpConnectionsMax } from '../../system/service-settings';
import type { System } from '../../system/system';
import type { Scenario } from '../scenario';
import { startServerBackup, type ServerBackup } from '../tools/database-server-backup';
import { deleteQueues } from '../tools/delete-queues';
import { failRestored } from '../tools/fail-restored';

const timeoutMs = 60_000;
const workers = ['send-worker-1', 'send-worker-2'];
/** They may have events in hand that the restored database has never had, and would count and deliver them. */
const readers = ['metrics-aggregator-1', 'webhook-dispatcher-1'];

let backup: ServerBackup | undefined;

export const lostDatabase: Scenario = {
  name: 'lost-database',
  promise:
    'PostgreSQL killed under load and its data deleted: `backup restore` brings back all that was accepted before the last archived log; what was due is held, nothing is sent twice',
  replicas: { 'send-worker': 2 },
  // PostgreSQL is restarted, backed up and restored meanwhile, and mail must be left to be sent after that.
  loadSecondsMin: 60,
  clientErrors: 'allowed',
  strike: async ({ load, system, engines }) => {
    await load.reaches(0.1);
    backup = await startServerBackup(system, engines.postgres);
    await load.reaches(0.25);
    await backup.make();
    await load.reaches(0.5);
    const archived = load.accepted.map(({ id }) => id);
    await backup.archiveAll();
    await load.reaches(0.6);
    await system.processes.stop(...readers);
    await backup.loseAndRestore();
    const acknowledged = load.accepted.map(({ id }) => id);
    await deleteQueues(system.context.amqpUrl);
    await engines.postgres.start();
    await holds(system);
    await system.processes.start(...readers);
    const { failed, forgotten } = await failRestored(system, acknowledged);
    const lost = archived.filter((id) => forgotten.has(id));
    return {
      unconfirmedMax: workers.length * smtpConnectionsMax,
      ...{ failed, forgotten },
      problems: lost.length > 0 ? [`${lost.length} messages lost that were archived (${lost[0]})`] : [],
      detail: `${archived.length} accepted before the last archived log, all there; ${forgotten.size} accepted later lost, ${failed.size} held and failed`,
    };
  },
  cleanUp: async () => {
    await backup?.delete();
    backup = undefined;
  },
};

async function holds({ pool }: System): Promise<void> {
  await eventually(
    async () =>
      (await pool.query(`SELECT FROM restorations WHERE held_at IS NOT NULL AND reason = 'operator'`))
        .rowCount === 1,
    { timeoutMs, what: 'a declared restoration with everything held' },
  );
}
