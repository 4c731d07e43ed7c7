import { randomBytes } from 'node:crypto';
import { defaultAlertRules } from '@postrider/contracts/alerts';
import { newId } from '@postrider/contracts/ids';
import { createApiKey } from '../factories/create-api-key';
import { createDomain } from '../factories/create-domain';
import { createInboundEmail } from '../factories/create-inbound-email';
import { createMember, type MemberFixture } from '../factories/create-member';
import { createOrganization } from '../factories/create-organization';
import { insertRow, type Queryable } from '../factories/insert-row';
import { insertAudience } from './insert-audience';
import { insertAutomations } from './insert-automations';
import { insertMail } from './insert-mail';
import { insertWebhooks } from './insert-webhooks';
import { later } from './later';
import type { Tenant } from './tenant';

export interface TenantOverrides {
  readonly parentOrganizationId?: string;
  /** Of the system that is to read its secrets; default the tests' own. */
  readonly masterKey?: string;
}

/**
 * An internal organization with at least one row in every table that belongs to organizations, so that whatever reads or
 * changes another's rows is noticed. `dumpTenant` refuses a tenant that lacks one.
 */
export async function createTenant(
  db: Queryable,
  { masterKey, ...overrides }: TenantOverrides = {},
): Promise<Tenant> {
  const sealedWith = masterKey === undefined ? {} : { masterKey };
  const mark = `t${randomBytes(6).toString('hex')}`;
  const organization = await createOrganization(db, { ...overrides, name: mark, slug: mark });
  const owner = { organizationId: organization.id, mark };
  const key = await createApiKey(db, { organizationId: organization.id, name: mark });
  const domain = await createDomain(db, {
    organizationId: organization.id,
    name: `${mark}.test`,
    ...sealedWith,
  });
  await insertDomainRows(db, owner, domain.id);
  await insertWatch(db, owner);
  const member = await insertMember(db, owner);
  const { emailId, testEmailId, eventId, apiLogId, shareLinkId } = await insertMail(db, {
    ...owner,
    domainId: domain.id,
    keyId: key.id,
  });
  const inbound = await insertInbound(db, { ...owner, domainId: domain.id, emailId });
  const webhooks = await insertWebhooks(db, { ...owner, emailId, eventId, ...sealedWith });
  const audience = await insertAudience(db, { ...owner, domainId: domain.id });
  const automations = await insertAutomations(db, { ...owner, contactId: audience.contactId, keyId: key.id });
  return {
    ...{ ...owner, key, domain, member, emailId, testEmailId, apiLogId, shareLinkId },
    ...{ ...inbound, ...webhooks, ...audience, ...automations },
  };
}

interface Owner {
  readonly organizationId: string;
  readonly mark: string;
}

async function insertDomainRows(
  db: Queryable,
  { organizationId, mark }: Owner,
  domainId: string,
): Promise<void> {
  await insertRow(db, 'domain_sending_days', { domain_id: domainId, day: new Date(), recipients: 1 });
  await insertRow(db, 'tracking_alias_removals', {
    id: newId(),
    organization_id: organizationId,
    domain_name: `gone.${mark}.test`,
    record: JSON.stringify({ name: mark }),
    due_at: later(),
  });
  await insertRow(db, 'daily_counters', {
    organization_id: organizationId,
    domain_id: domainId,
    day: new Date(),
    facet: 'total',
    facet_key: '',
    sent: 1,
  });
  await insertRow(db, 'delivery_hours', {
    organization_id: organizationId,
    lane: 'transactional',
    hour: new Date(),
    provider: 'google',
    deliveries: [1],
  });
  await insertRow(db, 'usage_days', { organization_id: organizationId, day: new Date(), recipients: 1 });
  await insertRow(db, 'blocklist_lookups', {
    ...{ list: 'bl.test', subject: `${mark}.test`, kind: 'domain', codes: ['127.0.0.2'] },
    ...{ listed_since: new Date(), reason: mark },
  });
  await insertRow(db, 'key_usage_shards', {
    ...{ organization_id: organizationId, key_id: newId(), day: new Date(), shard: newId(), recipients: 1 },
  });
  await insertGoogleFigures(db, { organizationId, mark }, domainId);
  await insertDmarcReport(db, { organizationId, mark }, domainId);
  await insertTlsReport(db, { organizationId, mark }, domainId);
}

async function insertGoogleFigures(
  db: Queryable,
  { organizationId, mark }: Owner,
  domainId: string,
): Promise<void> {
  const now = new Date();
  await insertRow(db, 'google_postmaster_connections', {
    ...{ id: newId(), organization_id: organizationId, refresh_token: mark, connected_at: now },
    next_read_at: later(),
  });
  await insertRow(db, 'google_postmaster_domains', {
    ...{ domain_id: domainId, google_domain: `${mark}.test`, read_at: now },
    ...{ days: JSON.stringify([{ day: '2026-11-01', spamRate: 0.001 }]), requirements: '[]' },
  });
}

