import type { Scenario } from '../scenario';
import { countedRecipients, metricOfGateway } from '../tools/admission-state';
import { lasting } from '../tools/pause';

export const redisStop: Scenario = {
  name: 'redis-stop',
  promise:
    'Redis unavailable for FAULTS_OUTAGE_S: sends are accepted and delivered all the while, and counted exactly afterwards',
  // Far away, so that recipients are counted and none is refused.
  settings: { PLANS: '{"internal": {"daily_cap": 1000000000}}' },
  isOutage: true,
  loadSecondsMin: 30,
  clientErrors: 'none',
  strike: async ({ load, engines, system, outageMs }) => {
    await load.reaches(0.1);
    await engines.redis.stop();
    const before = load.accepted.length;
    await lasting(outageMs);
    const meanwhile = load.accepted.length - before;
    const delivered = await deliveredMessages(system.pool);
    await engines.redis.start();
    await load.done;
    const local = await metricOfGateway(system, 'admission_local_requests_total');
    const recipients = load.accepted.reduce((sum, message) => sum + message.recipients.length, 0);
    const counted = await countedRecipients(system);
    return {
      problems: [
        ...(local === 0 ? ['no request was checked without Redis: nothing was tried'] : []),
        ...(meanwhile === 0 ? ['nothing was accepted while Redis was stopped'] : []),
        ...(counted === recipients ? [] : [`${counted} recipients counted of ${recipients} accepted`]),
      ],
      detail:
        `stopped for ${outageMs / 1_000} s: ${meanwhile} messages accepted meanwhile (${local} requests checked without Redis), ` +
        `${delivered} sent when it came back; ${counted} of ${recipients} recipients counted in the end`,
    };
  },
};

async function deliveredMessages(pool: {
  query<Row>(text: string): Promise<{ rows: Row[] }>;
}): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    `SELECT count(*) AS count FROM messages WHERE status = 'delivered'`,
  );
  return Number(rows[0]?.count);
}
