import type { OpenApiDocument } from '../openapi/document';
import { markup, type Markup } from '../public-pages/page-shell';
import { renderErrorPage } from './error-page';
import { createExamples } from './example-value';
import { readGuides, type Guide } from './guides';
import { anchorOf, headingsOf, plainText, renderMarkdown } from './markdown';
import type { SitePage } from './page-frame';
import { readDocument, type ReadDocument } from './read-document';
import { payloadTag, renderPayloads, renderResourcePage, resourcePath } from './resource-page';
import { readRunbooks } from './runbooks';
import { createFieldLists } from './schema-fields';
import { searchEntries, type SearchEntry } from './search-entries';

export interface Site {
  readonly pages: readonly SitePage[];
  readonly guides: readonly Guide[];
  /** For operators; no other page leads to them. */
  readonly runbooks: readonly SitePage[];
  readonly searchEntries: () => readonly SearchEntry[];
  /** What there is to read, for programs that read (llmstxt.org). */
  readonly llmsText: () => string;
}

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
    runbooks: readRunbooks(),
    searchEntries: () => searchEntries(read, guides),
    llmsText: () => llmsText(read, guides, origin),
  };
}

function guidePage(guide: Guide): SitePage {
  const { slug, title, markdown, group } = guide;
  return {
    ...{ path: `/docs/guides/${slug}`, title, group },
    sections: headingsOf(markdown).map((heading) => ({ anchor: anchorOf(heading), title: heading })),
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
