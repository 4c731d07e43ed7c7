import { newId } from '@postrider/contracts/ids';
import type { Pool } from '@postrider/db';
import { createInboundEmail, eventually } from '@postrider/testkit';
import type { Resend } from 'resend';

interface Outcome {
  readonly error: unknown;
}

export interface TourOptions {
  readonly resend: Resend;
  readonly pool: Pool;
  readonly organizationId: string;
  readonly domain: string;
  readonly bulkDomain: string;
}

export interface Tour {
  /** Calls each answered method with objects that exist. */
  answered(): AsyncGenerator<{ readonly name: string; readonly error: unknown }>;
  /** Makes the request of a method. */
  call(of: { readonly method: string; readonly path: string }): Promise<Outcome>;
}

async function dataOf<Data>(call: PromiseLike<{ data: Data | null; error: unknown }>): Promise<Data> {
  const { data, error } = await call;
  if (data === null) throw new Error(JSON.stringify(error));
  return data;
}

type Step = readonly [name: string, call: () => PromiseLike<Outcome>];

export function tourOf(options: TourOptions): Tour {
  const { resend } = options;
  return {
    call: ({ method, path }) => {
      const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
      const target = path.replace(/:\w+/g, 'x');
      return verb === 'get' ? resend.get(target) : resend[verb](target, undefined);
    },
    answered: async function* () {
      for (const part of [mailSteps, contactSteps, contentSteps, managementSteps])
        for (const [name, call] of await part(options)) yield { name, error: (await call()).error };
    },
  };
}

async function mailSteps({ resend, pool, organizationId, domain }: TourOptions): Promise<Step[]> {
  const plain = { from: `Acme <hi@${domain}>`, to: 'ada@example.com', subject: 'Hello', text: 'Hi' };
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const attachments = [{ filename: 'a.txt', content: Buffer.from('hello') }];
  const { id } = await dataOf(resend.emails.send({ ...plain, scheduledAt: at(1), attachments }));
  const { id: received } = await createInboundEmail(pool, {
    organizationId,
    attachments: [{ filename: 'a.txt', contentType: 'text/plain', content: Buffer.from('hello') }],
  });
  const file = { emailId: received, id: '0' };
  return [
    ['emails.send', () => resend.emails.send(plain)],
    ['batch.send', () => resend.batch.send([plain])],
    ['emails.list', () => resend.emails.list({ limit: 1 })],
    ['emails.get', () => resend.emails.get(id)],
    ['emails.attachments.list', () => resend.emails.attachments.list({ emailId: id })],
    ['emails.attachments.get', () => resend.emails.attachments.get({ emailId: id, id: '0' })],
    ['emails.update', () => resend.emails.update({ id, scheduledAt: at(2) })],
    ['emails.cancel', () => resend.emails.cancel(id)],
    ['emails.receiving.list', () => resend.emails.receiving.list()],
    ['emails.receiving.get', () => resend.emails.receiving.get(received)],
    [
      'emails.receiving.attachments.list',
      () => resend.emails.receiving.attachments.list({ emailId: received }),
    ],
    ['emails.receiving.attachments.get', () => resend.emails.receiving.attachments.get(file)],
  ];
}

