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
  readonly group: SitePage['group'];
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
/** By group of the navigation, in the order in which they are read. */
const guideGroups = {
  'Get started': ['getting-started', 'sdk', 'smtp', 'test-mode'],
  Guides: [
    ...['sending', 'webhooks', 'errors-and-retries', 'newsletter', 'receiving', 'deliverability'],
    'moving-from-resend',
  ],
} as const;

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
      ...{ path: '/docs', title: 'Introduction', group: 'Get started', sections: [] },
      render: () => renderIntroduction(read, guides, `${origin}/api/v1`),
    },
    ...guides.map(guidePage),
    {
      ...{ path: '/docs/errors', title: 'Errors', group: 'API reference', sections: [] },
      render: renderErrorPage,
    },
    ...[...read.tags].map(([tag, operations]): SitePage => {
      const payloads = tag === payloadTag ? read.webhooks : [];
      return {
        ...{ path: resourcePath(tag), title: tag, group: 'API reference' },
        sections: [
          ...operations.map(({ id, summary, method }) => ({ anchor: id, title: summary, method })),
          ...payloads.map(({ types: [first = ''] }) => ({ anchor: first, title: `Event ${first}` })),
        ],
        render: () =>
          markup`${renderResourcePage({ title: tag, about: read.tagTexts.get(tag) ?? '' }, operations, parts)}${renderPayloads(payloads, parts)}`,
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
  const { slug, title, markdown, group } = guide;
  return {
    ...{ path: `/docs/guides/${slug}`, title, group },
    sections: headingsOf(guide).map((heading) => ({ anchor: anchorOf(heading), title: heading })),
    render: () => markup`<article class="guide">${renderMarkdown(markdown)}</article>`,
  };
}

function renderIntroduction(
  { description, tags, tagTexts }: ReadDocument,
  guides: readonly Guide[],
  apiUrl: string,
): Markup {
  const card = (href: string, title: string, text: string): Markup =>
    markup`<li><a href="${href}"><strong>${title}</strong><span>${text}</span></a></li>`;
  const [lead = '', ...conventions] = description.split('\n\n');
  return markup`<h1>Postrider documentation</h1>
<p class="lead">${lead}</p>
<ul class="cards">${guides.map(({ slug, title, markdown }) => card(`/docs/guides/${slug}`, title, firstSentence(markdown)))}</ul>
<h2>API reference</h2>
<ul class="cards">${[...tags.keys()].map((tag) => card(resourcePath(tag), tag, tagTexts.get(tag) ?? ''))}</ul>
<h2>Conventions</h2>
<p>Base URL: <code>${apiUrl}</code>. For tools: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1) and <a href="/llms.txt">llms.txt</a>.</p>
${renderMarkdown(conventions.join('\n\n'))}`;
}

/** Of the paragraph below the title, without markup. */
function firstSentence(markdown: string): string {
  const [, paragraph = ''] = markdown.split(/\n\n/);
  const plain = plainText(paragraph).replaceAll('\n', ' ');
  return /^.*?[.](?= |$)/.exec(plain)?.[0] ?? plain;
}

function plainText(markdown: string): string {
  return markdown.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
}

function searchEntries(read: ReadDocument, guides: readonly Guide[]): SearchEntry[] {
  const operations = [...read.tags.values()].flat().map((operation) => ({
    title: operation.summary,
    about: `${operation.method} ${operation.path}`,
    url: `${resourcePath(operation.tag)}#${operation.id}`,
    words: [operation.id, operation.tag, ...fieldNames(operation, read), wordsOf(operation.description)].join(
      ' ',
    ),
  }));
  const errors = errorCodes.map((code) => ({
    title: code,
    about: `Error ${errorCatalogue[code].http}`,
    url: `/docs/errors#${code}`,
    words: errorCatalogue[code].meaning,
  }));
  const sections = guides.flatMap((guide) => {
    const url = `/docs/guides/${guide.slug}`;
    const [introduction = '', ...rest] = guide.markdown.split(/^## /m);
    return [
      { title: guide.title, about: 'Guide', url, words: wordsOf(introduction) },
      ...rest.map((section) => {
        const [heading = ''] = section.split('\n');
        return {
          ...{ title: heading, about: `Guide: ${guide.title}` },
          ...{ url: `${url}#${anchorOf(heading)}`, words: wordsOf(section) },
        };
      }),
    ];
  });
  const payloads = read.webhooks.flatMap(({ types, body }) =>
    types.map((type) => ({
      ...{ title: type, about: 'Webhook', url: `${resourcePath(payloadTag)}#${types[0] ?? ''}` },
      words: Object.keys(read.schemaOf(body.schema).properties ?? {}).join(' '),
    })),
  );
  return [...sections, ...operations, ...payloads, ...errors];
}

/** Each word of a text once, without code: concepts are named in sentences, not only in titles. */
function wordsOf(markdown: string): string {
  const text = plainText(markdown.replace(/^```[^]*?^```$/gm, '')).toLowerCase();
  return [...new Set(text.match(/[\p{L}\p{N}_][\p{L}\p{N}_-]+/gu))].join(' ');
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
  return Object.entries(guideGroups).flatMap(([group, slugs]) =>
    slugs.map((slug) => {
      const text = fs.readFileSync(path.join(guidesFolder, `${slug}.md`), 'utf8');
      const markdown = text
        .replaceAll('](https://mail.example.com/docs', '](/docs')
        .replaceAll('https://mail.example.com', origin);
      const title = /^# (.*)$/m.exec(markdown)?.[1] ?? slug;
      return { slug, group: group as SitePage['group'], title, markdown };
    }),
  );
}

function headingsOf({ markdown }: Guide): string[] {
  const withoutCode = markdown.replace(/^```[^]*?^```$/gm, '');
  return [...withoutCode.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
}
