import http from 'node:http';
import { createApiKey, createDomain, createOrganization, platformHost } from '@postrider/testkit';
import { startTestApi, type TestApi } from '../../test/test-api';

let api: TestApi;
let token: string;
let tracking: string;
let unverified: string;

beforeAll(async () => {
  api = await startTestApi();
  const { pool } = api.context;
  const { id: organizationId } = await createOrganization(pool);
  tracking = `links.${(await createDomain(pool, { organizationId })).name}`;
  unverified = `links.${(await createDomain(pool, { organizationId, status: 'pending' })).name}`;
  token = (await createApiKey(pool, { organizationId })).token;
});
afterAll(() => api.close());

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

it('answers links there', async () => {
  expect((await ask(tracking, '/o/x.y')).status).toBe(404);
  expect((await ask(tracking, '/o/x.y')).text).toContain('This link is not valid');
});
