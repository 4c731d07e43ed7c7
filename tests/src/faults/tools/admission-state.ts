import type { UsageResource } from '@postrider/contracts/organizations';
import { request } from 'undici';
import type { System } from '../../system/system';

export const gateway = 'api-gateway-1';

/** Recipients of the day, as quotas are checked by. */
export async function countedRecipients(system: System): Promise<number> {
  const { body } = await system.api().request<UsageResource>('GET', '/usage');
  return body.emails.daily.used;
}

export async function metricOfGateway({ replicas }: System, name: string): Promise<number> {
  const { healthPort = 0 } = replicas.find((replica) => replica.name === gateway) ?? {};
  const { body } = await request(`http://127.0.0.1:${healthPort}/metrics`);
  return Number(new RegExp(`^${name}(?:{.*})? (.*)$`, 'm').exec(await body.text())?.[1] ?? 0);
}
