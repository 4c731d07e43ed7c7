import { createSocket } from 'node:dgram';
import { createHostResolver } from '@postrider/runtime';
import {
  createApiKey,
  createOrganization,
  startDnsServer,
  type ApiKeyFixture,
  type DnsServer,
} from '@postrider/testkit';
import { startTestApi, unreachableDomains, type TestApi } from '../../test/test-api';
import { findUrlFault } from './webhook-url';

let api: TestApi;
let dns: DnsServer;
let key: ApiKeyFixture;

beforeAll(async () => {
  dns = await startDnsServer({
    zone: {
      records: [
        { name: 'public.test', type: 'A', value: '93.184.216.34' },
        { name: 'inside.test', type: 'A', value: '10.0.0.1' },
        { name: 'inside6.test', type: 'AAAA', value: 'fd00:ec2::254' },
        { name: 'alias.test', type: 'CNAME', value: 'inside.test' },
        { name: 'mixed.test', type: 'A', value: '93.184.216.34' },
        { name: 'mixed.test', type: 'A', value: '169.254.169.254' },
      ],
      failing: ['broken.test'],
    },
  });
  api = await startTestApi({ limits: { domains: { ...unreachableDomains, dnsServers: [dns] } } });
});
afterAll(async () => {
  await api.close();
  await dns.close();
});
beforeEach(async () => {
  const { id: organizationId } = await createOrganization(api.context.pool);
  key = await createApiKey(api.context.pool, { organizationId });
});

const create = (host: string) => api.post<{ id: string }>('/webhooks', key, { url: `https://${host}/hook` });

it.each(['inside.test', 'inside6.test', 'alias.test', 'mixed.test', '127.0.0.1', '[::1]', 'db.internal'])(
  'refuses an endpoint at %s when it is created and when it is changed',
  async (host) => {
    const refused = await create(host);
    expect(refused.refusal).toBe('422 validation_error');
    expect(refused.text).toContain('url: ');
    const { body } = await create('public.test');
    const changed = await api.send(`/webhooks/${body.id}`, {
      method: 'PATCH',
      key,
      body: { url: `https://${host}/hook` },
    });
    expect(changed.refusal).toBe('422 validation_error');
    const { body: kept } = await api.get(`/webhooks/${body.id}`, key);
    expect(kept).toMatchObject({ url: 'https://public.test/hook' });
  },
);

it.each(['public.test', 'not-there-yet.test', 'broken.test'])('takes an endpoint at %s', async (host) => {
  expect((await create(host)).status).toBe(201);
});

it('takes a name whose name servers are silent', async () => {
  const silent = createSocket('udp4');
  await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve));
  const resolve = createHostResolver([{ host: '127.0.0.1', port: silent.address().port }]);
  expect(await findUrlFault('https://hooks.test/', { allowLoopback: false, resolve })).toBeNull();
  silent.close();
});
