import assert from 'node:assert';
import {
  brandingPreview,
  previewBrandingRequest,
  type BrandingPreview,
  type PreviewBrandingRequest,
} from '@postrider/contracts/console';
import type { Pool } from '@postrider/db';
import { addLegalFooter } from '@postrider/mail';
import type { Brand } from '../public-pages/brand';
import { chooseLanguage } from '../public-pages/languages';
import { renderPage } from '../public-pages/page-shell';
import { preferencesPage } from '../public-links/choices/choice-pages';
import { confirmationMail } from '../signup-forms/pages/confirmation-mail';
import type { PublicForm } from '../signup-forms/pages/public-forms.repository';
import { confirmedPage, formPage } from '../signup-forms/pages/signup-pages';
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
      'Returns public pages and emails of the organization with a logo, a color, a privacy link and a signup form that are not saved.',
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
      const form = sampleForm(brand);
      const shown =
        body.form === undefined
          ? form
          : editedForm(form, body.form, await findTopics(pool, organization.id, body.form.topics ?? []));
      return { body: previewOf(shown, sender.postalAddress) };
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

async function findTopics(
  pool: Pool,
  organizationId: string,
  slugs: readonly string[],
): Promise<PublicForm['topics']> {
  const { rows } = await pool.query<PublicForm['topics'][number]>({
    name: 'branding.find-topics',
    text: 'SELECT slug, name FROM topics WHERE organization_id = $1 AND slug = ANY($2) ORDER BY name, slug',
    values: [organizationId, slugs],
  });
  return rows;
}

const topics = [
  { slug: 'news', name: 'News' },
  { slug: 'offers', name: 'Offers' },
];
const noId = '00000000-0000-0000-0000-000000000000';
const noLink = 'https://example.com/';

/** The pages and emails as readers get them, with sample content. */
function previewOf(form: PublicForm, postalAddress: string | null): BrandingPreview {
  const { brand } = form;
  const language = chooseLanguage(undefined);
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
    confirmation_subject: mail.subject ?? '',
    confirmed: withoutForms(renderPage(confirmedPage(form, language))),
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

/** With what is being edited; a form without a name yet has the title of the sample. */
function editedForm(
  sample: PublicForm,
  edited: NonNullable<PreviewBrandingRequest['form']>,
  chosen: PublicForm['topics'],
): PublicForm {
  return {
    ...sample,
    title: edited.title ?? sample.title,
    description: edited.description ?? null,
    fields: edited.fields ?? [],
    confirmationSubject: edited.confirmation_subject ?? null,
    confirmationText: edited.confirmation_text ?? null,
    topics: chosen,
  };
}

/** A preview shows fields and buttons, and cannot be sent: the console removes forms with what is in them. */
function withoutForms(page: string): string {
  return page.replace(/<(\/?)form\b[^>]*>/g, '<$1div>');
}
