import type { ComponentType } from 'react';
import { loadCode } from './api/load-code';
import type { ReadPath } from './api/reads';

/** A page of the console. Its code is loaded when it is first opened. */
export interface Page {
  readonly path: string;
  readonly load: () => Promise<Record<string, ComponentType>>;
  /** Of the exported component. */
  readonly name: string;
  /** What it shows first: the page before stays until that has arrived. */
  readonly reads?: FirstRead;
}

export interface FirstRead {
  readonly path: ReadPath;
  /** What the API calls the id in the address. */
  readonly id?: string;
  /** Emails are read in the mode of the view. */
  readonly inMode?: true;
  /** Parameters that the page takes from its address. */
  readonly query?: (
    search: Readonly<Record<string, string | undefined>>,
  ) => Readonly<Record<string, unknown>>;
}

function page<const Name extends string>(
  path: string,
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): Page {
  return { path, load: () => loadCode(load), name };
}

const reading = (page: Page, reads: FirstRead): Page => ({ ...page, reads });

/** Pages that require no session. */
export const publicPages: readonly Page[] = [
  page('/sign-in', () => import('./pages/sign-in/sign-in-page'), 'SignInPage'),
  page('/invitation', () => import('./pages/sign-in/invitation-page'), 'InvitationPage'),
  page('/signed-in', () => import('./pages/sign-in/signed-in-page'), 'SignedInPage'),
];

/** Tabs of the settings. */
export const settingsPages: readonly Page[] = [
  reading(
    page('/settings', () => import('./pages/settings/organization-page'), 'OrganizationPage'),
    { path: '/organization' },
  ),
  reading(
    page('/settings/branding', () => import('./pages/settings/organization-page'), 'BrandingPage'),
    { path: '/organization' },
  ),
  page('/members', () => import('./pages/members/members-page'), 'MembersPage'),
  page('/clients', () => import('./pages/clients/clients-page'), 'ClientsPage'),
  reading(
    page('/usage', () => import('./pages/usage/usage-page'), 'UsagePage'),
    { path: '/usage' },
  ),
  page('/audit-log', () => import('./pages/audit-log/audit-log-page'), 'AuditLogPage'),
];

