import { z } from 'zod';
import { auditActor } from '../audit/audit-entry';
import { emailDocument } from '../email-documents/email-document';
import { count, line, lineOrNull, objectName, time } from '../fields/fields';
import { templateVariable } from './template';

/** Items of `GET /templates/{id_or_slug}/versions`. */
export const templateVersionSummary = z
  .object({
    object: objectName('template_version'),
    version: count('Number of the version, from 1.', 3),
    subject: line('Subject of the version.', 'Your order {{ order.number }}'),
    published_at: time('When the version was published.'),
    published_by: auditActor.nullable().meta({
      description: 'Who published the version. Null if it was published before this was stored.',
    }),
  })
  .meta({ id: 'TemplateVersionSummary', description: 'A template version in a list.' });
export type TemplateVersionSummary = z.infer<typeof templateVersionSummary>;

export const templateVersionResource = templateVersionSummary
  .extend({
    document: emailDocument.nullable().meta({
      description:
        'Document of the version, from which `html` and `text` were rendered. Null if it has none.',
      examples: [null],
    }),
    html: lineOrNull(
      'HTML body of the version. Null if it has none.',
      '<p>Thank you for your order, {{ name }}!</p>',
    ),
    text: lineOrNull('Text body of the version. Null if it has none.', null),
    variables: z.array(templateVariable).meta({ description: 'Variables of the version.' }),
  })
  .meta({ id: 'TemplateVersion', description: 'A published version of a template. It never changes.' });
export type TemplateVersionResource = z.infer<typeof templateVersionResource>;
