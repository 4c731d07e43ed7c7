import type {
  CreateTemplateRequest,
  RenderTemplateRequest,
  SendEmailRequest,
  Template,
  TemplateChoice,
  TemplateReference,
  UpdateTemplateRequest,
} from '../generated/schemas';
import { refuse, type FakeAnswer } from './answer';
import { fillVariables } from './variables';

/** Renders one field of a template. Values in `html` have to be escaped. */
export type RenderTemplate = (
  source: string,
  data: Readonly<Record<string, unknown>>,
  field: 'subject' | 'html' | 'text',
) => string | Promise<string>;

type Source = Pick<Template, 'subject' | 'html' | 'text' | 'variables'>;

interface Kept {
  readonly template: Template;
  /** Published ones, version 1 first. */
  readonly versions: Source[];
}

/** A template as an email has it. */
export interface RenderedChoice {
  readonly reference: TemplateReference;
  readonly content: Pick<SendEmailRequest, 'subject' | 'html' | 'text'>;
}

/** The templates of the fake: creating, reading, changing, publishing, archiving and rendering them. */
export class FakeTemplates {
  readonly #kept: Kept[] = [];
  #render: RenderTemplate | undefined;

  constructor(render: RenderTemplate | undefined) {
    this.#render = render;
  }

  async answer(method: string, [name, action]: readonly string[], body: unknown): Promise<FakeAnswer> {
    const call = `${method} ${name === undefined ? '' : ':name'}${action === undefined ? '' : `/${action}`}`;
    if (call === 'POST ') return { status: 201, body: this.create(body as CreateTemplateRequest) };
    const kept = this.#named(name ?? '');
    if (kept === undefined) throw refuse(404, 'not_found', 'no such template');
    switch (call) {
      case 'GET :name':
        return { status: 200, body: kept.template };
      case 'PATCH :name':
        return { status: 200, body: change(kept, body as UpdateTemplateRequest) };
      case 'POST :name/publish':
        return { status: 200, body: this.publish(kept.template.slug) };
      case 'POST :name/archive':
        kept.template.status = 'archived';
        return { status: 200, body: kept.template };
      case 'POST :name/render':
        return { status: 200, body: await this.#preview(kept, body as RenderTemplateRequest) };
      default:
        throw refuse(404, 'not_found', `the fake has no ${method} /templates/${action ?? ''}`);
    }
  }

  create(request: CreateTemplateRequest): Template {
    refuseDocument(request);
    if (this.#named(request.slug)) throw refuse(409, 'slug_taken', 'another template has this slug');
    const at = new Date().toISOString();
    const template: Template = {
      object: 'template',
      id: crypto.randomUUID(),
      slug: request.slug,
      name: request.name ?? request.slug,
      status: 'draft',
      current_version: null,
      published_at: null,
      created_at: at,
      updated_at: at,
      subject: request.subject ?? null,
      document: null,
      html: request.html ?? null,
      text: request.text ?? null,
      variables: declared(request.variables),
    };
    this.#kept.push({ template, versions: [] });
    return template;
  }

  publish(slug: string): Template {
    const kept = this.#named(slug);
    if (kept === undefined) throw refuse(404, 'not_found', 'no such template');
    const { subject, html, text, variables } = kept.template;
    if (!subject || (html === null && text === null))
      throw refuse(422, 'validation_error', 'subject and html or text: required to publish a template');
    kept.versions.push({ subject, html, text, variables: structuredClone(variables) });
    const at = new Date().toISOString();
    return Object.assign(kept.template, {
      ...{ status: 'published', current_version: kept.versions.length, published_at: at, updated_at: at },
    });
  }

  /** @throws Refused `template_not_found`, `template_variables`, `invalid_subject` */
  async render({ id, slug, version = 'latest', data = {} }: TemplateChoice): Promise<RenderedChoice> {
    const kept = this.#named(id ?? slug ?? '');
    const number = version === 'latest' ? kept?.versions.length : version;
    const source = kept?.versions[(number ?? 0) - 1];
    if (
      kept === undefined ||
      source === undefined ||
      number === undefined ||
      kept.template.status === 'archived'
    )
      throw refuse(422, 'template_not_found', 'there is no published template with this id, slug or version');
    const { subject, html, text } = await this.#fieldsOf(source, data);
    return {
      reference: { id: kept.template.id, slug: kept.template.slug, version: number },
      content: { subject, ...(html !== null && { html }), ...(text !== null && { text }) },
    };
  }

  async #preview(
    { template, versions }: Kept,
    { version, data = {} }: RenderTemplateRequest,
  ): Promise<object> {
    const source =
      version === undefined ? template : versions[(version === 'latest' ? versions.length : version) - 1];
    if (source === undefined) throw refuse(422, 'template_not_found', 'the template has no such version');
    return { object: 'rendered_template', ...(await this.#fieldsOf(source, data)) };
  }

  async #fieldsOf({ subject, html, text, variables }: Source, data: Record<string, unknown>) {
    const values = fillVariables(variables, data);
    const render = (this.#render ??= await installedLiquid());
    const rendered = {
      subject: await render(subject ?? '', values, 'subject'),
      html: html === null ? null : await render(html, values, 'html'),
      text: text === null ? null : await render(text, values, 'text'),
    };
    if (!rendered.subject || /[\r\n]/.test(rendered.subject))
      throw refuse(422, 'invalid_subject', 'the rendered subject is empty or has line breaks');
    return rendered;
  }

  #named(name: string): Kept | undefined {
    return this.#kept.find(({ template }) => template.id === name || template.slug === name);
  }
}

/** Documents are rendered by the service alone. */
function refuseDocument({ document }: { readonly document?: unknown }): void {
  if (document === undefined || document === null) return;
  throw refuse(422, 'validation_error', 'document: the fake does not render documents, give html and text');
}

function change({ template }: Kept, { variables, ...fields }: UpdateTemplateRequest): Template {
  refuseDocument(fields);
  return Object.assign(template, fields, {
    document: null,
    ...(variables && { variables: declared(variables) }),
    updated_at: new Date().toISOString(),
  });
}

function declared(variables: CreateTemplateRequest['variables'] = []): Template['variables'] {
  return variables.map((variable) => ({ ...variable, required: variable.required ?? false }));
}

const entities: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** The engine of the API, with its settings. The API allows fewer tags and filters, and limits the work of a template. */
async function installedLiquid(): Promise<RenderTemplate> {
  const { Liquid } = await import('liquidjs').catch((cause: unknown) => {
    throw new TypeError(
      'templates in FakePostrider need the package liquidjs, or its option `renderTemplate`',
      {
        cause,
      },
    );
  });
  const engineOf = (print: (text: string) => string) =>
    new Liquid({
      templates: {},
      ownPropertyOnly: true,
      strictFilters: true,
      locale: 'en-US',
      timezoneOffset: 0,
      outputEscape: (value: unknown) => print(textOf(value)),
    });
  const [html, plain] = [engineOf(escapeHtml), engineOf((text) => text)];
  return (source, data, field) =>
    (field === 'html' ? html : plain).parseAndRenderSync(source, data) as string;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('');
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === undefined || value === null) return '';
  throw refuse(422, 'validation_error', 'the template prints a whole object');
}
