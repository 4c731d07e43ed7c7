import type { Tenant } from '@postrider/testkit';
import { uniquePicture } from './pictures';

/** Valid bodies for operations on an object, so that nothing but its owner can be the reason of a refusal. */
export const objectBodies: Readonly<Record<string, unknown>> = {
  'PATCH /domains/{id}': { inbound: { mode: 'catch_all' } },
  'PATCH /emails/{id}': { scheduled_at: '2099-01-01T00:00:00Z' },
  'POST /emails/{id}/send-again': {},
  'POST /emails/{id}/share-links': {},
  'POST /inbound/{id}/reply': { text: 'taken over' },
  'PATCH /webhooks/{id}': { description: 'taken over' },
  'POST /webhooks/{id}/deliveries/replay': { ids: ['019aa000-0000-7000-8000-000000000001'] },
  'POST /webhooks/{id}/test': { event_type: 'email.bounced' },
  'POST /webhooks/{id}/replay': { since: '2026-01-01T00:00:00Z' },
  'POST /contacts/{id_or_email}/erase': {},
  'POST /contacts/{id_or_email}/subscriptions': { topic: 'news', state: 'SUBSCRIBED' },
  'PATCH /topics/{slug}': { name: 'taken over' },
  'PATCH /segments/{id}': { name: 'taken over' },
  'PATCH /signup-forms/{id}': { name: 'taken over' },
  'PATCH /broadcasts/{id}': { name: 'taken over' },
  'POST /broadcasts/{id}/send': {},
  'POST /broadcasts/{id}/decide': { winner: 0 },
  'POST /broadcasts/{id}/resend': {},
  'POST /broadcasts/{id}/preview': {},
  'POST /broadcasts/{id}/test': { to: 'a@example.com' },
  'PATCH /templates/{id_or_slug}': { name: 'taken over' },
  'POST /templates/{id_or_slug}/render': { data: {} },
  'PATCH /images/{id}': { name: 'taken over' },
  'PATCH /saved-blocks/{id}': { name: 'taken over' },
  'PATCH /automations/{id_or_slug}': { name: 'taken over' },
  'POST /automations/{id_or_slug}/runs/cancel': { dry_run: false },
  'POST /automations/{id_or_slug}/dry-run': { contact: 'a@example.com' },
  'POST /automations/{id_or_slug}/test': { to: 'a@example.com', position: '0' },
  'POST /keys/{id}/rotate': {},
  'POST /organizations/{id}/revoke-keys': { replace_with: { name: 'taken over' } },
};

/** A request that names something of the tenant beside its path. */
export interface Reference {
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Status, and the code of an error: `422 unknown_domain`. */
  readonly answer: string;
}

/** A stranger that sends as itself. */
export interface Stranger {
  readonly domainName: string;
}

/**
 * For every operation without an object in its path that takes a body or names things in its query, in the order in which
 * they are to be called: what a stranger has made of the same name would be found after it.
 */
export function references(
  tenant: Tenant,
  stranger: Stranger,
): Readonly<Record<string, readonly Reference[]>> {
  const { mark, domain } = tenant;
  const content = { to: 'a@example.com', subject: 's', text: 't' };
  const own = { ...content, from: `a@${stranger.domainName}` };
  const theirs = { ...content, from: `a@${domain.name}` };
  const template = (named: object) => ({ from: own.from, to: own.to, template: named });
  return {
    ...figureReferences(tenant),
    ...listReferences(tenant),
    'GET /audit-log': [{ query: `?actor=${tenant.key.id}`, answer: '200' }],
    'POST /emails': [
      { body: theirs, answer: '422 unknown_domain' },
      { body: template({ id: tenant.templateId }), answer: '422 template_not_found' },
      { body: template({ slug: mark }), answer: '422 template_not_found' },
      { body: { ...own, idempotency_key: mark }, answer: '200' },
    ],
    'POST /emails/check': [{ body: template({ slug: mark }), answer: '422 template_not_found' }],
    'POST /emails/cancel': [{ body: { ids: [tenant.emailId] }, answer: '200' }],
    ...changeReferences(tenant),
    'GET /emails/export': [{ query: `?kind=${mark}`, answer: '200' }],
    'POST /emails/batch': [
      { body: [theirs, template({ slug: mark }), { ...own, idempotency_key: mark }], answer: '200' },
    ],
    'POST /domains': [{ body: { name: domain.name }, answer: '409 domain_taken' }],
    'POST /webhooks': [{ body: { url: 'https://hooks.example.com/' }, answer: '201' }],
    ...settingReferences(tenant),
    ...segmentReferences(tenant),
    'POST /signup-forms': [
      { body: { name: 'n', from: theirs.from, topics: [mark] }, answer: '422 unknown_domain' },
      { body: { name: 'n', from: own.from, topics: [mark] }, answer: '422 unknown_topic' },
    ],
    'GET /broadcasts': [{ query: '?status=testing', answer: '200' }],
    ...broadcastReferences(tenant, own.from),
    ...contactReferences(tenant),
    ...eventReferences(tenant),
    'POST /topics': [{ body: { slug: mark, name: 'n', default_opt_in: true }, answer: '201' }],
    ...suppressionReferences(tenant),
    'POST /images': [{ body: { filename: 'a.png', content: uniquePicture() }, answer: '201' }],
    'POST /saved-blocks': [{ body: { name: mark, blocks: [{ type: 'divider' }] }, answer: '201' }],
    'POST /templates': [{ body: { slug: mark, subject: 's', text: 't' }, answer: '201' }],
  };
}

