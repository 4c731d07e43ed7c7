import { randomBytes } from 'node:crypto';
import { newId } from '@postrider/contracts/ids';
import { modes, permissions, type Mode, type Permission } from '@postrider/contracts/statuses';
import {
  createApiKey,
  createDomain,
  createInboundEmail,
  createOrganization,
  createWebhookEndpoint,
  insertRow,
  type ApiKeyFixture,
} from '@postrider/testkit';
import { insertEmail } from './email-fixture';
import type { TestApi } from './test-api';
import { uniquePicture } from './pictures';

/** A kind of key: each endpoint is called by one of every kind. */
export interface Caller {
  readonly permission: Permission;
  readonly mode: Mode;
  /** To a domain that nothing in the harness belongs to. */
  readonly isRestricted: boolean;
  readonly key: ApiKeyFixture;
}

/** An organization with one key of every kind, and whatever an endpoint is called about. */
export interface PermissionHarness {
  readonly callers: readonly Caller[];
  readonly organizationId: string;
  /** A verified domain. */
  readonly domainName: string;
  /** A domain that nothing belongs to. */
  readonly otherDomainId: string;
  readonly objects: HarnessObjects;
}

/** Each makes a new object of the organization and answers its id, or the slug of a topic. */
export interface HarnessObjects {
  email(): Promise<string>;
  /** With content and a file, from the verified domain. */
  storedEmail(): Promise<string>;
  deferredEmail(): Promise<string>;
  shareLink(): Promise<{ readonly email: string; readonly id: string }>;
  /** Of a SEND test key, so that every key without a restriction sees it. */
  apiLog(): Promise<string>;
  inbound(): Promise<string>;
  domain(): Promise<string>;
  key(): Promise<string>;
  topic(): Promise<string>;
  contact(): Promise<string>;
  segment(): Promise<string>;
  signupForm(): Promise<string>;
  /** @param sets columns that it has besides those of a draft */
  broadcast(sets?: string): Promise<string>;
  /** Body of a creation. */
  newBroadcast(): Promise<object>;
  template(): Promise<string>;
  publishedTemplate(): Promise<string>;
  image(): Promise<string>;
  savedBlock(): Promise<string>;
  webhook(): Promise<string>;
  suppression(): Promise<string>;
  import(): Promise<string>;
  contactImport(): Promise<string>;
  client(): Promise<string>;
  delivery(): Promise<OfWebhook>;
  replay(): Promise<OfWebhook>;
  automation(): Promise<string>;
  automationRun(): Promise<OfAutomation>;
}

interface OfAutomation {
  readonly automation: string;
  readonly id: string;
}

interface OfWebhook {
  readonly webhook: string;
  readonly id: string;
}

/** Body of a replay. */
export const replayed = { since: new Date().toISOString() };

const scheduledAt = new Date(Date.now() + 3_600_000);

/** Part of a name that nothing else has. */
export function uniqueName(): string {
  return `n${newId().slice(-12)}`;
}

