import type { BroadcastResource } from '@postrider/contracts/broadcasts';
import type { OrganizationResource } from '@postrider/contracts/organizations';
import { createApiKey, createOrganization } from '@postrider/testkit';
import { useApi } from '../../test/use-api';

const api = useApi({ stream: 'bulk' });

const setUtm = (utm: unknown, key = api.key) =>
  api.send<OrganizationResource>('/organization', { method: 'PATCH', key, body: { utm } });
const utm = { source: 'acme', medium: 'email' };

async function create(more: object = {}) {
  await api.post('/topics', api.key, { slug: 'news', name: 'News' });
  const filter = { name: 'All', filter: { all: [] } };
  const { body: segment } = await api.post<{ id: string }>('/segments', api.key, filter);
  const mail = { name: 'May news!', segment_id: segment.id, topic: 'news', from: `n@${api.domain.name}` };
  const body = {
    ...mail,
    subject: 'May',
    html: '<a href="https://shop.test/?utm_source=own">Shop</a>',
    ...more,
  };
  return (await api.post<BroadcastResource>('/broadcasts', api.key, body)).body;
}

it('the organization has no UTM parameters until they are set, and null ends them', async () => {
  expect((await api.get<OrganizationResource>('/organization')).body.utm).toBeNull();
  expect((await setUtm(utm)).body.utm).toEqual(utm);
  expect((await setUtm({ ...utm, campaign: 'all' })).body.utm).toEqual({ ...utm, campaign: 'all' });
  expect((await api.get<OrganizationResource>('/organization')).body.utm?.campaign).toBe('all');
  expect((await setUtm(null)).body.utm).toBeNull();
});

it.each([
  { source: 'acme' },
  { ...utm, medium: ' ' },
  { ...utm, campaign: '' },
  { ...utm, source: 'x'.repeat(201) },
  'x',
])('refuses %j, naming the field', async (refused) => {
  const { refusal, text } = await setUtm(refused);
  expect(refusal).toBe('422 validation_error');
  expect(text).toContain('"utm');
});

it('a new broadcast that says nothing gets those of the organization, and keeps them', async () => {
  await setUtm(utm);
  const broadcast = await create();
  expect(broadcast.utm).toEqual({ ...utm, campaign: 'may-news' });
  await setUtm({ source: 'other', medium: 'email', campaign: 'all' });
  expect((await api.get<BroadcastResource>(`/broadcasts/${broadcast.id}`)).body.utm).toEqual(broadcast.utm);
  expect((await create()).utm).toEqual({ source: 'other', medium: 'email', campaign: 'all' });
});

it('of a parameter, that of the link counts first, then that of the broadcast, then that of the organization', async () => {
  await setUtm(utm);
  const own = { source: 'mine', medium: 'mail', campaign: 'c' };
  const broadcast = await create({ utm: own });
  expect(broadcast.utm).toEqual(own);
  const { body } = await api.post<{ html: string }>(`/broadcasts/${broadcast.id}/preview`, api.key);
  expect(body.html).toContain(
    'href="https://shop.test/?utm_source=own&amp;utm_medium=mail&amp;utm_campaign=c"',
  );
  expect((await create({ utm: null })).utm).toBeNull();
});

it('another organization has nothing of it', async () => {
  const { id: organizationId } = await createOrganization(api.pool);
  const stranger = await createApiKey(api.pool, { organizationId });
  await setUtm(utm, stranger);
  expect((await create()).utm).toBeNull();
});
