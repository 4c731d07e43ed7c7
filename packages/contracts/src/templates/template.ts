import { z } from 'zod';
import { emailDocument, refuseOtherContent, requestedDocument } from '../email-documents/email-document';
import {
  countOrNull,
  createdAt,
  flag,
  line,
  lineOrNull,
  objectName,
  time,
  timeOrNull,
} from '../fields/fields';
import { list } from '../fields/list';
import { pageQuery } from '../fields/page';
import { record } from '../fields/record';
import { sample } from '../fields/sample';
import { atMostBytes, lineOfText, text, textOfBytes } from '../fields/text';
import { isId } from '../ids/ids';

/** Limits of one template, in the units their names say. What it renders to has the limits of any email. */
export const templateLimits = {
  slugCharsMax: 64,
  nameCharsMax: 200,
  subjectCharsMax: 2_000,
  bodyBytesMax: 500_000,
  variablesMax: 100,
  variableKeyCharsMax: 100,
  fallbackBytesMax: 20_000,
} as const;

export const templateStatuses = ['draft', 'published', 'archived'] as const;
export type TemplateStatus = (typeof templateStatuses)[number];

export const templateVariableTypes = ['string', 'number', 'boolean', 'list', 'object'] as const;
export type TemplateVariableType = (typeof templateVariableTypes)[number];

/** A path whose parts the template language reads as one name each: `order.items`, `first_name`. */
const variableKey = z
  .string()
  .max(templateLimits.variableKeyCharsMax)
  .regex(
    /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*){0,7}$/,
    'must be names of A-Z a-z 0-9 _, up to 8 joined by dots',
  );

const fallback = jsonValue().refine(
  (value) =>
    value === undefined || Buffer.byteLength(JSON.stringify(value)) <= templateLimits.fallbackBytesMax,
  `${atMostBytes(templateLimits.fallbackBytesMax)} as JSON`,
);

/** What a send may or must give. A fallback replaces a missing value. */
const declaredVariable = z
  .object({
    key: variableKey.meta({
      description:
        'Name of the variable: up to 8 names of A-Z a-z 0-9 _, joined by dots. A dotted name is a path into objects.',
      examples: ['order.number'],
    }),
    type: z.enum(templateVariableTypes).meta({ description: 'Type of the value.' }),
    required: z.boolean().default(false).meta({ description: 'Whether a send must set it.' }),
    fallback: fallback.optional().meta({
      description: 'Value used when a send does not set it. Default: none.',
      examples: ['there'],
    }),
  })
  .meta({ id: 'TemplateVariableRequest', description: 'A variable of the template.' });
export type TemplateVariable = z.output<typeof declaredVariable>;

const slug = z
  .string()
  .min(1, 'required')
  .max(templateLimits.slugCharsMax)
  .regex(/^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/, 'a-z 0-9, and . _ - between them')
  // A path names a template by id or slug; a slug must not be taken for an id.
  .refine((value) => !isId(value), 'must not look like an id');

const requestedSlug = slug.meta({
  description: 'Slug that sends refer to, up to 64 characters a-z 0-9 . _ -. Unique in the organization.',
  examples: ['receipt'],
});
const name = lineOfText()
  .min(1, 'required')
  .max(templateLimits.nameCharsMax)
  .optional()
  .meta({ description: 'Name, 1 to 200 characters.', examples: ['Receipt'] });
const subject = text()
  .max(templateLimits.subjectCharsMax)
  .nullable()
  .optional()
  .meta({
    description: 'Subject, with variables such as `{{ name }}`. Null: none yet.',
    examples: ['Your order {{ order.number }}'],
  });
const body = textOfBytes(templateLimits.bodyBytesMax).nullable().optional();
const html = body.meta({
  description: 'HTML body in Liquid, up to 500 kB. Values are escaped. Null: none.',
  examples: ['<p>Thank you for your order, {{ name }}!</p>'],
});
const textBody = body.meta({
  description: 'Text body in Liquid, up to 500 kB. Null: none.',
  examples: ['Thank you for your order, {{ name }}!'],
});
const document = requestedDocument.nullable().optional().meta({
  description:
    'Content in blocks, from which HTML and text are rendered in the branding of the organization. Cannot be combined with `html` and `text`. Null: the content is `html` and `text`.',
});
const variables = list(declaredVariable, templateLimits.variablesMax);
const variablesMeta = {
  description: 'Variables of the template, up to 100. Sends can set no others.',
};

export const createTemplateRequest = z
  .object({
    slug: requestedSlug,
    name: name.meta({ description: 'Name, 1 to 200 characters. Default: the slug.' }),
    subject,
    document,
    html,
    text: textBody,
    variables: variables.default([]).meta(variablesMeta),
  })
  .check(refuseOtherContent)
  .meta({
    id: 'CreateTemplateRequest',
    description: 'A template to create, as a draft.',
    examples: [
      {
        slug: 'receipt',
        name: 'Receipt',
        subject: 'Your order {{ order.number }}',
        html: '<p>Thank you for your order, {{ name }}!</p>{% for item in items %}<p>{{ item.title }}</p>{% endfor %}',
        variables: [
          { key: 'name', type: 'string', required: false, fallback: 'there' },
          { key: 'order.number', type: 'string', required: true },
          { key: 'items', type: 'list', required: true },
        ],
      },
    ],
  });

