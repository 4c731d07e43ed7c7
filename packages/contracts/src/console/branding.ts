import { z } from 'zod';
import { line, lineOrNull, objectName } from '../fields/fields';
import { list } from '../fields/list';
import { lineOfText } from '../fields/text';
import { updateOrganizationRequest } from '../organizations/organization';
import { updateSignupFormRequest } from '../signup-forms/signup-form';

const { logo_url, brand_color, privacy_url } = updateOrganizationRequest.shape;
const { title, description, fields, confirmation_subject, confirmation_text } = updateSignupFormRequest.shape;

const previewedForm = z
  .object({
    ...{ title, description, fields, confirmation_subject, confirmation_text },
    // A form that is being written has none yet, or one that is deleted meanwhile.
    topics: list(lineOfText().max(64), 20)
      .optional()
      .meta({ description: 'Slugs of its topics. Unknown ones are left out.', examples: [['news']] }),
  })
  .meta({ id: 'PreviewedForm', description: 'A signup form, as in `PATCH /signup-forms/{id}`.' });

export const previewBrandingRequest = z
  .object({
    ...{ logo_url, brand_color, privacy_url },
    form: previewedForm.optional().meta({ description: 'The form to show. Default: a sample.' }),
  })
  .meta({
    id: 'PreviewBrandingRequest',
    description: 'The look to show, as in `PATCH /organization`. Missing fields: none.',
    examples: [{ brand_color: '#0f766e' }],
  });
export type PreviewBrandingRequest = z.infer<typeof previewBrandingRequest>;

const page = '<!doctype html><html><body><h1>News</h1></body></html>';

export const brandingPreview = z
  .object({
    object: objectName('branding_preview'),
    signup_form: line('HTML of a signup form.', page),
    confirmation: line('HTML of the email that asks to confirm a signup.', page),
    confirmation_subject: line('Subject of that email.', 'Please confirm your subscription to Acme'),
    confirmed: line('HTML of the page after the confirmation.', page),
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