function figureReferences({ domain, key }: Tenant): Readonly<Record<string, readonly Reference[]>> {
  return {
    'GET /metrics': [
      { query: `?domain=${domain.id}`, answer: '422 unknown_domain' },
      { query: `?domain=${domain.name}&facet=key`, answer: '422 unknown_domain' },
      { query: `?facet=key&key=${key.id}`, answer: '200' },
    ],
    'GET /deliverability': [
      { query: `?domain=${domain.id}`, answer: '422 unknown_domain' },
      { query: `?domain=${domain.name}`, answer: '422 unknown_domain' },
    ],
  };
}

function segmentReferences(tenant: Tenant): Readonly<Record<string, readonly Reference[]>> {
  const { mark } = tenant;
  return {
    'POST /segments/preview': [
      { body: { filter: { all: [{ topic: mark, state: 'SUBSCRIBED' }] } }, answer: '422 unknown_topic' },
      {
        body: { filter: { all: [{ broadcast: tenant.broadcastId, opened: true }] } },
        answer: '422 validation_error',
      },
      {
        body: { filter: { all: [{ form: tenant.signupFormId, confirmed: false }] } },
        answer: '422 validation_error',
      },
      {
        body: { filter: { all: [{ import: tenant.contactImportId, included: false }] } },
        answer: '422 validation_error',
      },
    ],
    'POST /segments': [
      {
        body: { name: 'n', filter: { all: [{ topic: mark, state: 'SUBSCRIBED' }] } },
        answer: '422 unknown_topic',
      },
      { body: { name: 'n', filter: { all: [{ status: 'SUBSCRIBED' }] } }, answer: '201' },
    ],
  };
}

/** Keys, and the organization itself. The stranger has no rules. */
function settingReferences({ mark, domain }: Tenant): Readonly<Record<string, readonly Reference[]>> {
  return {
    'POST /keys': [
      { body: { name: 'n', permission: 'send', domains: [domain.id] }, answer: '422 unknown_domain' },
      { body: { name: 'n', permission: 'send', domain: domain.name }, answer: '422 unknown_domain' },
    ],
    'PATCH /alert-rules': [
      { body: { rules: [{ kind: 'bounce', warn_rate: 0.01 }] }, answer: '422 validation_error' },
    ],
    'PATCH /organization': [{ body: { alert_email: 'me@example.com' }, answer: '200' }],
    'POST /organizations': [{ body: { name: 'n', slug: mark }, answer: '409 slug_taken' }],
  };
}

function changeReferences({ domain, emailId, mark }: Tenant): Readonly<Record<string, readonly Reference[]>> {
  return {
    'POST /emails/changes': [
      {
        body: {
          ...{
            change: 'cancel',
            status: 'queued',
            kind: mark,
            until: '2099-01-01T00:00:00Z',
            dry_run: false,
          },
        },
        answer: '200',
      },
      {
        body: { change: 'cancel', ids: [emailId], until: '2099-01-01T00:00:00Z', dry_run: false },
        answer: '200',
      },
      {
        body: {
          ...{ change: 'send_again', status: 'failed', domain: domain.name, until: '2099-01-01T00:00:00Z' },
          dry_run: true,
        },
        answer: '422 unknown_domain',
      },
    ],
  };
}

