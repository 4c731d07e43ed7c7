import { newId } from '@postrider/contracts/ids';
import { contactActivityPasses, fillContactActivity } from '@postrider/db';
import { systemClock } from '@postrider/runtime';
import { createApiKey, createTenant, type ApiKeyFixture } from '@postrider/testkit';
import { rowsReadDuring } from '../../test/rows-read';
import { useApi } from '../../test/use-api';

/**
 * What a request reads must not grow with what its organization has stored: else every key can slow everybody down. Each
 * GET is called at two sizes of one organization; its statements are run again under EXPLAIN (ANALYZE), and the rows that
 * their scans looked at are counted.
 */
const sizes = { small: 10_000, large: 40_000 } as const;
/** A search looks at 2,000 rows of an index and of the table behind it, and again for where to go on from. */
const searchRows = 2_100;
/** A search by a part of addresses and names looks at more, and compares no more than those. */
const wideSearchRows = 5_100;
/** A count looks at 10,000 rows of an index, and one more. */
const countedRows = 10_001;
const rowsReadMax = (url: string): number => 5 * (url.includes('search=') ? wideSearchRows : searchRows);
let key: ApiKeyFixture;
let ids: Record<string, string>;
let organizationId: string;

const api = useApi({ alone: true });
beforeAll(async () => {
  const tenant = await createTenant(api.pool);
  ({ key, organizationId } = tenant);
  ids = {
    ...{
      email: tenant.emailId,
      testEmail: tenant.testEmailId,
      webhook: tenant.webhookId,
      delivery: tenant.deliveryId,
      replay: tenant.replayId,
    },
    ...{
      template: tenant.templateId,
      topic: tenant.topicSlug,
      segment: tenant.segmentId,
      domain: tenant.domain.id,
      broadcast: tenant.broadcastId,
      signupForm: tenant.signupFormId,
    },
    ...{ key: key.id, contact: tenant.contactId, inbound: tenant.inboundId, domainName: tenant.domain.name },
    ...{ image: tenant.imageId, savedBlock: tenant.savedBlockId },
    ...{ suppression: tenant.suppressionId, import: tenant.importId, contactImport: tenant.contactImportId },
    ...{ automation: tenant.automationId, automationRun: tenant.automationRunId },
    apiLog: tenant.apiLogId,
  };
  const { pool } = api;
  await pool.query(`UPDATE segments SET filter = $2 WHERE id = $1`, [
    tenant.segmentId,
    { all: [{ activity: 'opened', op: 'not_within_days', value: 30 }] },
  ]);
  // The activity of contacts is known.
  await fillContactActivity({ pool, clock: systemClock }, contactActivityPasses[0]);
});

