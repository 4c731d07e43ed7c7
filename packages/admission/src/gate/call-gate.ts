import { newId } from '@postrider/contracts';
import { runScript, type RedisClient } from '@postrider/messaging';
import { epochKey, rateKey, settlingKey, type QuotaCounters } from './gate-keys';
import { gateScript } from './gate-script';

export interface GateCall {
  readonly organizationId: string;
  readonly keyId: string;
  readonly counters: QuotaCounters;
  readonly epoch: string;
  readonly rateLimit: number;
  readonly monthlyLimit: number;
  readonly dailyCap: number;
  readonly units: readonly number[];
}

/** As the script returns it. */
export type GateResult =
  | readonly ['stale', string]
  | readonly ['unseeded', number]
  | readonly ['limited', number, number]
  | readonly ['passed', number, number, string];

/** Judges all of them in one call; in a cluster in one call per organization, whose keys lie on one node. */
export async function callGate(
  redis: RedisClient,
  batch: readonly GateCall[],
  settlingMs: number,
): Promise<GateResult[]> {
  if (!redis.isCluster) return callNode(redis, batch, settlingMs);
  const byOrganization = Map.groupBy(batch, (call) => call.organizationId);
  const results = new Map<GateCall, GateResult>();
  await Promise.all(
    [...byOrganization.values()].map(async (calls) => {
      const answers = await callNode(redis, calls, settlingMs);
      for (const [index, call] of calls.entries()) results.set(call, answers[index] as GateResult);
    }),
  );
  return batch.map((call) => results.get(call) as GateResult);
}

function callNode(redis: RedisClient, calls: readonly GateCall[], settlingMs: number): Promise<GateResult[]> {
  const keys: string[] = [];
  const args: (string | number)[] = [newId(), settlingMs];
  for (const call of calls) {
    const { organizationId, keyId } = call;
    const { monthKey, dayKey } = call.counters;
    keys.push(epochKey(organizationId), rateKey(organizationId, keyId), monthKey, dayKey);
    keys.push(settlingKey(organizationId));
    args.push(call.epoch, call.rateLimit, call.monthlyLimit, call.dailyCap, call.units.join(','));
  }
  return runScript(redis, gateScript, { keys, args }) as Promise<GateResult[]>;
}