/** Other pages of an organization and of the user. */
export const pages: readonly Page[] = [
  page('/start', () => import('./pages/start/start-page'), 'StartPage'),
  page('/emails', () => import('./pages/emails/emails-page'), 'EmailsPage'),
  reading(
    page('/emails/$id', () => import('./pages/emails/email-page'), 'EmailPage'),
    { path: '/emails/{id}', id: 'id', inMode: true },
  ),
  reading(
    page('/overview', () => import('./pages/overview/overview-page'), 'OverviewPage'),
    { path: '/metrics', query: () => ({ days: 14 }) },
  ),
  reading(
    page('/metrics', () => import('./pages/metrics/metrics-page'), 'MetricsPage'),
    {
      path: '/metrics',
      // With the period before.
      query: ({ days = '30', domain }) => ({ days: Math.min(90, 2 * Number(days)), domain }),
    },
  ),
  reading(
    page('/deliverability', () => import('./pages/deliverability/deliverability-page'), 'DeliverabilityPage'),
    { path: '/deliverability', query: ({ days = '30', domain }) => ({ days: Number(days), domain }) },
  ),
  page(
    '/deliverability/google',
    () => import('./pages/deliverability/google-return-page'),
    'GoogleReturnPage',
  ),
  page('/inbox', () => import('./pages/inbox/inbox-page'), 'InboxPage'),
  page('/inbound', () => import('./pages/inbound/inbound-page'), 'InboundPage'),
  reading(
    page('/inbound/$id', () => import('./pages/inbound/inbound-email-page'), 'InboundEmailPage'),
    { path: '/inbound/{id}', id: 'id' },
  ),
  page('/suppressions', () => import('./pages/suppressions/suppressions-page'), 'SuppressionsPage'),
  page('/suppressions/imports', () => import('./pages/imports/imports-page'), 'SuppressionImportsPage'),
  reading(
    page('/suppressions/imports/$id', () => import('./pages/imports/import-page'), 'SuppressionImportPage'),
    { path: '/suppressions/imports/{id}', id: 'id' },
  ),

  page('/domains', () => import('./pages/domains/domains-page'), 'DomainsPage'),
  reading(
    page('/domains/$id', () => import('./pages/domains/domain-page'), 'DomainPage'),
    { path: '/domains/{id}', id: 'id' },
  ),
  page('/api-keys', () => import('./pages/keys/keys-page'), 'KeysPage'),
  page('/api-logs', () => import('./pages/api-logs/api-logs-page'), 'ApiLogsPage'),
  page('/webhooks', () => import('./pages/webhooks/webhooks-page'), 'WebhooksPage'),
  page('/webhooks/event-types', () => import('./pages/webhooks/event-types-page'), 'EventTypesPage'),
  reading(
    page('/webhooks/$id', () => import('./pages/webhooks/webhook-page'), 'WebhookPage'),
    { path: '/webhooks/{id}', id: 'id' },
  ),

  page('/broadcasts', () => import('./pages/broadcasts/broadcasts-page'), 'BroadcastsPage'),
  page('/broadcasts/new', () => import('./pages/broadcasts/new-broadcast-page'), 'NewBroadcastPage'),
  reading(
    page('/broadcasts/$id', () => import('./pages/broadcasts/broadcast-page'), 'BroadcastPage'),
    { path: '/broadcasts/{id}', id: 'id' },
  ),

  page('/automations', () => import('./pages/automations/automations-page'), 'AutomationsPage'),
  reading(
    page('/automations/$id', () => import('./pages/automations/automation-page'), 'AutomationPage'),
    { path: '/automations/{id_or_slug}', id: 'id_or_slug' },
  ),
  reading(
    page(
      '/automations/$id/versions',
      () => import('./pages/automations/automation-versions-page'),
      'AutomationVersionsPage',
    ),
    { path: '/automations/{id_or_slug}', id: 'id_or_slug' },
  ),

  page('/templates', () => import('./pages/templates/templates-page'), 'TemplatesPage'),
  reading(
    page('/templates/$id', () => import('./pages/templates/template-page'), 'TemplatePage'),
    { path: '/templates/{id_or_slug}', id: 'id_or_slug' },
  ),
  reading(
    page(
      '/templates/$id/versions',
      () => import('./pages/templates/template-versions-page'),
      'TemplateVersionsPage',
    ),
    { path: '/templates/{id_or_slug}', id: 'id_or_slug' },
  ),

  page('/contacts', () => import('./pages/contacts/contacts-page'), 'ContactsPage'),
  page('/contacts/import', () => import('./pages/contacts/import-contacts-page'), 'ImportContactsPage'),
  page('/contacts/imports', () => import('./pages/imports/imports-page'), 'ContactImportsPage'),
  reading(
    page('/contacts/imports/$id', () => import('./pages/imports/import-page'), 'ContactImportPage'),
    { path: '/contacts/imports/{id}', id: 'id' },
  ),
  reading(
    page('/contacts/$id', () => import('./pages/contacts/contact-page'), 'ContactPage'),
    { path: '/contacts/{id_or_email}', id: 'id_or_email' },
  ),

  page('/segments', () => import('./pages/segments/segments-page'), 'SegmentsPage'),
  page('/segments/new', () => import('./pages/segments/new-segment-page'), 'NewSegmentPage'),
  reading(
    page('/segments/$id', () => import('./pages/segments/segment-page'), 'SegmentPage'),
    { path: '/segments/{id}', id: 'id' },
  ),

  page('/topics', () => import('./pages/topics/topics-page'), 'TopicsPage'),

  page('/signup-forms', () => import('./pages/signup-forms/signup-forms-page'), 'SignupFormsPage'),
  reading(
    page('/signup-forms/$id', () => import('./pages/signup-forms/signup-form-page'), 'SignupFormPage'),
    { path: '/signup-forms/{id}', id: 'id' },
  ),

  reading(
    page('/profile', () => import('./pages/profile/profile-page'), 'ProfilePage'),
    { path: '/profile' },
  ),

  reading(
    page('/operator', () => import('./pages/operator/health-page'), 'HealthPage'),
    { path: '/operator/health' },
  ),
  reading(
    page('/operator/incident', () => import('./pages/operator/incident-page'), 'IncidentPage'),
    { path: '/operator/incident' },
  ),
  reading(
    page('/operator/dead-letters', () => import('./pages/operator/dead-letters-page'), 'DeadLettersPage'),
    { path: '/operator/dead-letters', query: ({ queue }) => ({ queue }) },
  ),
  page('/operator/reviews', () => import('./pages/operator/reviews-page'), 'ReviewsPage'),
  reading(
    page('/operator/reviews/$id', () => import('./pages/operator/review-page'), 'ReviewPage'),
    { path: '/operator/reviews/{id}', id: 'id' },
  ),
  page('/operator/emails', () => import('./pages/operator/emails-page'), 'OperatorEmailsPage'),
  reading(
    page('/operator/emails/$id', () => import('./pages/operator/email-page'), 'OperatorEmailPage'),
    { path: '/operator/emails/{id}', id: 'id' },
  ),
  page('/operator/mail', () => import('./pages/operator/mail-page'), 'OperatorMailPage'),
  page('/operator/sites', () => import('./pages/operator/sites-page'), 'SitesPage'),
  reading(
    page('/operator/delivery', () => import('./pages/operator/delivery-page'), 'DeliveryPage'),
    { path: '/operator/sources' },
  ),
  reading(
    page('/operator/maintenance', () => import('./pages/operator/maintenance-page'), 'MaintenancePage'),
    { path: '/operator/drains' },
  ),
  page('/operator/users', () => import('./pages/operator/users-page'), 'UsersPage'),
  page(
    '/operator/audit-log',
    () => import('./pages/operator/operator-audit-log-page'),
    'OperatorAuditLogPage',
  ),
  page('/operator/webhooks', () => import('./pages/operator/operator-webhooks-page'), 'OperatorWebhooksPage'),
  page('/operator/domains', () => import('./pages/operator/operator-domains-page'), 'OperatorDomainsPage'),
  page('/operator/imports', () => import('./pages/operator/operator-imports-page'), 'OperatorImportsPage'),
  page('/operator/people', () => import('./pages/operator/people-page'), 'PeoplePage'),
  reading(
    page('/operator/storage', () => import('./pages/operator/storage-page'), 'StoragePage'),
    { path: '/operator/storage' },
  ),
  page('/operator/organizations', () => import('./pages/operator/organizations-page'), 'OrganizationsPage'),
  reading(
    page(
      '/operator/organizations/$id',
      () => import('./pages/operator/organization-page'),
      'OrganizationPage',
    ),
    { path: '/operator/organizations/{id}', id: 'id' },
  ),
  reading(
    page(
      '/operator/organizations/$id/suppressions',
      () => import('./pages/operator/organization-suppressions-page'),
      'OrganizationSuppressionsPage',
    ),
    { path: '/operator/organizations/{id}', id: 'id' },
  ),
];
