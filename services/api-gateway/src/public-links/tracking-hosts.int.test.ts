import http from 'node:http';
import { createApiKey, createDomain, createOrganization, platformHost } from '@postrider/testkit';
import { useApi } from '../../test/use-api';

let token: string;
let tracking: string;
let unverified: string;
let policyHost: string;
let otherPolicyHost: string;

const api = useApi();
beforeAll(async () => {
  const { pool } = api;
  const { id: organizationId } = await createOrganization(pool);
  tracking = `links.${(await createDomain(pool, { organizationId })).name}`;
  unverified = `links.${(await createDomain(pool, { organizationId, status: 'pending' })).name}`;
  const [served, refused] = [
    await createDomain(pool, { organizationId }),
    await createDomain(pool, { organizationId, status: 'pending' }),
  ];
  await pool.query(
    `UPDATE domains SET mta_sts_mode = 'enforce', mta_sts_hosts = '{mx.shop.example,*.mail.example}', mta_sts_id = '1' WHERE id = ANY($1)`,
    [[served.id, refused.id]],
  );
  policyHost = `mta-sts.${served.name}`;
  otherPolicyHost = `mta-sts.${refused.name}`;
  token = (await createApiKey(pool, { organizationId })).token;
});

function ask(host: string, path: string): Promise<{ status: number; type: string; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { host, authorization: `Bearer ${token}` };
    const request = http.get(`${api.url}${path}`, { headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, type: String(response.headers['content-type']), text }),
      );
    });
    request.on('error', reject);
  });
}

const paths = ['/api/v1/usage', '/openapi.json', '/docs', '/console', '/healthz', '/readyz', '/metrics', '/'];

it.each(paths)('answers %s at its own names, and as an unknown link below a tracking host', async (path) => {
  // Twice: looked up, and known.
  for (let time = 0; time < 2; time += 1) {
    expect(await ask(tracking, path)).toMatchObject({ status: 404, type: 'text/html; charset=utf-8' });
  }
  const own = await ask('api.postrider.example', path);
  for (const host of [platformHost, unverified, 'gateway:4000', '127.0.0.1:4000', '[::1]']) {
    expect((await ask(host, path)).status).toBe(own.status);
  }
  expect(own.text).not.toContain('This link is not valid');
});

it('a tracking host answers links', async () => {
  expect((await ask(tracking, '/o/x.y')).status).toBe(404);
  expect((await ask(tracking, '/o/x.y')).text).toContain('This link is not valid');
});

const policyPath = '/.well-known/mta-sts.txt';

it('serves the MTA-STS policy of a verified domain at its policy host, and nothing else there', async () => {
  for (let time = 0; time < 2; time += 1) {
    expect(await ask(policyHost.toUpperCase(), policyPath)).toEqual({
      status: 200,
      type: 'text/plain; charset=utf-8',
      text: 'version: STSv1\r\nmode: enforce\r\nmx: mx.shop.example\r\nmx: *.mail.example\r\nmax_age: 1209600\r\n',
    });
    expect(await ask(policyHost, '/docs')).toMatchObject({ status: 404, type: 'text/html; charset=utf-8' });
  }
});

it('serves no policy at the hosts of other domains', async () => {
  const without = tracking.replace('links.', 'mta-sts.');
  for (const host of [otherPolicyHost, without, tracking, platformHost, 'mta-sts', 'mta-sts.']) {
    expect((await ask(host, policyPath)).status).toBe(404);
  }
});
