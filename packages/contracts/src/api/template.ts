import { z } from 'zod';
import { isId } from '../ids';
import { pageQuery } from './email';
import { list } from './list';
import { record } from './record';
import { lineOfText, text, textOfBytes } from './text';

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
    'names of A-Z a-z 0-9 _, up to 8 joined by dots',
  );

const fallback = jsonValue().refine(
  (value) =>
    value === undefined || Buffer.byteLength(JSON.stringify(value)) <= templateLimits.fallbackBytesMax,
  `must be at most ${templateLimits.fallbackBytesMax} bytes as JSON`,
);

/** What a send may or must give. A fallback stands in where it gives nothing. */
const declaredVariable = z.object({
  key: variableKey,
  type: z.enum(templateVariableTypes),
  required: z.boolean().default(false),
  fallback: fallback.optional(),
});
export type TemplateVariable = z.output<typeof declaredVariable>;

const slug = z
  .string()
  .min(1, 'required')
  .max(templateLimits.slugCharsMax)
  .regex(/^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/, 'a-z 0-9, and . _ - between them')
  // A path names a template by id or slug; a slug must not be taken for an id.
  .refine((value) => !isId(value), 'must not look like an id');

const name = lineOfText().min(1, 'required').max(templateLimits.nameCharsMax);
const subject = text().max(templateLimits.subjectCharsMax).nullable();
const body = textOfBytes(templateLimits.bodyBytesMax).nullable();
const variables = list(declaredVariable, templateLimits.variablesMax);

export const createTemplateRequest = z
  .object({
    slug,
    /** By default the slug. */
    name: name.optional(),
    subject: subject.optional(),
    html: body.optional(),
    text: body.optional(),
    variables: variables.default([]),
  })
  .meta({
    id: 'CreateTemplateRequest',
    examples: [
      {
        slug: 'receipt',
        name: 'Receipt',
        subject: 'Your order {{ order.number }}',
        html: '<p>Hello {{ name }}</p>{% for item in items %}<p>{{ item.title }}</p>{% endfor %}',
        variables: [
          { key: 'name', type: 'string', required: false, fallback: 'there' },
          { key: 'order.number', type: 'string', required: true },
          { key: 'items', type: 'list', required: true },
        ],
      },
    ],
  });

/** Fields left out stay; null clears. What is published stays as it is until the next publication. */
export const updateTemplateRequest = z
  .object({
    slug: slug.optional(),
    name: name.optional(),
    subject: subject.optional(),
    html: body.optional(),
    text: body.optional(),
    variables: variables.optional(),
  })
  .meta({ id: 'UpdateTemplateRequest' });
export type UpdateTemplateRequest = z.infer<typeof updateTemplateRequest>;

/** Without `version`, the draft is rendered. */
export const renderTemplateRequest = z
  .object({
    version: z.union([z.int().min(1), z.literal('latest')]).optional(),
    data: record(z.string(), z.unknown()).default({}),
  })
  .meta({ id: 'RenderTemplateRequest' });

export const renderedTemplate = z
  .object({
    object: z.literal('rendered_template'),
    subject: z.string(),
    html: z.string().nullable(),
    text: z.string().nullable(),
  })
  .meta({ id: 'RenderedTemplate' });
export type RenderedTemplate = z.infer<typeof renderedTemplate>;

/** Items of `GET /templates`. */
export const templateSummary = z
  .object({
    object: z.literal('template'),
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    status: z.enum(templateStatuses),
    current_version: z.int().nullable().describe('The highest published version'),
    published_at: z.string().nullable().describe('When that version was published'),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'TemplateSummary' });
export type TemplateSummary = z.infer<typeof templateSummary>;

export const templateResource = templateSummary
  .extend({
    subject: z.string().nullable().describe('Of the draft, as are the bodies and variables'),
    html: z.string().nullable(),
    text: z.string().nullable(),
    variables: z.array(
      z.object({
        key: z.string(),
        type: z.enum(templateVariableTypes),
        required: z.boolean(),
        fallback: z.unknown().optional(),
      }),
    ),
  })
  .meta({ id: 'Template' });
export type TemplateResource = z.infer<typeof templateResource>;

export const listTemplatesQuery = pageQuery.extend({ status: z.enum(templateStatuses).optional() });

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
