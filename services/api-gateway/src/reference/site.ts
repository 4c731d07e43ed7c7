import fs from 'node:fs';
import path from 'node:path';
import { errorCatalogue } from '@postrider/contracts';
import type { OpenApiDocument } from '../openapi/document';
import { markup, type Markup } from '../public-pages/page-shell';
import { errorCodes, renderErrorPage } from './error-page';
import { createExamples } from './example-value';
import { anchorOf, renderMarkdown } from './markdown';
import type { SitePage } from './page-frame';
import { readDocument, type Operation, type ReadDocument, type Schema } from './read-document';
import { renderPayloads, renderResourcePage } from './resource-page';
import { createFieldLists } from './schema-fields';

export interface Site {
  readonly pages: readonly SitePage[];
  readonly guides: readonly Guide[];
  readonly searchEntries: () => readonly SearchEntry[];
  /** What there is to read, for programs that read (llmstxt.org). */
  readonly llmsText: () => string;
}

export interface Guide {
  /** `webhooks`, of `webhooks.md`. */
  readonly slug: string;
  readonly title: string;
  readonly markdown: string;
}

/** What a search finds: by its title first, by its other words after that. */
export interface SearchEntry {
  readonly title: string;
  readonly about: string;
  readonly url: string;
  readonly words: string;
}

/** The tag of the operations below which the payloads of webhooks are shown. */
const payloadTag = 'Webhooks';

/** Beside the sources, the build and the image alike. */
const guidesFolder = path.resolve(__dirname, '../../../../docs/guides');
/** The order in which they are read. */
const guideSlugs = ['getting-started', 'test-mode', 'errors-and-retries', 'webhooks'] as const;

/** All pages below `/docs`; each is rendered when it is first asked for. */
export function createSite(document: OpenApiDocument, origin: string): Site {
  const read = readDocument(document);
  const guides = readGuides(origin);
  const parts = {
    fields: createFieldLists(read),
    examples: createExamples(read),
    origin,
  };
  const pages: SitePage[] = [
    {
      ...{ path: '/docs', title: 'Introduction', group: 'Guides', sections: [] },
      render: () => renderIntroduction(read, `${origin}/api/v1`),
    },
    ...guides.map(guidePage),
    {
      ...{ path: '/docs/errors', title: 'Errors', group: 'Guides', sections: [] },
      render: renderErrorPage,
    },
    ...[...read.tags].map(([tag, operations]): SitePage => {
      const payloads = tag === payloadTag ? read.webhooks : [];
      return {
        ...{ path: resourcePath(tag), title: tag, group: 'API reference' },
        sections: [
          ...operations.map(({ id, summary, method }) => ({ anchor: id, title: summary, method })),
          ...payloads.map(({ types: [first = ''] }) => ({ anchor: first, title: `Payload of ${first}` })),
        ],
        render: () => markup`${renderResourcePage(tag, operations, parts)}${renderPayloads(payloads, parts)}`,
      };
    }),
  ];
  return {
    pages,
    guides,
    searchEntries: () => searchEntries(read, guides),
    llmsText: () => llmsText(read, guides, origin),
  };
}

function resourcePath(tag: string): string {
  return `/docs/${tag.toLowerCase().replace(/\s+/g, '-')}`;
}

function guidePage(guide: Guide): SitePage {
  const { slug, title, markdown } = guide;
  return {
    ...{ path: `/docs/guides/${slug}`, title, group: 'Guides' },
    sections: headingsOf(guide).map((heading) => ({ anchor: anchorOf(heading), title: heading })),
    render: () => markup`<article class="guide">${renderMarkdown(markdown)}</article>`,
  };
}

