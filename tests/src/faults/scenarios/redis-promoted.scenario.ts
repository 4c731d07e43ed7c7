import { readLog } from '../../system/service-log';
import type { System } from '../../system/system';
import type { Scenario } from '../scenario';
import { countedRecipients, gateway, metricOfGateway } from '../tools/admission-state';
import { startMortalProxy, type MortalProxy } from '../tools/mortal-proxy';
import { lasting } from '../tools/pause';
import { startRedisReplica, type RedisReplica } from '../tools/redis-replica';

/** Until the loss of the primary is noticed. */
const unnoticedMs = 10_000;
/** Recipients counted between the last look at the primary and its end. */
const reservedMeanwhileMax = 100;

let address: MortalProxy | undefined;
let replica: RedisReplica | undefined;

export const redisPromoted: Scenario = {
  name: 'redis-promoted',
  promise:
    'Redis killed, a replica without its last seconds promoted and the address moved: accepted all the while, nothing held, nothing sent twice',
  replicas: { 'send-worker': 2 },
  // Far away, so that recipients are counted and none is refused.
  settings: { PLANS: '{"internal": {"daily_cap": 1000000000}}' },
  settingsIn: async (_world, { redisUrl }) => {
    const url = new URL(redisUrl);
    address = await startMortalProxy(Number(url.port));
    url.port = String(address.port);
    return { REDIS_URL: url.toString() };
  },
  loadSecondsMin: 40,
  clientErrors: 'none',
  strike: async ({ load, system, engines }) => {
    if (!address) throw new Error('its address was not started');
    replica = await startRedisReplica(engines.redis.url);
    await load.reaches(0.3);
    await replica.cutOff();
    const countedAtCut = await countedRecipients(system);
    await load.reaches(0.4);
    const unreplicated = (await countedRecipients(system)) - countedAtCut;
    await engines.redis.kill();
    await lasting(unnoticedMs);
    await replica.promote();
    address.leadTo(replica.port);
    const movedAt = Date.now();
    await load.done;
    const { begun, ended } = outageOf(system);
    const unchecked = await metricOfGateway(system, 'admission_local_requests_total');
    const recipients = load.accepted.reduce((sum, message) => sum + message.recipients.length, 0);
    const uncounted = recipients - (await countedRecipients(system));
    const { rowCount: restorations } = await system.pool.query('SELECT FROM restorations');
    return {
      problems: [
        ...(unchecked === 0 ? ['no send was checked without Redis: nothing was tried'] : []),
        ...(uncounted > unreplicated + reservedMeanwhileMax
          ? ['counters lack what the replica had got']
          : []),
        ...(ended === undefined ? ['Redis is not used again'] : []),
        ...(restorations === 0 ? [] : ['it was taken for a restored database']),
      ],
      detail:
        `${unchecked} requests checked without Redis for ${seconds((ended ?? NaN) - (begun ?? NaN))} s, ` +
        `by Redis again ${seconds((ended ?? NaN) - movedAt)} s after the address was moved; ` +
        `${unreplicated} recipients counted that the replica had not got, ${uncounted} not counted in the end`,
    };
  },
  cleanUp: async () => {
    await replica?.delete();
    await address?.close();
    [replica, address] = [undefined, undefined];
  },
};

/** When the gateway began to check requests by itself, and when Redis did again. */
function outageOf({ processes }: System): { readonly begun?: number; readonly ended?: number } {
  const timeOf = (text: string): number | undefined => {
    const line = readLog(processes.named(gateway).logFile).findLast((each) => each.text.includes(text));
    return line && new Date((JSON.parse(line.text) as { time: string | number }).time).getTime();
  };
  const [begun, ended] = [timeOf('Redis is unavailable: this process'), timeOf('Redis is available again')];
  return { ...(begun !== undefined && { begun }), ...(ended !== undefined && { ended }) };
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
