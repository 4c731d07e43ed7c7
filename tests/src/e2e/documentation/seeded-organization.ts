import {
  createApiKey,
  createDomain,
  createInboundEmail,
  createOrganization,
  createTenant,
  pathObjects,
  placesOf,
  type Tenant,
} from '@postrider/testkit';
import type { System } from '../../system/system';
import { withPathValues, type SampledOperation } from './samples';

/** An organization in which everything exists that the samples name. */
export interface SeededOrganization {
  readonly token: string;
  /** The code of a sample with the names of this organization's things. */
  asSeeded(operation: SampledOperation, code: string): string;
}

interface Domains {
  /** What the samples call `acme.example`. */
  readonly shop: string;
  /** What the samples call `mail.acme.example`. */
  readonly news: string;
}

export async function createSeededOrganization(system: System): Promise<SeededOrganization> {
  const { pool, world } = system;
  const { masterKey } = system.secrets;
  const tenant = await createTenant(pool, { masterKey });
  const { organizationId, mark } = tenant;
  await pool.query(`UPDATE organizations SET postal_address = 'London' WHERE id = $1`, [organizationId]);
  const client = await createOrganization(pool, { kind: 'client', parentOrganizationId: organizationId });
  await createApiKey(pool, { organizationId: client.id });
  const names: Domains = { shop: `shop.${mark}.test`, news: `news.${mark}.test` };
  await createDomain(pool, { organizationId, masterKey, name: names.shop });
  await createDomain(pool, {
    ...{ organizationId, masterKey, name: names.news },
    ...{ stream: 'bulk', trackingVerified: true },
  });
  const objects = pathObjects(tenant, client.id);
  const own = await createOwnObjects(system, tenant, names);
  return {
    token: tenant.key.token,
    asSeeded: ({ id, path, pathValues }, code) => {
      const wanted = placesOf(path).map((place) => objects[place] ?? 'no-object');
      const ownId = own[id];
      if (ownId !== undefined) wanted[0] = ownId;
      return withPathValues(code, pathValues, wanted)
        .replace(/(segment_id\W{1,10})[\da-f-]{36}/, `$1${tenant.segmentId}`)
        .replaceAll('https://hooks.acme.example', world.webhooks.url)
        .replaceAll('mail.acme.example', names.news)
        .replaceAll('acme.example', id === 'createDomain' ? `new.${mark}.test` : names.shop)
        .replaceAll('globex', `globex-${mark}`);
    },
  };
}

const thanksFrom = (from: string) => ({
  ...{ name: 'Thanks', status: 'paused', trigger: { event: 'order.paid' } },
  steps: [{ type: 'send', from, subject: 'Thank you', text: 'Thank you' }],
});

/** By the operation: for those that need a thing in another state, or end what others still need. */
async function createOwnObjects(
  { pool, api: apiWith }: Pick<System, 'pool' | 'api'>,
  { organizationId, segmentId, topicSlug: topic, key, domain, emailId }: Tenant,
  { shop, news }: Domains,
): Promise<Readonly<Record<string, string>>> {
  const api = apiWith(key.token);
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await api.request<{ id: string }>('POST', path, { body });
    if (answer.status >= 300) throw new Error(`POST ${path} answered ${JSON.stringify(answer)}`);
    return answer.body.id;
  };
  for (const slug of ['welcome', 'first-order']) {
    await create('/templates', { slug, subject: 'Hello', text: 'Hello' });
    await create(`/templates/${slug}/publish`, {});
  }
  await create('/topics', { slug: 'idle', name: 'Idle' });
  const broadcast = (fields: object = {}) =>
    create('/broadcasts', {
      ...{ name: 'News', segment_id: segmentId, topic, from: `news@${news}` },
      ...{ subject: 'News', text: 'News', track: { opens: true, clicks: true }, ...fields },
    });
  const inState = async (status: string, id: string) => {
    const finished = `started_at = now(), finished_at = now() - interval '2 days'`;
    await pool.query(`UPDATE broadcasts SET status = $1, ${finished} WHERE id = $2`, [status, id]);
    return id;
  };
  const variants = [{}, { subject: 'More' }];
  const abTest = { ab_test: { variants, percent: 20, wait_minutes: 240, metric: 'open' } };
  const tomorrow = { scheduled_at: new Date(Date.now() + 86_400_000).toISOString() };
  const mail = { from: `hello@${shop}`, to: 'ada@example.com', subject: 'Later', text: 'Hi' };
  return {
    // What the sample of createTemplate makes.
    ...{ updateTemplate: 'receipt', publishTemplate: 'receipt', renderTemplate: 'receipt' },
    cancelEmail: await create('/emails', { ...mail, ...tomorrow }),
    rescheduleEmail: await create('/emails', { ...mail, ...tomorrow }),
    sendEmailAgain: await create('/emails', mail),
    readInboundAttachment: (
      await createInboundEmail(pool, {
        ...{ organizationId, domainId: domain.id, emailId },
        attachments: [{ filename: 'a.bin', contentType: 'image/png', content: Buffer.from([0xff, 0xfe, 0]) }],
      })
    ).id,
    rotateKey: (await createApiKey(pool, { organizationId, permission: 'SEND' })).id,
    revokeKey: (await createApiKey(pool, { organizationId, permission: 'SEND' })).id,
    deleteDomain: (await createDomain(pool, { organizationId })).id,
    eraseContact: await create('/contacts', { email: 'erased@example.com' }),
    deleteTopic: 'idle',
    deleteSegment: await create('/segments', { name: 'Idle', filter: { all: [{ status: 'SUBSCRIBED' }] } }),
    updateBroadcast: await broadcast(),
    deleteBroadcast: await broadcast(),
    sendBroadcast: await broadcast(),
    cancelBroadcast: await broadcast(tomorrow),
    decideBroadcast: await inState('testing', await broadcast(abTest)),
    resendBroadcast: await inState('sent', await broadcast()),
    previewBroadcast: await broadcast(abTest),
    sendTestBroadcast: await broadcast(),
    estimateBroadcast: await broadcast(),
    sendTestOfAutomation: await create('/automations', thanksFrom(`news@${news}`)),
  };
}
