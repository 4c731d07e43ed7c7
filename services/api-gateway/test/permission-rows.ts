import {
  addBroadcast,
  addSignupForm,
  addSuppression,
  at,
  atNew,
  cancelEmails,
  importContacts,
  importSuppressions,
  onApiLog,
  onAutomation,
  onAutomationTest,
  onBroadcast,
  onContact,
  onContactImport,
  onDelivery,
  onDryRun,
  onDomain,
  onEmail,
  onDeferredEmail,
  onStoredEmail,
  onImage,
  onImport,
  onInbound,
  onInboundReply,
  onInboxEmail,
  onKey,
  onReplay,
  onSavedBlock,
  onRun,
  onSegment,
  onShareLink,
  onSignupForm,
  onSuppression,
  onTemplate,
  onTemplateVersion,
  onTopic,
  onWebhook,
  replayDeliveries,
  sendEmail,
  upsertContact,
} from './permission-calls';
import { replayed, uniqueName } from './permission-harness';
import { adminKey, anyKey, liveKey, type PermissionRow } from './permission-row';
import { uniquePicture } from './pictures';

/** Column of an A/B test. */
const testedBroadcast = JSON.stringify({ variants: [{}, {}], percent: 20, waitMinutes: 60, metric: 'open' });

/** Every endpoint of the document, by method and path; the test fails for one that is missing here. */
export const permissionRows: Readonly<Record<string, PermissionRow>> = {
  'POST /emails': anyKey(sendEmail, 'forbidden_domain'),
  // Refused item by item.
  'POST /emails/batch': anyKey(async (harness) => {
    const { path, body } = await sendEmail(harness);
    return { path: `${path}/batch`, body: [body] };
  }),
  'POST /emails/check': anyKey(async (harness) => {
    const { path, body } = await sendEmail(harness);
    return { path: `${path}/check`, body };
  }, 'forbidden_domain'),
  'GET /emails': anyKey(at('/emails')),
  'GET /emails/{id}': anyKey(onEmail(''), 'not_found'),
  'PATCH /emails/{id}': anyKey(onEmail('', { scheduled_at: '2099-01-01T00:00:00Z' }), 'not_found'),
  'POST /emails/{id}/cancel': anyKey(onEmail('/cancel'), 'not_found'),
  'POST /emails/cancel': anyKey(cancelEmails),
  'POST /emails/changes': anyKey(
    at('/emails/changes', {
      ...{ change: 'cancel', status: 'queued', until: '2026-01-01T00:00:00Z', dry_run: true },
    }),
  ),
  'POST /emails/{id}/send-again': anyKey(onStoredEmail('/send-again'), 'not_found'),
  'GET /emails/{id}/share-links': anyKey(onEmail('/share-links'), 'not_found'),
  'POST /emails/{id}/share-links': anyKey(onEmail('/share-links', {}), 'not_found'),
  'DELETE /emails/{id}/share-links/{share_link_id}': anyKey(onShareLink, 'not_found'),
  'POST /emails/{id}/try-now': anyKey(onDeferredEmail('/try-now'), 'not_found'),
  'GET /emails/{id}/source': anyKey(onEmail('/source'), 'not_found'),
  'GET /emails/{id}/attempts': anyKey(onEmail('/attempts'), 'not_found'),
  'GET /emails/{id}/webhook-deliveries': anyKey(onEmail('/webhook-deliveries'), 'not_found'),
  'GET /emails/export': anyKey(at('/emails/export')),
  'GET /email-events': anyKey(at('/email-events')),
  'GET /inbox': anyKey(at('/inbox')),
  'GET /inbox/{id}': anyKey(onInboxEmail(''), 'not_found'),
  'GET /inbox/{id}/source': anyKey(onInboxEmail('/source'), 'not_found'),
  'GET /inbox/{id}/attachments/{index}': anyKey(onInboxEmail('/attachments/0'), 'not_found'),
  'DELETE /inbox': anyKey(at('/inbox?to=ada@example.org')),
  'GET /inbound': anyKey(at('/inbound')),
  'GET /inbound/{id}': anyKey(onInbound(''), 'not_found'),
  'GET /inbound/{id}/conversation': anyKey(onInbound('/conversation'), 'not_found'),
  'POST /inbound/{id}/reply': liveKey('SEND', onInboundReply, 'not_found'),
  // What live mail says is not for test keys.
  'GET /inbound/{id}/attachments/{index}': {
    ...anyKey(onInbound('/attachments/0'), 'not_found'),
    testKeys: 'refused',
  },
  'GET /metrics': anyKey(at('/metrics'), 'forbidden_domain'),
  'GET /deliverability': {
    ...anyKey(at('/deliverability'), 'forbidden_domain'),
    needs: 'FULL',
  },
  'GET /usage': anyKey(at('/usage')),

  'GET /keys/me': anyKey(at('/keys/me')),
  'POST /keys': adminKey(atNew('/keys', { permission: 'send' }), 'forbidden_domain'),
  'GET /keys': adminKey(at('/keys')),
  'GET /keys/{id}': adminKey(onKey('')),
  'POST /keys/{id}/rotate': adminKey(onKey('/rotate'), 'forbidden_domain'),
  'POST /keys/{id}/revoke': adminKey(onKey('/revoke'), 'forbidden_domain'),

  'POST /domains': adminKey(
    () => Promise.resolve({ path: '/domains', body: { name: `${uniqueName()}.example.com` } }),
    'forbidden_domain',
  ),
  'GET /domains': adminKey(at('/domains')),
  'GET /domains/{id}': adminKey(onDomain(''), 'not_found'),
  'PATCH /domains/{id}': adminKey(onDomain('', {}), 'not_found'),
  'GET /domains/{id}/dmarc': adminKey(onDomain('/dmarc'), 'not_found'),
  'DELETE /domains/{id}': adminKey(onDomain(''), 'forbidden_domain'),
  'POST /domains/{id}/verify': adminKey(onDomain('/verify'), 'not_found'),
  'POST /domains/{id}/publish': adminKey(onDomain('/publish'), 'not_found'),
  'POST /domains/{id}/register-identity': adminKey(onDomain('/register-identity'), 'not_found'),
  'GET /organization': adminKey(at('/organization')),
  'PATCH /organization': adminKey(at('/organization', {}), 'forbidden_domain'),
  'GET /api-logs': anyKey(at('/api-logs')),
  'GET /api-logs/{id}': anyKey(onApiLog, 'not_found'),
  'GET /audit-log': adminKey(at('/audit-log')),
  'GET /alerts': adminKey(at('/alerts'), 'forbidden_domain'),
  'GET /alert-rules': adminKey(at('/alert-rules')),
  'PATCH /alert-rules': adminKey(
    at('/alert-rules', { rules: [{ kind: 'bounce', minimum: 50 }] }),
    'forbidden_domain',
  ),
  'GET /notices': adminKey(at('/notices'), 'forbidden_domain'),

  'POST /organizations': adminKey(
    () => Promise.resolve({ path: '/organizations', body: { name: 'Client', slug: uniqueName() } }),
    'forbidden',
  ),
  'GET /organizations': adminKey(at('/organizations'), 'forbidden'),
  'POST /organizations/{id}/revoke-keys': adminKey(
    async ({ objects }) => ({ path: `/organizations/${await objects.client()}/revoke-keys`, body: {} }),
    'forbidden',
  ),

  'POST /contacts': liveKey('SEND', () => upsertContact('/contacts'), 'allowed'),
  'POST /contacts/batch': liveKey(
    'SEND',
    async () => {
      const { path, body } = await upsertContact('/contacts/batch');
      return { path, body: [body] };
    },
    'allowed',
  ),
  'GET /contacts': anyKey(at('/contacts')),
  'GET /contacts/export': anyKey(at('/contacts/export')),
  'POST /contacts/import': liveKey('SEND', importContacts, 'forbidden_domain'),
  'GET /contacts/imports': anyKey(at('/contacts/imports')),
  'GET /contacts/imports/{id}': anyKey(onContactImport(''), 'not_found'),
  'GET /contacts/imports/{id}/refused': anyKey(onContactImport('/refused'), 'not_found'),
  'GET /contacts/{id_or_email}': anyKey(onContact('')),
  'DELETE /contacts/{id_or_email}': liveKey('FULL', onContact(''), 'forbidden_domain'),
  'POST /contacts/{id_or_email}/subscriptions': liveKey(
    'SEND',
    async (harness) => {
      const body = { topic: await harness.objects.topic(), state: 'SUBSCRIBED' };
      return { ...(await onContact('/subscriptions')(harness)), body };
    },
    'forbidden_domain',
  ),
  'POST /contacts/{id_or_email}/erase': adminKey(onContact('/erase'), 'forbidden_domain'),
  'GET /contacts/{id_or_email}/timeline': anyKey(onContact('/timeline')),
  'GET /contacts/{id_or_email}/subscription-changes': anyKey(onContact('/subscription-changes')),

  'POST /events': liveKey(
    'SEND',
    () => Promise.resolve({ path: '/events', body: { event: 'x', email: `${uniqueName()}@example.com` } }),
    'forbidden_domain',
  ),

  'GET /events/names': liveKey('SEND', at('/events/names'), 'allowed'),

  'POST /automations': adminKey(
    atNew('/automations', { trigger: { event: 'x' }, steps: [{ type: 'wait', duration: '1d' }] }),
    'forbidden_domain',
  ),
  'GET /automations': liveKey('SEND', at('/automations'), 'allowed'),
  'GET /automations/{id_or_slug}': liveKey('SEND', onAutomation(), 'allowed'),
  'PATCH /automations/{id_or_slug}': adminKey(onAutomation({}), 'forbidden_domain'),
  'DELETE /automations/{id_or_slug}': adminKey(onAutomation(), 'forbidden_domain'),
  'GET /automations/{id_or_slug}/step-counts': liveKey(
    'SEND',
    onAutomation(undefined, '/step-counts'),
    'allowed',
  ),
  'GET /automations/{id_or_slug}/versions': liveKey('SEND', onAutomation(undefined, '/versions'), 'allowed'),
  'GET /automations/{id_or_slug}/versions/{version}': liveKey(
    'SEND',
    onAutomation(undefined, '/versions/1'),
    'allowed',
  ),
  'POST /automations/{id_or_slug}/dry-run': liveKey('SEND', onDryRun, 'allowed'),
  'POST /automations/{id_or_slug}/test': liveKey('SEND', onAutomationTest, 'allowed'),
  'GET /automations/{id_or_slug}/runs': liveKey('SEND', onAutomation(undefined, '/runs'), 'allowed'),
  'GET /automations/{id_or_slug}/runs/{run_id}': liveKey('SEND', onRun(''), 'allowed'),
  'POST /automations/{id_or_slug}/runs/cancel': adminKey(
    onAutomation({ dry_run: true }, '/runs/cancel'),
    'forbidden_domain',
  ),
  'POST /automations/{id_or_slug}/runs/{run_id}/cancel': adminKey(onRun('/cancel'), 'forbidden_domain'),

  'POST /topics': adminKey(
    () => Promise.resolve({ path: '/topics', body: { slug: uniqueName(), name: 'News' } }),
    'forbidden_domain',
  ),
  'GET /topics': adminKey(at('/topics')),
  'GET /topics/{slug}': adminKey(onTopic()),
  'PATCH /topics/{slug}': adminKey(onTopic({}), 'forbidden_domain'),
  'DELETE /topics/{slug}': adminKey(onTopic(), 'forbidden_domain'),

  'POST /segments': adminKey(atNew('/segments', { filter: { all: [] } }), 'forbidden_domain'),
  'POST /segments/preview': anyKey(at('/segments/preview', { filter: { all: [] } })),
  'GET /segments': adminKey(at('/segments')),
  'GET /segments/{id}': adminKey(onSegment()),
  'GET /segments/{id}/contacts': anyKey(onSegment(undefined, '/contacts')),
  'PATCH /segments/{id}': adminKey(onSegment({}), 'forbidden_domain'),
  'DELETE /segments/{id}': adminKey(onSegment(), 'forbidden_domain'),

  'POST /signup-forms': adminKey(addSignupForm, 'forbidden_domain'),
  'GET /signup-forms': anyKey(at('/signup-forms')),
  'GET /signup-forms/{id}': anyKey(onSignupForm(''), 'not_found'),
  'GET /signup-forms/{id}/requests': liveKey('SEND', onSignupForm('/requests'), 'not_found'),
  'GET /signup-forms/{id}/request-counts': liveKey('SEND', onSignupForm('/request-counts'), 'not_found'),
  'PATCH /signup-forms/{id}': adminKey(onSignupForm('', {}), 'not_found'),
  'DELETE /signup-forms/{id}': adminKey(onSignupForm(''), 'not_found'),

  'POST /broadcasts': liveKey('SEND', addBroadcast, 'forbidden_domain'),
  'GET /broadcasts': liveKey('SEND', at('/broadcasts'), 'allowed'),
  'GET /broadcasts/{id}': liveKey('SEND', onBroadcast(''), 'not_found'),
  'PATCH /broadcasts/{id}': liveKey('SEND', onBroadcast('', {}), 'not_found'),
  'DELETE /broadcasts/{id}': liveKey('FULL', onBroadcast(''), 'not_found'),
  'POST /broadcasts/{id}/send': liveKey('SEND', onBroadcast('/send', {}), 'not_found'),
  'POST /broadcasts/{id}/pause': liveKey(
    'SEND',
    onBroadcast('/pause', undefined, `status = 'scheduled', scheduled_at = now() + interval '1 day'`),
    'not_found',
  ),
  'POST /broadcasts/{id}/resume': liveKey(
    'SEND',
    onBroadcast(
      '/resume',
      undefined,
      `status = 'scheduled', scheduled_at = now() + interval '1 day', paused_at = now()`,
    ),
    'not_found',
  ),
  'POST /broadcasts/{id}/cancel': liveKey('SEND', onBroadcast('/cancel'), 'not_found'),
  'POST /broadcasts/{id}/decide': liveKey(
    'SEND',
    onBroadcast('/decide', { winner: 0 }, `status = 'testing', ab_test = '${testedBroadcast}'`),
    'not_found',
  ),
  'POST /broadcasts/{id}/resend': liveKey(
    'SEND',
    onBroadcast(
      '/resend',
      {},
      `status = 'sent', track_opens = true, finished_at = now() - interval '2 days'`,
    ),
    'not_found',
  ),
  'POST /broadcasts/{id}/duplicate': liveKey('SEND', onBroadcast('/duplicate'), 'not_found'),
  'POST /broadcasts/{id}/preview': liveKey('SEND', onBroadcast('/preview', {}), 'not_found'),
  'POST /broadcasts/{id}/test': liveKey('SEND', onBroadcast('/test', { to: 'b@example.com' }), 'not_found'),
  'GET /broadcasts/{id}/recipients': liveKey('SEND', onBroadcast('/recipients'), 'not_found'),
  'GET /broadcasts/{id}/recipients/export': liveKey('SEND', onBroadcast('/recipients/export'), 'not_found'),
  'GET /broadcasts/{id}/estimate': liveKey('SEND', onBroadcast('/estimate'), 'not_found'),
  'GET /broadcasts/{id}/links': liveKey('SEND', onBroadcast('/links'), 'not_found'),
  'GET /broadcasts/{id}/series': liveKey('SEND', onBroadcast('/series'), 'not_found'),

  'GET /suppressions': anyKey(at('/suppressions')),
  'POST /suppressions': liveKey('SEND', addSuppression, 'forbidden_domain'),
  'GET /suppressions/counts': anyKey(at('/suppressions/counts')),
  'GET /suppressions/export': anyKey(at('/suppressions/export')),
  'POST /suppressions/import': liveKey('SEND', importSuppressions, 'forbidden_domain'),
  'GET /suppressions/imports': anyKey(at('/suppressions/imports')),
  'GET /suppressions/imports/{id}': anyKey(onImport(''), 'not_found'),
  'GET /suppressions/imports/{id}/refused': anyKey(onImport('/refused'), 'not_found'),
  'GET /suppressions/{id_or_email}': anyKey(onSuppression(), 'not_found'),
  'DELETE /suppressions/{id_or_email}': liveKey('FULL', onSuppression(), 'not_found'),

  'POST /templates': adminKey(
    () => Promise.resolve({ path: '/templates', body: { slug: uniqueName() } }),
    'forbidden_domain',
  ),
  'GET /templates': anyKey(at('/templates')),
  'GET /templates/{id_or_slug}': anyKey(onTemplate('')),
  'PATCH /templates/{id_or_slug}': adminKey(onTemplate('', {}), 'forbidden_domain'),
  'POST /templates/{id_or_slug}/publish': adminKey(onTemplate('/publish'), 'forbidden_domain'),
  'POST /templates/{id_or_slug}/archive': adminKey(onTemplate('/archive'), 'forbidden_domain'),
  'POST /templates/{id_or_slug}/render': anyKey(onTemplate('/render', {})),
  'GET /templates/{id_or_slug}/uses': liveKey('SEND', onTemplate('/uses'), 'allowed'),
  'GET /templates/{id_or_slug}/versions': anyKey(onTemplate('/versions')),
  'GET /templates/{id_or_slug}/versions/{version}': anyKey(onTemplateVersion),

  'POST /images': liveKey(
    'SEND',
    () => Promise.resolve({ path: '/images', body: { filename: 'dot.png', content: uniquePicture() } }),
    'forbidden_domain',
  ),
  'GET /images': anyKey(at('/images')),
  'GET /images/{id}': anyKey(onImage()),
  'PATCH /images/{id}': liveKey('SEND', onImage({}), 'forbidden_domain'),
  'DELETE /images/{id}': liveKey('FULL', onImage(), 'forbidden_domain'),

  'POST /saved-blocks': adminKey(
    at('/saved-blocks', { name: 'Line', blocks: [{ type: 'divider' }] }),
    'forbidden_domain',
  ),
  'GET /saved-blocks': anyKey(at('/saved-blocks')),
  'GET /saved-blocks/{id}': anyKey(onSavedBlock()),
  'PATCH /saved-blocks/{id}': adminKey(onSavedBlock({}), 'forbidden_domain'),
  'DELETE /saved-blocks/{id}': adminKey(onSavedBlock(), 'forbidden_domain'),

  'POST /webhooks': adminKey(at('/webhooks', { url: 'https://hooks.example.com' }), 'forbidden_domain'),
  'GET /webhooks': adminKey(at('/webhooks')),
  'GET /webhooks/{id}': adminKey(onWebhook('')),
  'PATCH /webhooks/{id}': adminKey(onWebhook('', {}), 'forbidden_domain'),
  'DELETE /webhooks/{id}': adminKey(onWebhook(''), 'forbidden_domain'),
  'POST /webhooks/{id}/rotate-secret': adminKey(onWebhook('/rotate-secret'), 'forbidden_domain'),
  'POST /webhooks/{id}/test': adminKey(onWebhook('/test'), 'forbidden_domain'),
  'POST /webhooks/{id}/replay': adminKey(onWebhook('/replay', replayed), 'forbidden_domain'),
  'GET /webhooks/{id}/replays/{replay_id}': adminKey(onReplay(), 'forbidden_domain'),
  'GET /webhooks/{id}/deliveries': adminKey(onWebhook('/deliveries'), 'forbidden_domain'),
  'GET /webhooks/{id}/deliveries/{delivery_id}': adminKey(onDelivery(''), 'forbidden_domain'),
  'POST /webhooks/{id}/deliveries/replay': adminKey(replayDeliveries, 'forbidden_domain'),
  'POST /webhooks/{id}/deliveries/{delivery_id}/replay': adminKey(onDelivery('/replay'), 'forbidden_domain'),
};
