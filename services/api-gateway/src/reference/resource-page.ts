import { errorCatalogue, type ErrorCode } from '@postrider/contracts/errors';
import { Markup, markup } from '../public-pages/page-shell';
import type { Examples } from './example-value';
import { renderSamples } from './code-samples';
import { highlight } from './highlight';
import { renderInline, renderMarkdown } from './markdown';
import { methodBadge } from './page-frame';
import type { Body, Operation, Parameter, WebhookPayload } from './read-document';
import { sampleLanguages, type SampleLanguage, type SampleRequest } from './samples/sample';
import { exampleRequest, sampleIn } from './samples/samples';
import type { FieldLists } from './schema-fields';

export interface ResourcePageParts {
  readonly fields: FieldLists;
  readonly examples: Examples;
  /** `https://mail.example.com` */
  readonly origin: string;
}

/** The tag of the operations below which the payloads of webhooks are shown. */
export const payloadTag = 'Webhooks';

export function resourcePath(tag: string): string {
  return `/docs/${tag.toLowerCase().replace(/\s+/g, '-')}`;
}

const none = new Markup('');

/** All operations of one resource, each with its fields, errors and samples. */
export function renderResourcePage(
  { title, about }: { readonly title: string; readonly about: string },
  operations: readonly Operation[],
  parts: ResourcePageParts,
): Markup {
  return markup`<h1>${title}</h1>
<p class="lead">${about}</p>
${operations.map((operation) => renderOperation(operation, parts))}`;
}

function renderOperation(operation: Operation, parts: ResourcePageParts): Markup {
  const { id, method, path, summary, description, errors } = operation;
  return markup`<section class="operation" id="${id}" aria-labelledby="${id}-title" data-method="${method}" data-path="${path}">
<div class="intro">
<h2 id="${id}-title"><a href="#${id}">${summary}</a></h2>
<p class="call">${methodBadge(method)} <code>${path}</code></p>
${renderMarkdown(description)}
</div>
<div class="shown">
${samples(exampleRequest(operation, parts.examples, parts.origin))}
${answerExample(operation, parts)}
${tryForm(operation, parts)}
</div>
<div class="said">
${parameterLists(operation, parts)}
${bodyFields(operation, parts)}
${answerFields(operation, parts)}
${errorList(errors)}
</div>
</section>`;
}

const parameterTitles = { path: 'Path', query: 'Query', header: 'Headers' } as const;

function parameterLists({ id, parameters }: Operation, { fields }: ResourcePageParts): Markup {
  const lists = (['path', 'query', 'header'] as const).flatMap((place) => {
    const shown = parameters.filter((parameter) => parameter.in === place);
    if (shown.length === 0) return [];
    return [markup`<h3>${parameterTitles[place]}</h3>${fields.parameters(shown, `${id}.${place}`)}`];
  });
  return markup`${lists}`;
}

function bodyFields({ id, body }: Operation, { fields }: ResourcePageParts): Markup {
  if (body === null) return none;
  const kind = body.type === 'application/json' ? fields.typeOf(body.schema) : body.type;
  return markup`<h3>Body <span class="type">${kind}</span></h3>${fields.fieldsOf(body.schema, id)}`;
}

function answerFields({ id, success }: Operation, { fields }: ResourcePageParts): Markup {
  if (success.body === null)
    return markup`<h3>Response</h3><p><code>${success.status}</code> without a body.</p>`;
  const list = fields.fieldsOf(success.body.schema, `${id}.answer`);
  return markup`<h3>Response</h3>
<p><code>${success.status}</code> with ${success.body.type === 'application/json' ? 'JSON' : success.body.type}.</p>
${list.source === '' ? none : markup`<details><summary>Fields of the response</summary>${list}</details>`}`;
}

