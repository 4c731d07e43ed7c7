import { setTimeout as delay } from 'node:timers/promises';
import type { System } from '../../system/system';
import type { BenchResult } from '../bench-line';
import type { Arrivals } from './arrivals';
import { quantile } from './median';

const pauseMs = 20;

/** How long single transactional mails take from the request until a sink has them, in milliseconds. */
export async function victimLatencies(
  system: System,
  arrivals: Arrivals,
  count: number,
): Promise<readonly number[]> {
  const { tenant } = system;
  const client = system.api(tenant.keys.send.token);
  const took: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const to = `victim-${performance.now()}@recipients.test`;
    const mail = { from: `orders@${tenant.domain.name}`, to, subject: 'Code', text: 'Your code is 4711.' };
    took.push(await arrivals.after(to, () => client.send(mail)));
    await delay(pauseMs);
  }
  return took;
}

/** The p99 of those who wait beside others, over that of an idle system. */
export function victimResult(
  busy: readonly number[],
  { idle, detail }: { readonly idle: readonly number[]; readonly detail: string },
): BenchResult {
  const [value, floor] = [quantile(busy, 0.99), quantile(idle, 0.99)];
  const unknown = { own: null, engines: null };
  return {
    value,
    floor,
    ratio: floor / value,
    ...{ p50Ms: quantile(busy, 0.5), p99Ms: value, floorP50Ms: quantile(idle, 0.5), floorP99Ms: floor },
    ...{ cpuMicros: unknown, floorCpuMicros: unknown },
    detail,
  };
}
