import { eventually } from '@postrider/testkit';
import { smtpConnectionsMax } from '../../system/service-settings';
import type { System } from '../../system/system';
import type { Scenario } from '../scenario';
import { deleteQueues } from '../tools/delete-queues';
import { failRestored } from '../tools/fail-restored';
import { startStandby, type Standby } from '../tools/standby';

/** Sent by the primary alone, at least. */
const lostMin = 100;
const timeoutMs = 60_000;
const workers = ['send-worker-1', 'send-worker-2'];
/** They may have events in hand that the standby has never had, and would count and deliver them. */
const readers = ['metrics-aggregator-1', 'webhook-dispatcher-1'];

let standby: Standby | undefined;

export const standbyPromoted: Scenario = {
  name: 'standby-promoted',
  promise:
    'PostgreSQL killed, a standby without its newest part promoted at its address: running workers hold what is due, and send nothing twice',
  replicas: { 'send-worker': 2 },
  // The standby is made and stopped meanwhile, and mail must be left to be sent after that.
  loadSecondsMin: 40,
  clientErrors: 'allowed',
  strike: async ({ load, system, engines }) => {
    await load.reaches(0.1);
    standby = await startStandby(system.pool, system.context.databaseUrl);
    await load.reaches(0.5);
    await system.processes.stop(...readers);
    await standby.stop();
    const before = await countAttempts(system);
    await eventually(async () => (await countAttempts(system)) >= before + lostMin, {
      timeoutMs,
      what: `${lostMin} bodies sent that the standby knows nothing of`,
    });
    await engines.postgres.kill();
    await deleteQueues(system.context.amqpUrl);
    const acknowledged = load.accepted.map(({ id }) => id);
    await standby.takePlace();
    await engines.postgres.start();
    await system.pool.query('SELECT pg_promote()');
    await eventually(
      async () =>
        (await system.pool.query(`SELECT FROM restorations WHERE held_at IS NOT NULL AND reason = 'mark'`))
          .rowCount === 1,
      { timeoutMs, what: 'a restoration with everything held' },
    );
    await system.processes.start(...readers);
    const { failed, forgotten } = await failRestored(system, acknowledged);
    return {
      unconfirmedMax: workers.length * smtpConnectionsMax,
      ...{ failed, forgotten },
      detail: `${forgotten.size} accepted messages lost with the primary, ${failed.size} held and failed`,
    };
  },
  cleanUp: async () => {
    await standby?.delete();
    standby = undefined;
  },
};

async function countAttempts({ pool }: System): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM delivery_attempts',
  );
  return rows[0]?.count ?? 0;
}