export async function startPermissionHarness(api: TestApi): Promise<PermissionHarness> {
  const { pool } = api.context;
  const { id: organizationId } = await createOrganization(pool);
  await insertBounceRule(pool, organizationId);
  const mine = await createDomain(pool, { organizationId });
  const domain = await createDomain(pool, { organizationId });
  const callers = await createCallers(api, organizationId, mine.id);
  const admin = await createApiKey(pool, { organizationId });
  const made = async (path: string, body?: object): Promise<string> =>
    (await api.post<{ id: string }>(path, admin, body)).body.id;
  const webhook = async (): Promise<string> =>
    (await createWebhookEndpoint(pool, { organizationId, url: 'https://hooks.example.com' })).id;
  const ofWebhook = async (path: string, body?: object): Promise<OfWebhook> => {
    const id = await webhook();
    return { webhook: id, id: await made(`/webhooks/${id}/${path}`, body) };
  };
  const imported = { organizationId, apiKeyId: admin.id };
  const topic = async (): Promise<string> => {
    const slug = uniqueName();
    await made('/topics', { slug, name: slug });
    return slug;
  };
  const segment = (): Promise<string> => made('/segments', { name: uniqueName(), filter: { all: [] } });
  return {
    callers,
    organizationId,
    domainName: domain.name,
    otherDomainId: mine.id,
    objects: {
      // Test mail, which every key may cancel.
      ...emailObjects(pool, organizationId, domain),
      apiLog: () => insertApiLog(pool, organizationId, callers),
      inbound: () => insertInbound(pool, organizationId, domain.id),
      domain: async () => (await createDomain(pool, { organizationId })).id,
      key: () => made('/keys', { name: uniqueName(), permission: 'send' }),
      topic,
      contact: () => made('/contacts', { email: `${uniqueName()}@example.com` }),
      segment,
      signupForm: async () =>
        made('/signup-forms', {
          ...{ name: uniqueName(), from: `a@${domain.name}`, topics: [await topic()] },
        }),
      ...broadcastObjects(pool, { made, topic, segment, organizationId }),
      ...templateObjects(made),
      image: () => made('/images', { filename: 'dot.png', content: uniquePicture() }),
      savedBlock: () => made('/saved-blocks', { name: 'Line', blocks: [{ type: 'divider' }] }),
      webhook,
      suppression: () => made('/suppressions', { email: `${uniqueName()}@example.com`, domain: domain.name }),
      import: () =>
        insertImport(pool, { ...imported, kind: 'suppressions', options: { domain_id: domain.id } }),
      contactImport: () => insertImport(pool, { ...imported, kind: 'contacts', options: {} }),
      delivery: () => ofWebhook('test'),
      replay: () => ofWebhook('replay', replayed),
      automation: () => insertAutomation(pool, organizationId),
      automationRun: () => insertRun(pool, organizationId),
      client: async () =>
        (await createOrganization(pool, { kind: 'client', parentOrganizationId: organizationId })).id,
    },
  };
}

function emailObjects(
  pool: TestApi['context']['pool'],
  organizationId: string,
  domain: { readonly id: string; readonly name: string },
) {
  const email = { organizationId, domainId: domain.id, mode: 'test' } as const;
  return {
    email: () => insertEmail(pool, { ...email, scheduledAt }),
    storedEmail: () => insertStoredEmail(pool, organizationId, domain),
    shareLink: () => insertShareLink(pool, email),
    deferredEmail: () => insertEmail(pool, { ...email, firstAttemptAt: new Date(), dueAt: scheduledAt }),
  };
}

async function insertShareLink(
  pool: TestApi['context']['pool'],
  email: { readonly organizationId: string; readonly domainId: string; readonly mode: 'test' },
): Promise<{ readonly email: string; readonly id: string }> {
  const [emailId, id] = [await insertEmail(pool, email), newId()];
  await insertRow(pool, 'email_share_links', {
    ...{ id, organization_id: email.organizationId, message_id: emailId, with_content: false },
    ...{ token_hash: randomBytes(32), created_at: new Date(), expires_at: scheduledAt },
  });
  return { email: emailId, id };
}

function templateObjects(made: (path: string, body?: object) => Promise<string>) {
  const template = (): Promise<string> =>
    made('/templates', { slug: uniqueName(), subject: 'Hello', text: 'Hi' });
  return { template, publishedTemplate: async () => made(`/templates/${await template()}/publish`) };
}

async function insertInbound(
  pool: TestApi['context']['pool'],
  organizationId: string,
  domainId: string,
): Promise<string> {
  const content = Buffer.from('a');
  const attachments = [{ filename: 'a.txt', contentType: 'text/plain', content }];
  return (await createInboundEmail(pool, { organizationId, domainId, attachments })).id;
}

async function insertStoredEmail(
  pool: TestApi['context']['pool'],
  organizationId: string,
  domain: { readonly id: string; readonly name: string },
): Promise<string> {
  const id = await insertEmail(pool, { organizationId, domainId: domain.id, mode: 'test' });
  await pool.query('UPDATE messages SET from_header = $2 WHERE id = $1', [id, `a@${domain.name}`]);
  await pool.query(`INSERT INTO message_contents (message_id, organization_id, text) VALUES ($1, $2, 'Hi')`, [
    id,
    organizationId,
  ]);
  await insertRow(pool, 'message_attachments', {
    ...{
      message_id: id,
      ordinal: 0,
      filename: 'a.txt',
      content_type: 'text/plain',
      size: 2,
      content: 'SGk=',
    },
  });
  return id;
}