async function contactSteps({ resend, pool, organizationId }: TourOptions): Promise<Step[]> {
  const email = 'grace@example.com';
  await dataOf(resend.contacts.create({ email }));
  const { id: segmentId } = await dataOf(resend.segments.create({ name: 'Readers' }));
  const topic = await dataOf(resend.topics.create({ name: 'Daily News', defaultSubscription: 'opt_out' }));
  const topics = [{ id: topic.id, subscription: 'opt_in' as const }];
  const importId = newId();
  await pool.query(
    `INSERT INTO imports (id, organization_id, api_key_id, kind, status, format)
     VALUES ($1, $2, $2, 'contacts', 'finished', 'plain')`,
    [importId, organizationId],
  );
  const member = { email, segmentId };
  return [
    ['contacts.create', () => resend.contacts.create({ email: 'mary@example.com', firstName: 'Mary' })],
    ['contacts.create', () => resend.contacts.create({ email: 'jean@example.com', audienceId: segmentId })],
    ['contacts.get', () => resend.contacts.get({ email: 'jean@example.com', audienceId: segmentId })],
    ['contacts.update', () => resend.contacts.update({ email: 'jean@example.com', audienceId: segmentId })],
    ['contacts.remove', () => resend.contacts.remove({ email: 'jean@example.com', audienceId: segmentId })],
    ['contacts.list', () => resend.contacts.list()],
    ['contacts.list', () => resend.contacts.list({ segmentId })],
    ['contacts.get', () => resend.contacts.get(email)],
    ['contacts.update', () => resend.contacts.update({ email, firstName: 'Grace' })],
    ['contacts.topics.update', () => resend.contacts.topics.update({ email, topics })],
    ['contacts.topics.list', () => resend.contacts.topics.list({ email })],
    ['contacts.segments.add', () => resend.contacts.segments.add(member)],
    ['contacts.segments.list', () => resend.contacts.segments.list({ email })],
    ['contacts.segments.remove', () => resend.contacts.segments.remove(member)],
    ['contacts.imports.list', () => resend.contacts.imports.list()],
    ['contacts.imports.get', () => resend.contacts.imports.get(importId)],
    ['events.send', () => resend.events.send({ event: 'order.placed', email, payload: { total: 3 } })],
    ['contacts.remove', () => resend.contacts.remove(email)],
    ['segments.create', () => resend.segments.create({ name: 'Others' })],
    ['segments.list', () => resend.segments.list()],
    ['segments.get', () => resend.segments.get(segmentId)],
    ['segments.update', () => resend.segments.update(segmentId, { name: 'Fans' })],
    ['segments.remove', () => resend.segments.remove(segmentId)],
    ['topics.create', () => resend.topics.create({ name: 'Offers', defaultSubscription: 'opt_in' })],
    ['topics.list', () => resend.topics.list()],
    ['topics.get', () => resend.topics.get(topic.id)],
    ['topics.update', () => resend.topics.update({ id: topic.id, name: 'Weekly News' })],
    ['topics.remove', () => resend.topics.remove('offers')],
  ];
}

async function contentSteps({ resend, bulkDomain }: TourOptions): Promise<Step[]> {
  const { id: segmentId } = await dataOf(resend.segments.create({ name: 'All' }));
  const html = '<p>Hi {{{FIRST_NAME|there}}} {{{RESEND_UNSUBSCRIBE_URL}}}</p>';
  const wanted = {
    segmentId,
    topicId: 'daily-news',
    from: `News <news@${bulkDomain}>`,
    subject: 'May',
    html,
  };
  const { id } = await dataOf(resend.broadcasts.create(wanted));
  const draft = await dataOf(resend.broadcasts.create(wanted));
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
  const template = { name: 'Order Receipt', subject: 'Receipt', html: '<p>{{{PRODUCT|thing}}}</p>' };
  const variables = [{ key: 'PRODUCT', type: 'string' as const, fallbackValue: 'thing' }];
  const { id: templateId } = await dataOf(resend.templates.create({ ...template, variables }));
  return [
    ['broadcasts.create', () => resend.broadcasts.create(wanted)],
    ['broadcasts.list', () => resend.broadcasts.list()],
    ['broadcasts.get', () => resend.broadcasts.get(id)],
    ['broadcasts.update', () => resend.broadcasts.update(id, { subject: 'June' })],
    ['broadcasts.send', () => resend.broadcasts.send(id, { scheduledAt })],
    ['broadcasts.duplicate', () => resend.broadcasts.duplicate(id)],
    ['broadcasts.clickedLinks', () => resend.broadcasts.clickedLinks(id)],
    ['broadcasts.cancel', () => resend.broadcasts.cancel(id)],
    ['broadcasts.remove', () => resend.broadcasts.remove(draft.id)],
    ['templates.create', () => resend.templates.create({ ...template, name: 'Other', alias: 'other' })],
    ['templates.list', () => resend.templates.list()],
    ['templates.get', () => resend.templates.get('order-receipt')],
    ['templates.update', () => resend.templates.update(templateId, { subject: 'Your receipt' })],
    ['templates.publish', () => resend.templates.publish(templateId)],
    ['templates.duplicate', () => resend.templates.duplicate(templateId)],
    ['templates.remove', () => resend.templates.remove(templateId)],
  ];
}