/** By path: the queries to call it with. The test fails for a GET of the document that is missing. */
const calls: Readonly<Record<string, readonly string[]>> = {
  '/emails': [
    '',
    '?status=bounced',
    '?status=unconfirmed',
    '?kind=kind-3',
    '?kind=none',
    '?waiting=backlog',
    '?waiting=retry&limit=100',
    '?mode=live',
    '?mode=test',
    '?to=one@recipients.test',
    '?to=unknown@recipients.test',
    '?status=delivered&kind=none',
    '?status=sent&mode=live',
    '?status=unconfirmed&kind=kind-3',
    '?to=one@recipients.test&status=unconfirmed',
    '?to=one@recipients.test&kind=none&mode=live',
    '?since=2026-01-01T00:00:00Z&until=2100-01-01T00:00:00Z&kind=kind-3&status=unconfirmed',
  ],
  '/emails/{email}': [''],
  '/emails/{email}/source': [''],
  '/emails/{email}/attempts': [''],
  '/emails/{email}/share-links': [''],
  '/emails/{email}/webhook-deliveries': [''],
  '/inbox': ['', '?to=one@recipients.test', '?tag=none', '?search=unknown', '?key={key}'],
  '/inbox/{testEmail}': [''],
  '/inbox/{testEmail}/source': [''],
  '/inbox/{testEmail}/attachments/0': [''],
  '/email-events': ['', '?limit=100'],
  '/api-logs': [''],
  '/api-logs/{apiLog}': [''],
  '/metrics': [
    '',
    '?days=90&facet=provider',
    '?days=90&facet=key',
    '?days=90&facet=template',
    '?days=90&facet=kind',
  ],
  '/deliverability': ['', '?days=90'],
  '/usage': [''],
  '/keys/me': [''],
  '/keys': [''],
  '/keys/{key}': [''],
  '/domains': [''],
  '/domains/{domain}': [''],
  '/domains/{domain}/dmarc': ['', '?days=90'],
  '/events/names': [''],
  '/images': ['', '?search=picture', '?search=unknown'],
  '/images/{image}': [''],
  '/saved-blocks': [''],
  '/saved-blocks/{savedBlock}': [''],
  '/inbound': [
    '',
    '?from=one@recipients.test',
    '?from=unknown@recipients.test',
    '?domain={domainName}',
    '?domain=nowhere.test',
    '?since=2026-01-01T00:00:00Z&from=unknown@recipients.test',
    ...['?search=unknown', '?replied=true', '?replied=false'],
  ],
  '/inbound/{inbound}': [''],
  '/inbound/{inbound}/conversation': [''],
  '/inbound/{inbound}/attachments/0': [''],
  '/suppressions': [
    '',
    '?email=unknown@recipients.test',
    '?reason=complaint',
    '?reason=hard_bounce',
    '?domain={domainName}',
  ],
  '/suppressions/counts': [''],
  '/suppressions/{suppression}': [''],
  '/suppressions/imports': [''],
  '/suppressions/imports/{import}': [''],
  '/organization': [''],
  '/audit-log': [
    '',
    '?action=none',
    '?actor=operator',
    '?target=none',
    '?since=2026-01-01T00:00:00Z&action=none',
  ],
  '/alerts': ['', '?status=open', '?status=closed'],
  '/alert-rules': [''],
  '/notices': [''],
  '/organizations': [''],
  '/contacts': [
    '',
    '?email=unknown@recipients.test',
    '?search=unknown',
    '?status=BOUNCED',
    '?topic={topic}',
    '?status=SUBSCRIBED&topic={topic}&search=unknown',
  ],
  '/broadcasts': ['', '?status=draft', '?status=sent'],
  '/broadcasts/{broadcast}': [''],
  '/broadcasts/{broadcast}/recipients': [
    ...['', '?outcome=waiting', '?outcome=invalid', '?opened=true', '?outcome=submitted&clicked=false'],
  ],
  '/broadcasts/{broadcast}/links': [''],
  '/broadcasts/{broadcast}/series': ['?interval=hour', '?interval=day'],
  '/contacts/imports': [''],
  '/contacts/imports/{contactImport}': [''],
  '/contacts/{contact}': [''],
  '/contacts/{contact}/subscription-changes': [''],
  '/contacts/{contact}/timeline': ['', '?limit=100'],
  '/automations': [''],
  '/automations/{automation}': [''],
  '/automations/{automation}/step-counts': [''],
  '/automations/{automation}/versions': [''],
  '/automations/{automation}/versions/1': [''],
  '/automations/{automation}/runs': [
    '',
    '?status=failed',
    '?contact={contact}',
    '?status=failed&contact={contact}',
  ],
  '/automations/{automation}/runs/{automationRun}': [''],
  '/signup-forms': [''],
  '/signup-forms/{signupForm}': [''],
  '/signup-forms/{signupForm}/requests': [''],
  '/signup-forms/{signupForm}/request-counts': [''],
  '/segments/{segment}/contacts': [''],
  '/topics': [''],
  '/topics/{topic}': [''],
  '/templates': ['', '?status=archived'],
  '/templates/{template}': [''],
  '/templates/{template}/uses': [''],
  '/templates/{template}/versions': [''],
  '/templates/{template}/versions/1': [''],
  '/webhooks': [''],
  '/webhooks/{webhook}': [''],
  '/webhooks/{webhook}/replays/{replay}': [''],
  '/webhooks/{webhook}/deliveries': [
    ...['', '?status=exhausted', '?status=pending', '?event_type=email.bounced', '?email={email}'],
    '?since=2026-01-01T00:00:00Z&until=2100-01-01T00:00:00Z&event_type=email.bounced',
  ],
  '/webhooks/{webhook}/deliveries/{delivery}': [''],
};

/** Contacts are counted when they are asked for, in the background after two seconds (docs/segments.md). */
const counting = ['/segments', '/segments/{segment}', '/broadcasts/{broadcast}/estimate'];
/** Files that are read page by page while they are sent: as much as there is, never more of it in memory. */
const files = [
  ...['/emails/export', '/suppressions/export', '/suppressions/imports/{import}/refused'],
  ...['/contacts/export', '/contacts/imports/{contactImport}/refused'],
  '/broadcasts/{broadcast}/recipients/export',
];

it('knows every GET of the document', () => {
  const documented = Object.entries(api.document.paths ?? {}).flatMap(([path, item]) =>
    item.get === undefined ? [] : [path.replaceAll(/\{\w+\}/g, '{}')],
  );
  const known = [...Object.keys(calls), ...counting, ...files].map((path) =>
    path.replaceAll(/\{\w+\}/g, '{}').replace(/\/[01]$/, '/{}'),
  );
  expect(known.sort()).toEqual(documented.sort());
});

const urls = Object.entries(calls).flatMap(([path, queries]) => queries.map((query) => path + query));

