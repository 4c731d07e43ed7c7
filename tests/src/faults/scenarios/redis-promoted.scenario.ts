import type { UsageResource } from '@postrider/contracts';
import { request } from 'undici';
import { readLog } from '../../system/service-log';
import type { System } from '../../system/system';
import type { Scenario } from '../scenario';
import { startMortalProxy, type MortalProxy } from '../tools/mortal-proxy';
import { lasting } from '../tools/pause';
import { startRedisReplica, type RedisReplica } from '../tools/redis-replica';

/** Until somebody has noticed that the primary is gone. */
const unnoticedMs = 10_000;
/** Recipients counted between the last look at the primary and its end. */
const reservedMeanwhileMax = 100;
const gateway = 'api-gateway-1';

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
    const unchecked = await metricOf(system, 'admission_fail_open_requests_total');
    const recipients = load.accepted.reduce((sum, message) => sum + message.recipients.length, 0);
    const uncounted = recipients - (await countedRecipients(system));
    const { rowCount: restorations } = await system.pool.query('SELECT FROM restorations');
    return {
      problems: [
        ...(unchecked === 0 ? ['no send passed unchecked: nothing was tried'] : []),
        ...(uncounted > unreplicated + reservedMeanwhileMax
          ? ['counters lack what the replica had got']
          : []),
        ...(ended === undefined ? ['sends are not checked again'] : []),
        ...(restorations === 0 ? [] : ['it was taken for a restored database']),
      ],
      detail:
        `${unchecked} requests unchecked for ${seconds((ended ?? NaN) - (begun ?? NaN))} s, ` +
        `checked again ${seconds((ended ?? NaN) - movedAt)} s after the address was moved; ` +
        `${unreplicated} recipients counted that the replica had not got, ${uncounted} not counted in the end`,
    };
  },
  cleanUp: async () => {
    await replica?.delete();
    await address?.close();
    [replica, address] = [undefined, undefined];
  },
};

/** What Redis has counted of the day. */
async function countedRecipients(system: System): Promise<number> {
  const { body } = await system.api().request<UsageResource>('GET', '/usage');
  return body.emails.daily.used;
}

/** When the gateway began to let requests pass unchecked, and when it checked them again. */
function outageOf({ processes }: System): { readonly begun?: number; readonly ended?: number } {
  const timeOf = (text: string): number | undefined => {
    const line = readLog(processes.named(gateway).logFile).findLast((each) => each.text.includes(text));
    return line && new Date((JSON.parse(line.text) as { time: string | number }).time).getTime();
  };
  const [begun, ended] = [timeOf('requests pass unchecked'), timeOf('Redis answers again')];
  return { ...(begun !== undefined && { begun }), ...(ended !== undefined && { ended }) };
}

async function metricOf({ replicas }: System, name: string): Promise<number> {
  const { healthPort = 0 } = replicas.find((replica) => replica.name === gateway) ?? {};
  const { body } = await request(`http://127.0.0.1:${healthPort}/metrics`);
  return Number(new RegExp(`^${name}(?:{.*})? (.*)$`, 'm').exec(await body.text())?.[1] ?? 0);
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