async function managementSteps({ resend, pool, organizationId }: TourOptions): Promise<Step[]> {
  const { id: domainId } = await dataOf(resend.domains.create({ name: 'tour.acme.test' }));
  const { id: keyId } = await dataOf(resend.apiKeys.create({ name: 'Shop' }));
  const endpoint = 'https://hooks.example.com/';
  const { id } = await dataOf(
    resend.webhooks.create({ endpoint, events: ['email.delivered', 'contact.created'] }),
  );
  const eventId = await insertDelivery(pool, organizationId, id);
  const event = { webhookId: id, eventId };
  const email = 'wrong@example.com';
  const emails = ['a@example.com', 'b@example.com'];
  const logged = async () => (await dataOf(resend.logs.list({ limit: 1 }))).data[0]?.id ?? '';
  await eventually(async () => (await logged()) !== '', { what: 'a logged request' });
  const logId = await logged();
  return [
    ['logs.list', () => resend.logs.list({ limit: 2 })],
    ['logs.get', () => resend.logs.get(logId)],
    ['domains.create', () => resend.domains.create({ name: 'tour2.acme.test' })],
    ['domains.list', () => resend.domains.list()],
    ['domains.get', () => resend.domains.get(domainId)],
    [
      'domains.update',
      () =>
        resend.domains.update({
          ...{ id: domainId, openTracking: false, tls: 'opportunistic' },
          capabilities: { receiving: 'enabled' },
        }),
    ],
    ['domains.verify', () => resend.domains.verify(domainId)],
    ['domains.remove', () => resend.domains.remove(domainId)],
    ['apiKeys.create', () => resend.apiKeys.create({ name: 'Shop', permission: 'sending_access' })],
    ['apiKeys.list', () => resend.apiKeys.list()],
    ['apiKeys.remove', () => resend.apiKeys.remove(keyId)],
    ['suppressions.add', () => resend.suppressions.add({ email })],
    ['suppressions.list', () => resend.suppressions.list({ origin: 'manual' })],
    ['suppressions.get', () => resend.suppressions.get(email)],
    ['suppressions.remove', () => resend.suppressions.remove(email)],
    ['suppressions.batch.add', () => resend.suppressions.batch.add({ emails })],
    ['suppressions.batch.remove', () => resend.suppressions.batch.remove({ emails })],
    ['webhooks.create', () => resend.webhooks.create({ endpoint, events: [] })],
    ['webhooks.list', () => resend.webhooks.list()],
    ['webhooks.get', () => resend.webhooks.get(id)],
    ['webhooks.update', () => resend.webhooks.update(id, { events: ['email.bounced'] })],
    ['webhooks.rotateSigningSecret', () => resend.webhooks.rotateSigningSecret(id)],
    ['webhooks.events.list', () => resend.webhooks.events.list({ webhookId: id })],
    ['webhooks.events.get', () => resend.webhooks.events.get(event)],
    ['webhooks.events.attempts.list', () => resend.webhooks.events.attempts.list(event)],
    ['webhooks.events.replay', () => resend.webhooks.events.replay(event)],
    ['webhooks.remove', () => resend.webhooks.remove(id)],
  ];
}

async function insertDelivery(pool: Pool, organizationId: string, endpointId: string): Promise<string> {
  const id = newId();
  await pool.query(
    `INSERT INTO webhook_deliveries (id, endpoint_id, organization_id, event_id, event_type, status, attempts, payload,
       created_at)
     VALUES ($1, $3, $2, $1, 'email.delivered', 'delivered', 0, NULL, now())`,
    [id, organizationId, endpointId],
  );
  return id;
}