/** Filters of lists about email. */
function listReferences(tenant: Tenant): Readonly<Record<string, readonly Reference[]>> {
  const { mark, domain } = tenant;
  return {
    'GET /emails': [
      { query: `?kind=${mark}`, answer: '200' },
      { query: `?key=${tenant.key.id}`, answer: '200' },
      { query: `?template=${tenant.templateId}`, answer: '200' },
      { query: `?broadcast=${tenant.broadcastId}`, answer: '200' },
      { query: `?domain=${domain.name}`, answer: '422 unknown_domain' },
    ],
    'GET /inbox': [
      { query: `?key=${tenant.key.id}`, answer: '200' },
      { query: `?search=${mark}`, answer: '200' },
    ],
    'DELETE /inbox': [{ query: `?search=${mark}`, answer: '200' }],
    'GET /inbound': [
      { query: `?email_id=${tenant.emailId}`, answer: '200' },
      { query: `?from=${mark}@example.com`, answer: '200' },
      { query: `?domain=${domain.name}`, answer: '200' },
      { query: `?search=${mark}`, answer: '200' },
    ],
    'GET /api-logs': [
      { query: `?key=${tenant.key.id}`, answer: '200' },
      { query: `?request_id=${mark}`, answer: '200' },
      { query: `?email_id=${tenant.emailId}`, answer: '200' },
    ],
  };
}

function broadcastReferences(
  { mark, domain, segmentId }: Tenant,
  from: string,
): Readonly<Record<string, readonly Reference[]>> {
  const body = { name: 'n', topic: mark, segment_id: segmentId, from, subject: 's', text: 't' };
  return {
    'POST /broadcasts': [
      { body: { ...body, from: `a@${domain.name}` }, answer: '422 unknown_domain' },
      // A stranger's domain is of the transactional stream.
      { body, answer: '422 stream_mismatch' },
    ],
  };
}

function contactReferences({ mark }: Tenant): Readonly<Record<string, readonly Reference[]>> {
  return {
    'GET /contacts': [
      { query: `?email=${mark}@example.com`, answer: '200' },
      { query: `?search=${mark}`, answer: '200' },
      { query: `?topic=${mark}`, answer: '422 unknown_topic' },
    ],
    'POST /contacts': [
      {
        body: { email: `${mark}@example.com`, topics: [{ topic: mark, state: 'SUBSCRIBED' }] },
        answer: '422 unknown_topic',
      },
      { body: { email: `${mark}@example.com` }, answer: '201' },
    ],
    'GET /contacts/export': [{ query: `?search=${mark}`, answer: '200' }],
    'POST /contacts/import': [
      {
        query: `?topics=${mark}`,
        body: `email\n${mark}@example.com\n`,
        headers: { 'content-type': 'text/csv' },
        answer: '422 unknown_topic',
      },
    ],
    'POST /contacts/batch': [
      { body: [{ email: 'b@example.com', topics: [{ topic: mark, state: 'SUBSCRIBED' }] }], answer: '200' },
    ],
  };
}

function eventReferences({
  mark,
  contactId,
  templateId,
}: Tenant): Readonly<Record<string, readonly Reference[]>> {
  const automation = (step: object) => ({ name: 'n', slug: mark, trigger: { event: mark }, steps: [step] });
  const from = `a@${mark}.test`;
  const contact = { topics: [{ topic: mark, state: 'SUBSCRIBED' }] };
  return {
    'POST /automations': [
      {
        body: automation({ type: 'send', from, template: { id: templateId } }),
        answer: '422 unknown_domain',
      },
      {
        body: automation({ type: 'update_contact', topics: [{ topic: mark, state: 'SUBSCRIBED' }] }),
        answer: '422 unknown_topic',
      },
      { body: automation({ type: 'wait', duration: '1d' }), answer: '201' },
    ],
    'POST /events': [
      { body: { event: mark, contact_id: contactId }, answer: '404 not_found' },
      { body: { event: mark, email: `${mark}@example.com`, contact }, answer: '422 unknown_topic' },
      { body: { event: mark, email: `${mark}@example.com`, idempotency_key: mark }, answer: '202' },
    ],
  };
}

function suppressionReferences({ mark, domain }: Tenant): Readonly<Record<string, readonly Reference[]>> {
  const file = { body: `email\nsuppressed@${mark}.test\n`, headers: { 'content-type': 'text/csv' } };
  return {
    'GET /suppressions': [
      { query: `?email=suppressed@${mark}.test`, answer: '200' },
      { query: `?domain=${domain.name}`, answer: '422 unknown_domain' },
    ],
    'GET /suppressions/export': [
      { query: `?email=suppressed@${mark}.test`, answer: '200' },
      { query: `?domain=${domain.name}`, answer: '422 unknown_domain' },
    ],
    'POST /suppressions': [
      { body: { email: `suppressed@${mark}.test`, domain: domain.name }, answer: '422 unknown_domain' },
      { body: { email: `suppressed@${mark}.test` }, answer: '201' },
    ],
    'POST /suppressions/import': [
      { ...file, query: `?domain=${domain.name}`, answer: '422 unknown_domain' },
      { ...file, answer: '202' },
    ],
  };
}