async function insertApiLog(
  pool: TestApi['context']['pool'],
  organizationId: string,
  callers: readonly Caller[],
): Promise<string> {
  const id = newId();
  const caller = callers.find(
    ({ permission, mode, isRestricted }) => permission === 'SEND' && mode === 'test' && !isRestricted,
  );
  await pool.query(
    `INSERT INTO api_request_logs (id, organization_id, api_key_id, request_id, method, path, status, duration_ms,
       request_bytes, response_bytes, created_at)
     VALUES ($1, $2, $3, 'harness', 'GET', '/api/v1/emails', 200, 1, 0, 0, now())`,
    [id, organizationId, caller?.key.id],
  );
  return id;
}

async function insertAutomation(pool: TestApi['context']['pool'], organizationId: string): Promise<string> {
  const id = newId();
  await pool.query(
    `WITH automation AS (
       INSERT INTO automations (id, organization_id, slug, name, trigger_event)
       VALUES ($1::uuid, $2::uuid, $1::uuid, 'x', 'x') RETURNING id
     )
     INSERT INTO automation_versions (automation_id, number, organization_id, definition, api_key_id)
     VALUES ($1, 1, $2, '{"trigger":{"event":"x"},"steps":[{"type":"wait","duration":"1d"}]}', $1)`,
    [id, organizationId],
  );
  return id;
}

async function insertRun(pool: TestApi['context']['pool'], organizationId: string): Promise<OfAutomation> {
  const [automation, id] = [await insertAutomation(pool, organizationId), newId()];
  await pool.query(
    `INSERT INTO automation_runs
       (id, organization_id, automation_id, version, contact_id, event_id, one_per_contact, started_at)
     VALUES ($1, $2, $3, 1, $1, $1, false, now())`,
    [id, organizationId, automation],
  );
  return { automation, id };
}

function broadcastObjects(
  pool: TestApi['context']['pool'],
  of: Pick<HarnessObjects, 'topic' | 'segment'> & {
    readonly made: (path: string, body: object) => Promise<string>;
    readonly organizationId: string;
  },
): Pick<HarnessObjects, 'broadcast' | 'newBroadcast'> {
  const domain = createDomain(pool, { organizationId: of.organizationId, stream: 'bulk' });
  const newBroadcast = async () => ({
    ...{ name: uniqueName(), segment_id: await of.segment(), topic: await of.topic() },
    ...{ from: `a@${(await domain).name}`, subject: 'Hello', text: 'Hi' },
  });
  const broadcast = async (sets?: string) => {
    const id = await of.made('/broadcasts', await newBroadcast());
    if (sets !== undefined) await pool.query(`UPDATE broadcasts SET ${sets} WHERE id = $1`, [id]);
    return id;
  };
  return { broadcast, newBroadcast };
}

interface ImportFixture {
  readonly organizationId: string;
  readonly apiKeyId: string;
  readonly kind: 'contacts' | 'suppressions';
  readonly options: object;
}

async function insertImport(pool: TestApi['context']['pool'], fixture: ImportFixture): Promise<string> {
  const id = newId();
  await pool.query(
    `INSERT INTO imports (id, organization_id, api_key_id, kind, status, format, options, finished_at)
     VALUES ($1, $2, $3, $4, 'finished', 'plain', $5, now())`,
    [id, fixture.organizationId, fixture.apiKeyId, fixture.kind, JSON.stringify(fixture.options)],
  );
  return id;
}

async function createCallers(api: TestApi, organizationId: string, domainId: string): Promise<Caller[]> {
  const kinds = permissions.flatMap((permission) =>
    modes.flatMap((mode) => [false, true].map((isRestricted) => ({ permission, mode, isRestricted }))),
  );
  return Promise.all(
    kinds.map(async (kind) => {
      const domainIds = kind.isRestricted ? [domainId] : [];
      return { ...kind, key: await createApiKey(api.context.pool, { organizationId, ...kind, domainIds }) };
    }),
  );
}

async function insertBounceRule(pool: TestApi['context']['pool'], organizationId: string): Promise<void> {
  await insertRow(pool, 'alert_rules', {
    ...{ id: newId(), organization_id: organizationId, kind: 'bounce', minimum: 100 },
    ...{ warn_rate: 0.02, pause_rate: 0.05, window_minutes: 2_880, updated_at: new Date() },
  });
}