async function insertTlsReport(
  db: Queryable,
  { organizationId, mark }: Owner,
  domainId: string,
): Promise<void> {
  const id = newId();
  const now = new Date();
  await insertRow(db, 'received_tls_reports', {
    ...{ id, organization_id: organizationId, domain_id: domainId, domain_name: `${mark}.test` },
    ...{ reporter: mark, report_id: mark, begins_at: now, ends_at: now, sender: mark, received_at: now },
    policies: JSON.stringify([{ domain: `${mark}.test`, type: 'sts', successful: 1, failed: 1 }]),
    failure_count: 1,
  });
  await insertRow(db, 'received_tls_failures', {
    ...{ report_id: id, ordinal: 0, policy_type: 'sts', result: 'certificate-expired', sessions: 1 },
    mx_host: mark,
  });
}

async function insertDmarcReport(
  db: Queryable,
  { organizationId, mark }: Owner,
  domainId: string,
): Promise<void> {
  const id = newId();
  const now = new Date();
  await insertRow(db, 'dmarc_reports', {
    id,
    organization_id: organizationId,
    domain_id: domainId,
    domain_name: `${mark}.test`,
    reporter: mark,
    report_id: mark,
    begins_at: now,
    ends_at: now,
    policy: JSON.stringify({ domain: `${mark}.test`, p: 'none' }),
    sender: mark,
    source_count: 1,
    received_at: now,
  });
  await insertRow(db, 'dmarc_sources', {
    report_id: id,
    ordinal: 0,
    source_ip: '192.0.2.1',
    messages: 1,
    disposition: 'none',
    dkim_aligned: true,
    spf_aligned: true,
    header_from: mark,
    results: '{}',
  });
  await insertRow(db, 'dmarc_source_days', {
    ...{ domain_id: domainId, source_ip: '192.0.2.1', day: now, is_confirmed: true, messages: 1, passed: 1 },
    ...{ quarantined: 0, rejected: 0, dkim_aligned: 1, spf_aligned: 1, forwarded: 0, has_own_path: false },
    ...{ domains: [], selectors: [], reporters: [mark] },
  });
}

/** An owner, an invitation, and the organization opened by a session. */
async function insertMember(db: Queryable, { organizationId, mark }: Owner): Promise<MemberFixture> {
  const member = await createMember(db, { organizationId, email: `${mark}@example.com`, name: mark });
  await insertRow(db, 'invitations', {
    id: newId(),
    organization_id: organizationId,
    email: `invited-${mark}@example.com`,
    role: 'member',
    domain_ids: [],
    content: true,
    export: true,
    token_hash: randomBytes(32),
    expires_at: later(),
  });
  await insertRow(db, 'platform_mails', {
    id: newId(),
    kind: 'invitation',
    organization_id: organizationId,
    user_id: member.id,
    mailbox_hash: randomBytes(32),
    created_at: new Date(),
  });
  await insertRow(db, 'opened_organizations', {
    session_id: member.sessionId,
    organization_id: organizationId,
  });
  return member;
}

/** What the platform keeps about an organization: rules, alerts, notices, logs. */
async function insertWatch(db: Queryable, { organizationId, mark }: Owner): Promise<void> {
  const ruleIds = defaultAlertRules.map(() => newId());
  for (const [index, rule] of defaultAlertRules.entries()) {
    await insertRow(db, 'alert_rules', {
      id: ruleIds[index],
      organization_id: organizationId,
      kind: rule.kind,
      warn_rate: rule.warnRate,
      pause_rate: rule.pauseRate,
      minimum: rule.minimum,
      window_minutes: rule.windowMinutes,
      updated_at: new Date(),
    });
  }
  await insertRow(db, 'alerts', {
    id: newId(),
    organization_id: organizationId,
    rule_id: ruleIds[0],
    level: 'warn',
    value: 0.02,
  });
  await insertRow(db, 'notices', {
    id: newId(),
    organization_id: organizationId,
    kind: 'webhook_disabled',
    recipient: `${mark}@example.com`,
    subject: mark,
    text: mark,
    identity: mark,
    next_attempt_at: later(),
  });
  await insertRow(db, 'audit_entries', {
    id: newId(),
    organization_id: organizationId,
    actor_type: 'operator',
    actor_name: mark,
    action: 'org.create',
    target_type: 'organization',
    target_id: organizationId,
    after: JSON.stringify({ name: mark }),
  });
}

/** A reply with its content and a file. */
async function insertInbound(
  db: Queryable,
  { mark, ...owner }: Owner & { readonly domainId: string; readonly emailId: string },
): Promise<{ readonly inboundId: string }> {
  const { id: inboundId } = await createInboundEmail(db, {
    ...owner,
    subject: mark,
    from: `${mark}@example.com`,
    fromAddress: `${mark}@example.com`,
    metadata: { mark },
    attachments: [{ filename: `${mark}.txt`, contentType: 'text/plain', content: Buffer.from(mark) }],
  });
  return { inboundId };
}
