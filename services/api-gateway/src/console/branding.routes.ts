import assert from 'node:assert';
import { brandingPreview, previewBrandingRequest, type BrandingPreview } from '@postrider/contracts/console';
import type { Pool } from '@postrider/db';
import { addLegalFooter } from '@postrider/mail';
import type { Brand } from '../public-pages/brand';
import { chooseLanguage } from '../public-pages/languages';
import { renderPage } from '../public-pages/page-shell';
import { preferencesPage } from '../public-links/choices/choice-pages';
import { confirmationMail } from '../signup-forms/pages/confirmation-mail';
import type { PublicForm } from '../signup-forms/pages/public-forms.repository';
import { formPage } from '../signup-forms/pages/signup-pages';
import { consoleRoute } from './console-route';

export const brandingRoutes = [
  consoleRoute({
    operationId: 'previewBranding',
    method: 'POST',
    path: '/organization/branding-preview',
    access: 'viewer',
    isRead: true,
    body: previewBrandingRequest,
    summary: 'Preview the branding',
    description:
      'Returns public pages and emails of the organization with a logo, a color and a privacy link that are not saved.',
    tag: 'Organization',
    success: { status: 200, schema: brandingPreview },
    errors: [],
    handle: async ({ member: { organization }, body }, { pool }) => {
      const sender = await findSender(pool, organization.id);
      const brand: Brand = {
        name: sender.name,
        logoUrl: body.logo_url ?? null,
        color: body.brand_color ?? null,
        privacyUrl: body.privacy_url ?? null,
      };
      return { body: previewOf(brand, sender.postalAddress) };
    },
  }),
];

interface Sender {
  readonly name: string;
  readonly postalAddress: string | null;
}

async function findSender(pool: Pool, organizationId: string): Promise<Sender> {
  const { rows } = await pool.query<Sender>({
    name: 'branding.find-sender',
    text: 'SELECT name, postal_address AS "postalAddress" FROM organizations WHERE id = $1',
    values: [organizationId],
  });
  const [sender] = rows;
  assert(sender !== undefined, 'a member belongs to an organization');
  return sender;
}

const topics = [
  { slug: 'news', name: 'News' },
  { slug: 'offers', name: 'Offers' },
];
const noId = '00000000-0000-0000-0000-000000000000';
const noLink = 'https://example.com/';

/** The pages and emails as readers get them, with sample content. */
function previewOf(brand: Brand, postalAddress: string | null): BrandingPreview {
  const language = chooseLanguage(undefined);
  const form = sampleForm(brand);
  const reader = {
    ...{ messageId: noId, ordinal: 0, organizationId: noId, domainId: noId, mode: 'live' as const },
    ...{ address: 'ada@example.com', addressKey: 'ada@example.com', isSample: false, brand },
    ...{ topic: null, contact: { email: 'ada@example.com' }, hasLeft: false, isBlocked: false },
    topics: topics.map((topic, index) => ({ ...topic, description: null, isSubscribed: index === 0 })),
  };
  const mail = confirmationMail(form, { to: 'ada@example.com', link: noLink, language });
  const notice = { organizationName: brand.name, unsubscribeUrl: noLink, preferencesUrl: noLink };
  return {
    object: 'branding_preview',
    signup_form: withoutForms(renderPage(formPage(form, language))),
    confirmation: mail.html ?? '',
    preferences: withoutForms(renderPage(preferencesPage({ language, reader, changed: null }))),
    footer:
      postalAddress === null
        ? null
        : addLegalFooter({ html: '<p>…</p>', text: null }, { ...notice, postalAddress }).html,
  };
}

function sampleForm(brand: Brand): PublicForm {
  return {
    ...{ id: noId, organizationId: noId, apiKeyId: noId, domainId: noId, brand, topics },
    ...{ name: 'News', title: `News from ${brand.name}`, description: null, fields: ['first_name'] },
    ...{ status: 'enabled', confirmationSubject: null, confirmationText: null, redirectUrl: null },
    ...{ fromHeader: 'news@example.com', replyTo: null },
  };
}

/** A preview shows fields and buttons, and cannot be sent: the console removes forms with what is in them. */
function withoutForms(page: string): string {
  return page.replace(/<(\/?)form\b[^>]*>/g, '<$1div>');
}
