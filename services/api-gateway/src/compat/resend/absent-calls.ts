import type { AbsentCall } from './resend-call';

const get = (name: string, path: string, why: string): AbsentCall => ({ name, method: 'GET', path, why });
const post = (name: string, path: string, why: string): AbsentCall => ({ name, method: 'POST', path, why });
const put = (name: string, path: string, why: string): AbsentCall => ({ name, method: 'PUT', path, why });
const patch = (name: string, path: string, why: string): AbsentCall => ({ name, method: 'PATCH', path, why });
const remove = (name: string, path: string, why: string): AbsentCall => ({
  ...{ name, method: 'DELETE', path, why },
});

const automations =
  'steps of automations differ. Use /api/v1/automations, which has triggers, waits, conditions, emails and webhooks.';
const properties =
  'properties of contacts need no definition. Write them with contacts.create and contacts.update; a fallback is part of the content: {{ contact.properties.city | default: "x" }}.';
const eventNames =
  'names of events need no definition. Send one with events.send. GET /api/v1/email-events has the events of emails.';
const inboxes = 'Postrider has no shared inboxes. Received mail is read with emails.receiving.';
const claims =
  'a domain of another organization is claimed with domains.create: it moves when its DNS records do.';
const oauth = 'Postrider has API keys only, no OAuth.';

/** Every call of Resend's client that is not in `resendCalls`, with what to use instead. */
export const absentCalls: readonly AbsentCall[] = [
  patch('apiKeys.update', '/api-keys/:id', 'a key keeps its name. Create another one and remove this one.'),
  post('automations.create', '/automations', automations),
  get('automations.list', '/automations', automations),
  get('automations.get', '/automations/:id', automations),
  patch('automations.update', '/automations/:id', automations),
  remove('automations.remove', '/automations/:id', automations),
  post('automations.duplicate', '/automations/:id/duplicate', automations),
  post('automations.stop', '/automations/:id/stop', automations),
  get('automations.runs.list', '/automations/:id/runs', automations),
  get('automations.runs.get', '/automations/:id/runs/:run_id', automations),
  get('broadcasts.recipients', '/broadcasts/:id/recipients', 'use GET /api/v1/broadcasts/{id}/recipients.'),
  post('contactProperties.create', '/contact-properties', properties),
  get('contactProperties.list', '/contact-properties', properties),
  get('contactProperties.get', '/contact-properties/:id', properties),
  patch('contactProperties.update', '/contact-properties/:id', properties),
  remove('contactProperties.remove', '/contact-properties/:id', properties),
  post(
    'contacts.imports.create',
    '/contacts/imports',
    'use POST /api/v1/contacts/import with the CSV file as body.',
  ),
  post('domains.claims.create', '/domains/claim', claims),
  get('domains.claims.get', '/domains/:id/claim', claims),
  post('domains.claims.verify', '/domains/:id/claim/verify', claims),
  get(
    'emails.metrics',
    '/emails/metrics',
    'use GET /api/v1/metrics, which counts by day, domain, key, template and kind.',
  ),
  post(
    'emails.share',
    '/emails/:id/share',
    'use POST /api/v1/emails/{id}/share-links, whose page shows the content only if that is chosen.',
  ),
  post('events.create', '/events', eventNames),
  get('events.list', '/events', eventNames),
  get('events.get', '/events/:id', eventNames),
  patch('events.update', '/events/:id', eventNames),
  remove('events.remove', '/events/:id', eventNames),
  post('inboxes.create', '/inboxes', inboxes),
  get('inboxes.list', '/inboxes', inboxes),
  get('inboxes.get', '/inboxes/:id', inboxes),
  patch('inboxes.update', '/inboxes/:id', inboxes),
  remove('inboxes.remove', '/inboxes/:id', inboxes),
  get('inboxes.agent.get', '/inboxes/:id/agent', inboxes),
  patch('inboxes.agent.update', '/inboxes/:id/agent', inboxes),
  get('inboxes.drafts.list', '/inboxes/:id/drafts', inboxes),
  post('inboxes.drafts.create', '/inboxes/:id/drafts', inboxes),
  get('inboxes.drafts.get', '/inboxes/:id/drafts/:draft_id', inboxes),
  patch('inboxes.drafts.update', '/inboxes/:id/drafts/:draft_id', inboxes),
  remove('inboxes.drafts.remove', '/inboxes/:id/drafts/:draft_id', inboxes),
  post('inboxes.drafts.send', '/inboxes/:id/drafts/:draft_id/send', inboxes),
  get('inboxes.labels.list', '/inboxes/:id/labels', inboxes),
  post('inboxes.labels.create', '/inboxes/:id/labels', inboxes),
  patch('inboxes.labels.update', '/inboxes/:id/labels/:label_id', inboxes),
  remove('inboxes.labels.remove', '/inboxes/:id/labels/:label_id', inboxes),
  get('inboxes.threads.list', '/inboxes/:id/threads', inboxes),
  get('inboxes.threads.search', '/inboxes/:id/threads/search', inboxes),
  get('inboxes.threads.get', '/inboxes/:id/threads/:thread_id', inboxes),
  patch('inboxes.threads.update', '/inboxes/:id/threads/:thread_id', inboxes),
  remove('inboxes.threads.remove', '/inboxes/:id/threads/:thread_id', inboxes),
  get('inboxes.threads.emails.list', '/inboxes/:id/threads/:thread_id/emails', inboxes),
  get('inboxes.threads.emails.get', '/inboxes/:id/threads/:thread_id/emails/:email_id', inboxes),
  post('inboxes.threads.emails.reply', '/inboxes/:id/threads/:thread_id/emails/:email_id/reply', inboxes),
  post('inboxes.threads.emails.forward', '/inboxes/:id/threads/:thread_id/emails/:email_id/forward', inboxes),
  post('inboxes.threads.labels.add', '/inboxes/:id/threads/:thread_id/labels', inboxes),
  put('inboxes.threads.labels.set', '/inboxes/:id/threads/:thread_id/labels', inboxes),
  remove('inboxes.threads.labels.remove', '/inboxes/:id/threads/:thread_id/labels/:label_id', inboxes),
  get('oauthGrants.list', '/oauth/grants', oauth),
  remove('oauthGrants.revoke', '/oauth/grants/:id', oauth),
  get('usage.get', '/usage', 'use GET /api/v1/usage.'),
];
