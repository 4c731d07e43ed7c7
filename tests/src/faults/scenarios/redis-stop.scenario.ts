import type { Scenario } from '../scenario';
import { countedRecipients, metricOfGateway } from '../tools/admission-state';
import { exceedQuota } from '../tools/exceed-quota';
import { lasting } from '../tools/pause';

const dailyCap = 300;

export const redisStop: Scenario = {
  name: 'redis-stop',
  promise:
    'Redis unavailable for FAULTS_OUTAGE_S: sends are accepted and delivered all the while, and counted exactly afterwards; a quota is exceeded by what is accepted between two looks',
  // That of the load is far away, so that its recipients are counted and none is refused.
  settings: { PLANS: `{"internal": {"daily_cap": 1000000000}, "free": {"daily_cap": ${dailyCap}}}` },
  isOutage: true,
  loadSecondsMin: 30,
  clientErrors: 'none',
  strike: async ({ load, engines, system, outageMs }) => {
    await load.reaches(0.1);
    await engines.redis.stop();
    const before = load.accepted.length;
    const [quota] = await Promise.all([exceedQuota(system), lasting(outageMs)]);
    const over = quota.accepted - dailyCap;
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
        ...(over >= 0 && over <= quota.acceptedLast && quota.refusals.every((status) => status === 429)
          ? []
          : [`the quota of ${dailyCap} let ${quota.accepted} pass, then ${quota.refusals.join(' ')}`]),
        ...(counted === recipients ? [] : [`${counted} recipients counted of ${recipients} accepted`]),
      ],
      detail:
        `stopped for ${outageMs / 1_000} s: ${meanwhile} messages accepted meanwhile (${local} requests checked without Redis), ` +
        `${delivered} sent when it came back; ${counted} of ${recipients} recipients counted in the end; ` +
        `a quota of ${dailyCap} was exceeded by ${over}, of ${quota.acceptedLast} accepted in two seconds`,
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