describe('an organization that has stored four times as much', () => {
  const small = new Map<string, number>();
  const large = new Map<string, number>();

  beforeAll(async () => {
    await grow(sizes.small);
    for (const url of urls) small.set(url, await rowsReadBy(url));
    await grow(sizes.large - sizes.small);
    for (const url of urls) large.set(url, await rowsReadBy(url));
  });

  it.each(urls)('GET %s reads no more rows', (url) => {
    const [before = Infinity, after = Infinity] = [small.get(url), large.get(url)];
    expect(after).toBeLessThanOrEqual(rowsReadMax(url));
    // The planner may take another index, which a search reads once more; what grows with the size grows by 15,000.
    expect(after).toBeLessThanOrEqual(1.3 * before + (url.includes('counts') ? countedRows : searchRows));
  });

  it("counts a contact's active runs by the contact", async () => {
    expect(await rowsReadByRunsCount()).toBeLessThan(100);
  });
});

async function rowsReadBy(url: string): Promise<number> {
  const path = url.replaceAll(/\{(\w+)\}/g, (_match, name: string) => ids[name] ?? 'unknown');
  // Once before: what a first call loads into caches is not what calls cost.
  await api.get(path, key);
  return rowsReadDuring(api.pool, async () => {
    expect([url, (await api.get(path, key)).status]).toEqual([url, 200]);
  });
}

/** Of a contact that is in no automation. */
async function rowsReadByRunsCount(): Promise<number> {
  const { pool } = api;
  const admin = await createApiKey(pool, { organizationId, permission: 'ADMIN' });
  const contact = 'quiet@example.com';
  await api.post('/contacts', admin, { email: contact });
  const path = `/automations/${ids['automation']}/runs/cancel`;
  return rowsReadDuring(pool, async () => {
    const { body } = await api.post(path, admin, { dry_run: true, contact });
    expect(body).toMatchObject({ runs: 0, next: null });
  });
}

/** So many messages with all that comes of them, and half as many of what people make. */
async function grow(count: number): Promise<void> {
  const { pool } = api;
  const messageIds = Array.from({ length: count }, newId);
  const messages = '(SELECT id, n::int FROM unnest($1::uuid[]) WITH ORDINALITY AS made (id, n)) AS made';
  await pool.query(
    `INSERT INTO messages (id, organization_id, api_key_id, domain_id, mode, lane, source, kind, from_header,
       from_address, subject, to_addresses, recipient_count, status, created_at, due_at, final_at)
     SELECT id, $2, $2, $2, 'live', 'transactional', 'api', 'kind-' || n % 10, 'a@b.test', 'a@b.test', 'Hello',
            '{one@recipients.test}', 1, CASE WHEN n % 100 = 0 THEN 'bounced' ELSE 'delivered' END, now(), now(), now() FROM ${messages}`,
    [messageIds, organizationId],
  );
  await pool.query(
    `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, updated_at)
     SELECT id, 0, $2, 'one', 'one@recipients.test', 'to', 'delivered', now() FROM ${messages}`,
    [messageIds, organizationId],
  );
  await pool.query(
    `INSERT INTO email_events (message_id, id, organization_id, ordinal, recipient, type, identity, occurred_at, mode)
     SELECT id, id, $2, 0, 'one@recipients.test', CASE WHEN n % 2 = 0 THEN 'suppressed' ELSE 'delivered' END, '1',
            now(), 'live' FROM ${messages}`,
    [messageIds, organizationId],
  );
  await pool.query(
    `INSERT INTO broadcasts (id, organization_id, name, segment_id, topic_id, domain_id, api_key_id, from_header, from_address)
     SELECT made.id, $2, 'b', $2, (SELECT min(id::text)::uuid FROM topics WHERE organization_id = $2), $2, $2, 'a@b.test',
            'a@b.test' FROM ${messages}`,
    [messageIds, organizationId],
  );
  await pool.query(
    `INSERT INTO broadcast_recipients (broadcast_id, contact_id, organization_id, outcome)
     SELECT $3, id, $2, 'suppressed' FROM ${messages}`,
    [messageIds, organizationId, ids['broadcast']],
  );
  await pool.query(
    `INSERT INTO audit_entries (id, organization_id, actor_type, action, target_type)
     SELECT id, $2, 'system', 'made', 'topic' FROM ${messages}`,
    [messageIds, organizationId],
  );
  await pool.query(
    `INSERT INTO webhook_deliveries (id, endpoint_id, organization_id, event_id, event_type, status, attempts, created_at)
     SELECT id, $3, $2, id, 'email.delivered', 'delivered', 1, now() FROM ${messages}`,
    [messageIds, organizationId, ids['webhook']],
  );
  await pool.query(
    `INSERT INTO inbound_emails (id, organization_id, domain_id, domain_name, spool_id, from_header, from_address,
       to_addresses, subject, automatic, spf, dkim, dmarc, authentication, received_at)
     SELECT id, $2, $3, 'a.test', id, 'one@recipients.test', 'one@recipients.test', '{reply@a.test}', 'Re: Hello', false,
            'none', 'none', 'none', '{}', now() FROM ${messages}`,
    [messageIds, organizationId, ids['domain']],
  );
  // Each to the contact, too.
  await pool.query(
    `INSERT INTO recipients (message_id, ordinal, organization_id, address, address_key, role, status, updated_at)
     SELECT id, 1, $2, 'to', (SELECT email_key FROM contacts WHERE id = $3), 'cc', 'delivered', now() FROM ${messages}`,
    [messageIds, organizationId, ids['contact']],
  );
  await growObjects(messageIds.slice(0, count / 2));
  await pool.query('ANALYZE');
}

