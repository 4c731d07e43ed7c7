import { z } from 'zod';
import { line, lineOrNull, objectName } from '../fields/fields';
import { updateOrganizationRequest } from '../organizations/organization';

const { logo_url, brand_color, privacy_url } = updateOrganizationRequest.shape;

export const previewBrandingRequest = z.object({ logo_url, brand_color, privacy_url }).meta({
  id: 'PreviewBrandingRequest',
  description: 'The look to show, as in `PATCH /organization`. Missing fields: none.',
  examples: [{ brand_color: '#0f766e' }],
});

const page = '<!doctype html><html><body><h1>News</h1></body></html>';

export const brandingPreview = z
  .object({
    object: objectName('branding_preview'),
    signup_form: line('HTML of a signup form.', page),
    confirmation: line('HTML of the email that asks to confirm a signup.', page),
    preferences: line('HTML of the preferences page.', page),
    footer: lineOrNull(
      'HTML of the end of a bulk email. Null: the organization has no postal address, so there is no footer.',
      page,
    ),
  })
  .meta({
    id: 'BrandingPreview',
    description: 'Public pages and emails of the organization, with sample content.',
  });
export type BrandingPreview = z.infer<typeof brandingPreview>;
