import type { CheckEmail, EmailCheck, KeyIdentity } from 'postrider';
import { z } from 'zod';
import { address, limit, templateName } from '../fields';
import { defineTool, type ToolContext } from '../tool';

export const findingFacts = z.object({
  code: z.string(),
  severity: z.string(),
  field: z.string().nullable(),
  line: z.int().nullable(),
});
/** What is shown of an email's findings, the most severe first. */
const findingsMax = 30;

/** Values of variables: what a template shows, never markup of ours. */
export const templateData = z
  .record(
    z.string().regex(/^[A-Za-z_][A-Za-z0-9_.]{0,99}$/),
    z.union([z.string().max(500), z.number(), z.boolean()]),
  )
  .refine((data) => Object.keys(data).length <= 30, 'at most 30 values');

/** Findings as an answer has them: their messages quote the email. */
export function presentFindings({ findings }: EmailCheck) {
  const shown = findings.slice(0, findingsMax);
  return {
    findings: shown.map(({ code, severity, field, line }) => ({
      code,
      severity,
      field: field ?? null,
      line: line ?? null,
    })),
    messages: shown.map(({ code, message, clients }) => ({ code, message, clients })),
    errors: findings.filter(({ severity }) => severity === 'error').length,
  };
}

/** A recipient to whom the key could send: a check refuses what a send refuses, and sends nothing. */
export function readerFor({
  allowed_recipients: [allowed] = [],
}: Pick<KeyIdentity, 'allowed_recipients'>): string {
  if (allowed === undefined) return 'reader@example.com';
  return allowed.includes('@') ? allowed : `reader@${allowed}`;
}

export const checkEmail = defineTool({
  name: 'check_email',
  kind: 'read',
  title: 'Check an email before sending',
  description:
    'Checks an email without sending it: clipping in Gmail, support of mail clients, links, missing text, variables that are not filled in, unsubscribe link, alignment. Links are not requested.',
  input: {
    from: address,
    subject: z.string().min(1).max(998).optional(),
    html: z.string().max(500_000).optional(),
    text: z.string().max(500_000).optional(),
    template: templateName
      .optional()
      .describe('Slug or id of a published template, instead of subject, html and text.'),
    data: templateData.optional().describe('Values of the variables of the template.'),
    kind: z.string().min(1).max(64).optional().describe('Kind, such as receipt or bulk.news.'),
  },
  facts: { size_bytes: z.int(), errors: z.int(), findings: z.array(findingFacts) },
  run: async ({ template, data, ...content }, { client, key, signal }) => {
    const email = {
      ...{ ...content, to: readerFor(key) },
      ...(template !== undefined && { template: templateChoice(template, data) }),
    };
    const check = await client.emails.check(email as CheckEmail, { signal });
    const { findings, messages, errors } = presentFindings(check);
    return {
      summary: `${check.findings.length} findings, ${errors} of them errors. The email has ${check.size_bytes} bytes.`,
      facts: { size_bytes: check.size_bytes, errors, findings },
      quoted: { findings: messages },
    };
  },
});

export function templateChoice(name: string, data: z.infer<typeof templateData> = {}) {
  const by = z.uuid().safeParse(name).success ? { id: name } : { slug: name };
  return { ...by, data };
}

const templateFacts = z.object({
  ...{
    id: z.string(),
    slug: z.string(),
    status: z.string(),
    current_version: z.int().nullable(),
    updated_at: z.string(),
  },
});

export const listTemplates = defineTool({
  name: 'list_templates',
  kind: 'read',
  title: 'List or show templates',
  description:
    'Lists templates. With template, shows that one: its variables and, rendered with data, its subject and text as a recipient would see them.',
  input: {
    template: templateName.optional().describe('Slug or id.'),
    data: templateData.optional().describe('Values of its variables.'),
    status: z.enum(['draft', 'published', 'archived']).optional(),
    limit,
  },
  facts: {
    templates: z.array(templateFacts),
    variables: z.array(z.object({ key: z.string(), type: z.string(), required: z.boolean() })),
  },
  run: async ({ template, data, status, limit: count }, context) => {
    if (template !== undefined) return showTemplate(template, data, context);
    const query = { limit: count, ...(status && { status }) };
    const { data: found } = await context.client.templates.list(query, { signal: context.signal }).page();
    return {
      summary: `${found.length} templates.`,
      facts: { templates: found.map(factsOf), variables: [] },
      quoted: Object.fromEntries(found.map(({ id, name }) => [id, { name }])),
    };
  },
});

function factsOf({
  id,
  slug,
  status,
  current_version,
  updated_at,
}: z.infer<typeof templateFacts>): z.infer<typeof templateFacts> {
  return { id, slug, status, current_version, updated_at };
}

async function showTemplate(
  name: string,
  data: z.infer<typeof templateData> = {},
  { client, signal }: ToolContext,
) {
  const template = await client.templates.get(name, { signal });
  const rendered = await client.templates.render(name, { data }, { signal });
  return {
    summary: `The template is ${template.status} and has ${template.variables.length} variables.`,
    facts: {
      templates: [factsOf(template)],
      variables: template.variables.slice(0, 50).map(({ key, type, required }) => ({ key, type, required })),
    },
    quoted: {
      ...{ name: template.name, subject: rendered.subject, text: rendered.text },
      ...(rendered.text === null && { html: rendered.html }),
    },
  };
}
