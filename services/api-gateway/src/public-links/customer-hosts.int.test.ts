import { createDomain, createOrganization, platformHost } from '@postrider/testkit';
import { useApi } from '../../test/use-api';

let tracking: string;
let policyHost: string;
/** Of verified domains whose records DNS does not have, or not yet. */
let notPointed: string[];
let unverified: string;

const api = useApi();
beforeAll(async () => {
  const { pool } = api;
  const { id: organizationId } = await createOrganization(pool);
  const trackingVerified = true;
  tracking = `links.${(await createDomain(pool, { organizationId, trackingVerified })).name}`;
  unverified = `links.${(await createDomain(pool, { organizationId, trackingVerified, status: 'pending' })).name}`;
  const withPolicy = async (status: string): Promise<string> => {
    const { id, name } = await createDomain(pool, { organizationId });
    const records = [
      { record: 'MTA_STS', type: 'CNAME', name: `mta-sts.${name}`, status },
      { record: 'MTA_STS', type: 'TXT', name: `_mta-sts.${name}`, status: 'verified' },
    ];
    await pool.query(
      `UPDATE domains SET mta_sts_mode = 'enforce', mta_sts_hosts = '{mx.shop.example}', mta_sts_id = '1', records = $2 WHERE id = $1`,
      [id, JSON.stringify(records)],
    );
    return `mta-sts.${name}`;
  };
  policyHost = await withPolicy('verified');
  notPointed = [
    `links.${(await createDomain(pool, { organizationId })).name}`,
    await withPolicy('missing'),
    tracking.replace('links.', 'mta-sts.'),
  ];
});

async function statusOf(host: string, headers: Record<string, string> = {}): Promise<number> {
  const answer = await fetch(`${api.url}/customer-hosts?domain=${encodeURIComponent(host)}`, { headers });
  return answer.status;
}

it('GET /customer-hosts is 200 for the hosts that customers have pointed to us', async () => {
  for (const host of [tracking, policyHost, policyHost.toUpperCase()]) expect(await statusOf(host)).toBe(200);
});

it('GET /customer-hosts is 404 for every other name', async () => {
  const others = [
    unverified,
    ...notPointed,
    platformHost,
    'elsewhere.example',
    '',
    '127.0.0.1',
    'a b',
    '[::1',
  ];
  for (const host of others) expect([host, await statusOf(host)]).toEqual([host, 404]);
});

it('GET /customer-hosts is 404 for those who ask through a proxy', async () => {
  expect(await statusOf(tracking, { 'x-forwarded-for': '203.0.113.9' })).toBe(404);
});
