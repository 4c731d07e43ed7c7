import { createApiKey, createDomain, createOrganization } from '@postrider/testkit';
import { Pool } from 'undici';
import type { System } from '../../system/system';

interface QuotaRun {
  readonly accepted: number;
  /** Accepted within two seconds before the first refusal: what may have been in the time between two looks at the counts. */
  readonly acceptedLast: number;
  /** HTTP statuses of the refusals. */
  readonly refusals: readonly number[];
}

const clients = 5;
const refusalsMax = 50;
const requestsOfClientMax = 2_000;
const lookMs = 2_000;

/** An organization with the plan `free` sends as fast as it can, until its daily cap refuses it. Its mail is due tomorrow, and is removed. */
export async function exceedQuota(system: System): Promise<QuotaRun> {
  const { pool } = system;
  const { id: organizationId, slug } = await createOrganization(pool, { plan: 'free' });
  const masterKey = String(system.settings['MASTER_KEY']);
  const domain = await createDomain(pool, { organizationId, name: `quota-${slug}.test`, masterKey });
  const key = await createApiKey(pool, { organizationId, permission: 'SEND' });
  const http = new Pool(system.apiUrl, { connections: clients });
  const acceptedAtMs: number[] = [];
  const refusals: { readonly status: number; readonly atMs: number }[] = [];
  const body = JSON.stringify({
    ...{ from: `orders@${domain.name}`, to: ['someone@recipients.test'], subject: 'Order', text: 'Hello' },
    scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
  });
  const send = async (): Promise<void> => {
    for (let sent = 0; sent < requestsOfClientMax && refusals.length < refusalsMax; sent += 1) {
      const { statusCode: status, body: answer } = await http.request({
        ...{ method: 'POST', path: '/api/v1/emails', body },
        headers: { authorization: `Bearer ${key.token}`, 'content-type': 'application/json' },
      });
      await answer.dump();
      if (status === 200) acceptedAtMs.push(performance.now());
      else refusals.push({ status, atMs: performance.now() });
    }
  };
  await Promise.all(Array.from({ length: clients }, send));
  await http.close();
  await removeMail(system, organizationId);
  const firstRefusalMs = Math.min(...refusals.map(({ atMs }) => atMs));
  return {
    accepted: acceptedAtMs.length,
    acceptedLast: acceptedAtMs.filter((atMs) => atMs > firstRefusalMs - lookMs).length,
    refusals: refusals.map(({ status }) => status),
  };
}

/** The audit knows the mail of the load alone. */
async function removeMail({ pool }: System, organizationId: string): Promise<void> {
  for (const table of ['recipients', 'message_contents', 'messages', 'usage_shards', 'usage_days']) {
    await pool.query(`DELETE FROM ${table} WHERE organization_id = $1`, [organizationId]);
  }
}