async function growObjects(newIds: readonly string[]): Promise<void> {
  const made = 'unnest($1::uuid[]) AS made (id)';
  for (const insert of [
    `INSERT INTO contacts (id, organization_id, email, email_key, updated_at)
     SELECT id, $2, id::text, id::text, now() FROM ${made}`,
    `INSERT INTO contact_activity (contact_id, organization_id, last_opened_at) SELECT id, $2, now() FROM ${made}`,
    `INSERT INTO subscription_changes (id, organization_id, contact_id, after, actor, changed_at)
     SELECT id, $2, '${ids['contact']}', 'SUBSCRIBED', 'api_key', now() FROM ${made}`,
    `INSERT INTO api_keys (id, organization_id, name, mode, permission, prefix, token_hash)
     SELECT id, $2, 'Key', 'live', 'SEND', 'pr_live_abcd', sha256(id::text::bytea) FROM ${made}`,
    `INSERT INTO templates (id, organization_id, slug, name, updated_at)
     SELECT id, $2, 't-' || id, 'Template', now() FROM ${made}`,
    `INSERT INTO template_versions (id, template_id, organization_id, number, subject, variables)
     SELECT id, '${ids['template']}', $2, row_number() OVER (ORDER BY id) +
       (SELECT max(number) FROM template_versions WHERE template_id = '${ids['template']}'), 'Hello', '[]' FROM ${made}`,
    `INSERT INTO automation_versions (automation_id, number, organization_id, api_key_id, definition)
     SELECT '${ids['automation']}', row_number() OVER (ORDER BY id) +
       (SELECT max(number) FROM automation_versions WHERE automation_id = '${ids['automation']}'), $2, $2, '{"trigger": {"event": "e"}, "steps": []}' FROM ${made}`,
    `INSERT INTO topics (id, organization_id, slug, name, default_opt_in, updated_at)
     SELECT id, $2, id::text, 'Topic', true, now() FROM ${made}`,
    `INSERT INTO organizations (id, slug, name, kind, plan, parent_organization_id, updated_at)
     SELECT id, id::text, 'Client', 'client', 'free', $2, now() FROM ${made}`,
    `INSERT INTO suppressions (id, organization_id, email, reason)
     SELECT id, $2, id::text || '@recipients.test', 'hard_bounce' FROM ${made}`,
    `INSERT INTO imports (id, organization_id, api_key_id, kind, status, format)
     SELECT id, $2, $2, 'suppressions', 'finished', 'plain' FROM ${made}`,
    `INSERT INTO signup_forms (id, organization_id, name, domain_id, api_key_id, from_header)
     SELECT id, $2, 'Form', '${ids['domain']}', id, 'a@x.test' FROM ${made}`,
    `INSERT INTO signup_requests (id, form_id, organization_id, email, email_key, token_hash, ip_address, client_network,
       language, message_id, created_at, expires_at)
     SELECT id, '${ids['signupForm']}', $2, 'a@x.test', 'a@x.test', sha256(id::text::bytea), '', '', 'en', id, now(), now()
     FROM ${made}`,
    `INSERT INTO automations (id, organization_id, slug, name, trigger_event, deleted_at)
     SELECT id, $2, id::text, 'Gone', 'x', now() FROM ${made}`,
    `INSERT INTO automation_runs (id, organization_id, automation_id, version, contact_id, event_id, one_per_contact, started_at)
     SELECT id, $2, '${ids['automation']}', 1, '${ids['contact']}', id, false, now() FROM ${made}`,
    `INSERT INTO usage_shards (organization_id, day, shard, recipients) SELECT $2, now(), $2, count(*) FROM ${made}
     ON CONFLICT (organization_id, day, shard) DO UPDATE SET recipients = usage_shards.recipients + excluded.recipients`,
  ]) {
    await api.pool.query(insert, [newIds, organizationId]);
  }
}