/** Absent fields do not change; null clears. What is published stays as it is until the next publication. */
export const updateTemplateRequest = z
  .object({
    slug: requestedSlug.optional(),
    name,
    subject,
    document: document.meta({
      description:
        'Content in blocks, from which HTML and text are rendered in the branding of the organization. Cannot be combined with `html` and `text`: setting one of those clears it. Null: HTML and text stay as they are, and are what you edit from now on.',
    }),
    html,
    text: textBody,
    variables: variables.optional().meta(variablesMeta),
  })
  .check(refuseOtherContent)
  .meta({
    id: 'UpdateTemplateRequest',
    description: 'Fields of the draft to change. Missing fields keep their values; null clears a field.',
    examples: [{ subject: 'Thank you for order {{ order.number }}' }],
  });
export type UpdateTemplateRequest = z.infer<typeof updateTemplateRequest>;

/** Without `version`, the draft is rendered. */
export const renderTemplateRequest = z
  .object({
    version: z
      .union([z.int().min(1), z.literal('latest')])
      .optional()
      .meta({
        description: 'A published version, or `latest`. Default: the draft.',
        examples: ['latest', 3],
      }),
    subject: text()
      .max(templateLimits.subjectCharsMax)
      .optional()
      .meta({
        description: 'Subject to render instead of that of the draft. Cannot be combined with `version`.',
        examples: ['Your order {{ order.number }}'],
      }),
    document: requestedDocument.optional().meta({
      description:
        'Document to render instead of the content of the draft. Cannot be combined with `version`.',
    }),
    data: record(z.string(), z.unknown())
      .default({})
      .meta({
        description: 'Values of the variables.',
        examples: [{ name: 'Ada', 'order.number': '1042', items: [{ title: 'Teapot' }] }],
      }),
  })
  .check(({ value, issues }) => {
    if (value.version === undefined) return;
    for (const path of ['subject', 'document'] as const) {
      if (value[path] === undefined) continue;
      issues.push({ code: 'custom', path: [path], message: 'cannot be combined with version', input: value });
    }
  })
  .meta({
    id: 'RenderTemplateRequest',
    description: 'The version and values to render.',
    examples: [{ data: { name: 'Ada', 'order.number': '1042', items: [{ title: 'Teapot' }] } }],
  });

export const renderedTemplate = z
  .object({
    object: objectName('rendered_template'),
    subject: line('Rendered subject.', sample.subject),
    html: lineOrNull(
      'Rendered HTML body. Null if the template has none.',
      '<p>Thank you for your order, Ada!</p>',
    ),
    text: lineOrNull('Rendered text body. Null if the template has none.', null),
  })
  .meta({ id: 'RenderedTemplate', description: 'The rendered content.' });
export type RenderedTemplate = z.infer<typeof renderedTemplate>;

const status = z.enum(templateStatuses);

/** Items of `GET /templates`. */
export const templateSummary = z
  .object({
    object: objectName('template'),
    id: line('Id of the template.', sample.templateId),
    slug: line('Slug of the template.', 'receipt'),
    name: line('Name of the template.', 'Receipt'),
    status: status.meta({
      examples: ['published'],
      description: '`draft`: never published. `published`: can be sent. `archived`: cannot be sent.',
    }),
    current_version: countOrNull('Latest published version. Null if there is none.', 3),
    published_at: timeOrNull('When the latest version was published. Null if there is none.'),
    created_at: createdAt('it was created'),
    updated_at: time('When the template was last updated.', sample.acceptedAt),
  })
  .meta({ id: 'TemplateSummary', description: 'A template in a list.' });
export type TemplateSummary = z.infer<typeof templateSummary>;

export const templateVariable = z
  .object({
    key: line('Name of the variable, a path into objects.', 'order.number'),
    type: z.enum(templateVariableTypes).meta({ description: 'Type of the value.' }),
    required: flag('Whether a send must set it.'),
    fallback: z
      .unknown()
      .optional()
      .meta({
        description: 'Value used when a send does not set it. Absent if there is none.',
        examples: ['there'],
      }),
  })
  .meta({ id: 'TemplateVariable', description: 'A variable of the template.' });

export const templateResource = templateSummary
  .extend({
    subject: lineOrNull('Subject of the draft. Null if there is none.', 'Your order {{ order.number }}'),
    document: emailDocument.nullable().meta({
      description: 'Document of the draft, from which `html` and `text` were rendered. Null if it has none.',
      examples: [null],
    }),
    html: lineOrNull(
      'HTML body of the draft. Null if there is none.',
      '<p>Thank you for your order, {{ name }}!</p>',
    ),
    text: lineOrNull('Text body of the draft. Null if there is none.', null),
    variables: z.array(templateVariable).meta({ description: 'Variables of the draft.' }),
  })
  .meta({ id: 'Template', description: 'A template with its draft.' });
export type TemplateResource = z.infer<typeof templateResource>;

export const listTemplatesQuery = pageQuery.extend({
  status: status.optional().meta({ description: 'Only templates with this status.' }),
});

/**
 * Any JSON value that Postgres can store as jsonb: no NUL character in texts and keys, lone surrogates replaced by
 * U+FFFD. The body's own limits bound its size and depth.
 */
function jsonValue() {
  return z.unknown().transform((value, context): unknown => {
    const stored = storable(value);
    if (stored !== refused) return stored;
    context.addIssue({ code: 'custom', message: 'must not contain a NUL character' });
    return z.NEVER;
  });
}

const refused = Symbol('refused');

function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? refused : value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(storable);
    return items.includes(refused) ? refused : items;
  }
  const entries = Object.entries(value).map(([key, item]) => [storable(key), storable(item)] as const);
  if (entries.some((entry) => entry.includes(refused))) return refused;
  // Defines each key as the object's own, `__proto__` too.
  return Object.fromEntries(entries as [string, unknown][]);
}
