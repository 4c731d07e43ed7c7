import { createApiKey, createDomain, createOrganization } from '@postrider/testkit';
import { useApi } from '../../test/use-api';

const api = useApi();

it('names the key and every verified domain of the organization, and no secret', async () => {
  const { pool } = api;
  const { id: organizationId } = await createOrganization(pool);
  const foreign = await createOrganization(pool);
  await createDomain(pool, { organizationId, name: 'b.own-key.test' });
  await createDomain(pool, { organizationId, name: 'a.own-key.test' });
  await createDomain(pool, { organizationId, name: 'pending.own-key.test', status: 'pending' });
  await createDomain(pool, { organizationId: foreign.id, name: 'foreign.own-key.test' });
  const key = await createApiKey(pool, { organizationId, permission: 'SEND', mode: 'test', name: 'Shop' });
  const { status, body, text } = await api.get('/keys/me', key);
  expect(status).toBe(200);
  expect(body).toEqual({
    object: 'api_key',
    id: key.id,
    name: 'Shop',
    mode: 'test',
    permission: 'SEND',
    domains: ['a.own-key.test', 'b.own-key.test'],
    allowed_recipients: [],
    templates_only: false,
  });
  expect(text).not.toContain(key.token.slice(8));
});

it('names only the domains that the key is restricted to, verified or not', async () => {
  const { pool } = api;
  const { id: organizationId } = await createOrganization(pool);
  const pending = await createDomain(pool, { organizationId, status: 'pending' });
  await createDomain(pool, { organizationId });
  const key = await createApiKey(pool, { organizationId, domainIds: [pending.id] });
  expect((await api.get('/keys/me', key)).body).toMatchObject({ domains: [pending.name] });
});

it('names what the key may send', async () => {
  const { id: organizationId } = await createOrganization(api.pool);
  const limits = { allowedRecipients: ['example.com', 'ada@example.org'], templatesOnly: true };
  const key = await createApiKey(api.pool, { organizationId, ...limits });
  expect((await api.get('/keys/me', key)).body).toMatchObject({
    allowed_recipients: ['example.com', 'ada@example.org'],
    templates_only: true,
  });
});
