import type { TemplateResource, TemplateSummary } from '@postrider/contracts/templates';
import { z } from 'zod';
import { liquidOf } from './liquid-of';
import { absentField, bodyOf, listReply, resendCall, type ResendCall } from './resend-call';
import { slugOf } from './slug-of';

const ofEmails = 'a template has no sender in Postrider: name it in emails.send';
const variable = bodyOf({
  key: z.unknown(),
  type: z.enum(['string', 'number']),
  fallback_value: z.union([z.string(), z.number()]).nullish(),
}).transform(({ key, type, fallback_value: fallback }) => ({
  ...{ key, type, required: fallback === undefined || fallback === null },
  ...(fallback !== undefined && fallback !== null && { fallback }),
}));
const fields = {
  name: z.string().optional(),
  subject: liquidOf('variable').nullish(),
  html: liquidOf('variable').nullish(),
  text: liquidOf('variable').nullish(),
  alias: z.string().nullish(),
  from: absentField(ofEmails),
  reply_to: absentField(ofEmails),
  variables: z.array(variable).optional(),
};

export const templateCalls: readonly ResendCall[] = [
  resendCall({
    name: 'templates.create',
    method: 'POST',
    path: '/templates',
    like: 'createTemplate',
    differs: 'the slug is `alias`, or derived from the name; `{{{NAME}}}` is stored as Liquid',
    body: bodyOf({ ...fields, name: z.string() }),
    handle: async ({ body: { alias, ...template } }, run) =>
      idOf(await run('createTemplate', { body: { ...template, slug: alias ?? slugOf(template.name, 64) } })),
  }),
  resendCall({
    name: 'templates.list',
    method: 'GET',
    path: '/templates',
    like: 'listTemplates',
    list: 'templates',
    handle: async (_request, run) => listReply(await run('listTemplates'), presentSummary),
  }),
  resendCall({
    name: 'templates.get',
    method: 'GET',
    path: '/templates/:id_or_slug',
    like: 'readTemplate',
    differs: 'content as Liquid',
    handle: async (_request, run) => {
      const reply = await run('readTemplate');
      return { ...reply, body: presentTemplate(reply.body as TemplateResource) };
    },
  }),
  resendCall({
    name: 'templates.update',
    method: 'PATCH',
    path: '/templates/:id_or_slug',
    like: 'updateTemplate',
    body: bodyOf(fields),
    handle: async ({ body: { alias, ...template } }, run) =>
      idOf(await run('updateTemplate', { body: { ...template, ...(alias && { slug: alias }) } })),
  }),
  resendCall({
    name: 'templates.duplicate',
    method: 'POST',
    path: '/templates/:id_or_slug/duplicate',
    like: 'createTemplate',
    also: ['readTemplate'],
    differs: 'the slug gets `-copy`; rename the first copy before you make a second',
    handle: async (_request, run) => {
      const { name, slug, subject, html, text, variables } = (await run('readTemplate'))
        .body as TemplateResource;
      const copy = { name: `${name} (copy)`, slug: `${slug}-copy`, subject, html, text, variables };
      return idOf(await run('createTemplate', { body: copy }));
    },
  }),
  resendCall({
    name: 'templates.publish',
    method: 'POST',
    path: '/templates/:id_or_slug/publish',
    like: 'publishTemplate',
    handle: async (_request, run) => idOf(await run('publishTemplate')),
  }),
  resendCall({
    name: 'templates.remove',
    method: 'DELETE',
    path: '/templates/:id_or_slug',
    like: 'archiveTemplate',
    differs: 'archives it',
    handle: async (_request, run) => {
      const { id } = (await run('archiveTemplate')).body as TemplateResource;
      return { status: 200, body: { object: 'template', id, deleted: true } };
    },
  }),
];

const idOf = (reply: Awaited<ReturnType<ResendCall['handle']>>): typeof reply => ({
  ...reply,
  body: { object: 'template', id: (reply.body as TemplateResource).id },
});

function presentSummary({ id, name, slug, status, published_at, ...template }: TemplateSummary): object {
  const { created_at, updated_at } = template;
  return {
    ...{ object: 'template', id, name, alias: slug, published_at, created_at, updated_at },
    status: status === 'published' ? 'published' : 'draft',
  };
}

function presentTemplate(template: TemplateResource): object {
  const { subject, html, text, variables, created_at, updated_at } = template;
  const presented = variables.map(({ key, type, fallback }) => ({
    ...{ key, type, fallback_value: fallback ?? null, created_at, updated_at },
  }));
  return {
    ...presentSummary(template),
    ...{ subject, html: html ?? '', text, variables: presented, from: null, reply_to: null },
    has_unpublished_versions: template.status === 'draft',
  };
}