function renderIntroduction({ description, tags }: ReadDocument, apiUrl: string): Markup {
  const cards = [...tags].map(
    ([tag, operations]) => markup`<li><a href="${resourcePath(tag)}"><strong>${tag}</strong>
<span>${operations.map(({ summary }) => summary).join(' · ')}</span></a></li>`,
  );
  return markup`<h1>Postrider API</h1>
${renderMarkdown(description)}
<p>Base address: <code>${apiUrl}</code>. The same as a document for tools: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<ul class="cards first">
<li><a href="/docs/guides/getting-started"><strong>Getting started</strong><span>A first mail, its events and a webhook in ten minutes</span></a></li>
<li><a href="/docs/guides/test-mode"><strong>Test mode</strong><span>Bounces, complaints and rejections without sending anything</span></a></li>
<li><a href="/docs/guides/errors-and-retries"><strong>Errors and retries</strong><span>Idempotency keys, Retry-After, batches</span></a></li>
<li><a href="/docs/guides/webhooks"><strong>Webhooks</strong><span>Verify, handle each once, replay, develop locally</span></a></li>
</ul>
<h2>Resources</h2>
<ul class="cards">${cards}</ul>`;
}

function searchEntries(read: ReadDocument, guides: readonly Guide[]): SearchEntry[] {
  const operations = [...read.tags.values()].flat().map((operation) => ({
    title: operation.summary,
    about: `${operation.method} ${operation.path}`,
    url: `${resourcePath(operation.tag)}#${operation.id}`,
    words: [operation.id, operation.tag, ...fieldNames(operation, read)].join(' '),
  }));
  const errors = errorCodes.map((code) => ({
    title: code,
    about: `Error ${errorCatalogue[code].http}`,
    url: `/docs/errors#${code}`,
    words: errorCatalogue[code].meaning,
  }));
  const sections = guides.flatMap((guide) => {
    const url = `/docs/guides/${guide.slug}`;
    return [
      { title: guide.title, about: 'Guide', url, words: '' },
      ...headingsOf(guide).map((heading) => ({
        ...{ title: heading, about: `Guide: ${guide.title}` },
        ...{ url: `${url}#${anchorOf(heading)}`, words: '' },
      })),
    ];
  });
  const payloads = read.webhooks.flatMap(({ types, body }) =>
    types.map((type) => ({
      ...{ title: type, about: 'Webhook', url: `${resourcePath(payloadTag)}#${types[0] ?? ''}` },
      words: Object.keys(read.schemaOf(body.schema).properties ?? {}).join(' '),
    })),
  );
  return [...operations, ...sections, ...payloads, ...errors];
}

/** Fields of the body and of the query, those of list items too. */
function fieldNames({ parameters, body }: Operation, { schemaOf }: ReadDocument): string[] {
  const namesIn = (schema: Schema): string[] => {
    const { properties, items } = schemaOf(schema);
    return items ? namesIn(items) : Object.keys(properties ?? {});
  };
  return [...parameters.map(({ name }) => name), ...(body ? namesIn(body.schema) : [])];
}

function llmsText({ tags }: ReadDocument, guides: readonly Guide[], origin: string): string {
  return [
    '# Postrider',
    '',
    '> Sends email for organizations: a REST API, an SMTP relay, signed webhooks. Test keys (`pr_test_…`) simulate every send.',
    '',
    '## Guides',
    '',
    ...guides.map(({ slug, title }) => `- [${title}](${origin}/docs/guides/${slug}.md)`),
    '',
    '## API',
    '',
    `- [OpenAPI 3.1 document](${origin}/openapi.json)`,
    `- [Errors](${origin}/docs/errors)`,
    ...[...tags].flatMap(([tag, operations]) =>
      operations.map(
        ({ id, method, path, summary }) =>
          `- [${method} ${path}](${origin}${resourcePath(tag)}#${id}): ${summary}`,
      ),
    ),
    '',
  ].join('\n');
}

/** @param origin stands where the pages say `https://mail.example.com` */
function readGuides(origin: string): Guide[] {
  return guideSlugs.map((slug) => {
    const text = fs.readFileSync(path.join(guidesFolder, `${slug}.md`), 'utf8');
    const markdown = text.replaceAll('https://mail.example.com', origin);
    return { slug, title: /^# (.*)$/m.exec(markdown)?.[1] ?? slug, markdown };
  });
}

function headingsOf({ markdown }: Guide): string[] {
  const withoutCode = markdown.replace(/^```[^]*?^```$/gm, '');
  return [...withoutCode.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
}