function errorList(errors: readonly ErrorCode[]): Markup {
  const rows = errors.map((code) => {
    const { http, cause, cure, retryable } = errorCatalogue[code];
    const later = retryable ? markup` <span class="type">can be retried</span>` : none;
    return markup`<div class="field">
<dt><a href="/docs/errors#${code}"><code>${code}</code></a> <span class="type">${String(http)}</span>${later}</dt>
<dd><p>${renderInline(cause)} ${renderInline(cure)}</p></dd>
</div>`;
  });
  return markup`<details class="errors"><summary>Errors <span class="type">${String(errors.length)}</span></summary>
<dl class="fields">${rows}</dl></details>`;
}

function samples(request: SampleRequest): Markup {
  const languages = Object.keys(sampleLanguages) as SampleLanguage[];
  return renderSamples(
    languages.map((language) => ({
      ...{ language, title: sampleLanguages[language] },
      code: sampleIn(language, request),
    })),
  );
}

function answerExample({ success }: Operation, { examples }: ResourcePageParts): Markup {
  if (success.body?.type !== 'application/json') return none;
  return jsonExample(`Response ${success.status}`, examples.ofBody(success.body, true));
}

function jsonExample(title: string, value: unknown): Markup {
  return markup`<figure class="example"><figcaption>${title}</figcaption><pre tabindex="0" aria-label="${title}"><code>${highlight(JSON.stringify(value, null, 2), 'json')}</code></pre></figure>`;
}

/** Sent by the page's script, with the key that the reader has pasted. */
function tryForm(operation: Operation, { examples }: ResourcePageParts): Markup {
  const { id, parameters, body, success } = operation;
  if (success.body !== null && success.body.type !== 'application/json') return none;
  const inputs = parameters
    .filter(({ in: place }) => place !== 'header')
    .map((parameter) => parameterInput(parameter));
  return markup`<details class="try"><summary>Try it</summary>
<form>
<label>API key <input name="key" type="password" autocomplete="off" spellcheck="false" placeholder="pr_test_…" required></label>
<p class="hint">Stays in this page's memory and is sent only to this host. A test key sends nothing.</p>
${inputs}
${body ? bodyInput(id, body, examples) : none}
<p class="live" hidden>This is a live key: the request is real.</p>
<button type="submit">Send request</button>
</form>
<div class="result" role="status"></div>
</details>`;
}

function parameterInput({ in: place, name, required = false }: Parameter): Markup {
  const need = new Markup(required ? ' required' : '');
  return markup`<label><code>${name}</code> <input name="${place}.${name}" autocomplete="off" spellcheck="false"${need}></label>`;
}

function bodyInput(id: string, body: Body, examples: Examples): Markup {
  const isJson = body.type === 'application/json';
  const text = isJson ? JSON.stringify(examples.ofBody(body, false), null, 2) : 'email\nada@example.com\n';
  const rows = String(Math.min(text.split('\n').length + 1, 18));
  return markup`<label for="${id}-body">Body</label>
<textarea id="${id}-body" name="body" rows="${rows}" spellcheck="false" data-type="${body.type}">
${text}</textarea>`;
}

/** What endpoints receive, below the operations of the same resource. */
export function renderPayloads(payloads: readonly WebhookPayload[], parts: ResourcePageParts): Markup {
  return markup`${payloads.map(({ types, headers, body }) => {
    const [first = ''] = types;
    const names = types.map((type) => markup`<code>${type}</code>`);
    return markup`<section class="operation" id="${first}" aria-labelledby="${first}-title">
<div class="intro">
<h2 id="${first}-title"><a href="#${first}">Webhook ${types.length === 1 ? first : 'about an email'}</a></h2>
<p class="types">${names}</p>
</div>
<div class="shown">${jsonExample('Payload', parts.examples.ofBody(body, true))}</div>
<div class="said">
<h3>Headers</h3>${parts.fields.parameters(headers, `${first}.header`)}
<h3>Body</h3>${parts.fields.fieldsOf(body.schema, first)}
</div>
</section>`;
  })}`;
}
