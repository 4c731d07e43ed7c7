import MarkdownIt from 'markdown-it';
import { Markup } from '../public-pages/page-shell';
import { renderSamples, type CodeSample } from './code-samples';

/** Markup within Markdown is shown as text. */
const renderer = new MarkdownIt({ html: false, linkify: false, typographer: false });
type Token = ReturnType<typeof renderer.parse>[number];

renderer.renderer.rules.fence = (tokens, index) => {
  const fences = fencesOf(tokens[index]);
  return `${renderSamples(fences.map(sampleOf)).source}\n`;
};
renderer.renderer.rules.table_open = () => '<div class="wide" tabindex="0"><table>\n';
renderer.renderer.rules.table_close = () => '</table></div>\n';
renderer.core.ruler.push('anchors', ({ tokens }) => {
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    token.attrSet('id', anchorOf(tokens[index + 1]?.content ?? ''));
  }
});
// Blocks of code that follow each other, in different languages, are one block with tabs.
renderer.core.ruler.push('tabs', (state) => {
  const kept: Token[] = [];
  for (const token of state.tokens) {
    const before = kept.at(-1);
    const group = before?.type === 'fence' ? fencesOf(before) : null;
    if (token.type !== 'fence') kept.push(token);
    else if (group?.every(({ info }) => languageOf(info) !== languageOf(token.info))) group.push(token);
    else {
      token.meta = { fences: [token] };
      kept.push(token);
    }
  }
  state.tokens = kept;
});
renderer.core.ruler.push('links', (state) => {
  const { targetOf = guideTarget } = state.env as { readonly targetOf?: TargetOf };
  for (const token of state.tokens)
    if (token.children) token.children = withServedLinks(token.children, targetOf);
});

/** Of a block of code: it, and those that follow it as tabs. */
const fencesOf = (token: Token | undefined): Token[] => (token?.meta?.['fences'] ?? []) as Token[];

const languageOf = (info: string): string => info.split(' ')[0] ?? '';

/** By the name after the fence: what the reader's choice is called, and what the tab shows. */
const languages: Readonly<Record<string, readonly [language: string, title: string]>> = {
  sh: ['curl', 'curl'],
  ts: ['typescript', 'TypeScript'],
  python: ['python', 'Python'],
  php: ['php', 'PHP'],
  go: ['go', 'Go'],
  ruby: ['ruby', 'Ruby'],
  smtp: ['smtp', 'SMTP'],
  json: ['json', 'JSON'],
  html: ['html', 'HTML'],
  ini: ['ini', 'Settings'],
};

function sampleOf({ content, info }: Token): CodeSample {
  const name = languageOf(info);
  const [language, title] = languages[name] ?? [name, 'Text'];
  const isTerminal = name === 'sh' && !/\bcurl\b/.test(content);
  return { language, title: isTerminal ? 'Terminal' : title, code: content.trimEnd() };
}

/** A heading is a link to itself, so that its address can be copied. */
renderer.renderer.rules.heading_open = (tokens, index) => {
  const { tag = 'h2', attrs } = tokens[index] ?? {};
  const id = String(attrs?.find(([name]) => name === 'id')?.[1]);
  return tag === 'h1' ? `<h1 id="${id}">` : `<${tag} id="${id}"><a href="#${id}">`;
};
renderer.renderer.rules.heading_close = (tokens, index) => {
  const { tag = 'h2' } = tokens[index] ?? {};
  return tag === 'h1' ? '</h1>\n' : `</a></${tag}>\n`;
};

/** Where a link of a page leads; null: to a page that is not served, of which the text remains. */
type TargetOf = (target: string) => string | null;

/** Pages of the repository link to each other by file; readers are led to where these are served. */
function withServedLinks(tokens: readonly Token[], targetOf: TargetOf): Token[] {
  let isDropped = false;
  return tokens.filter((token) => {
    if (token.type === 'link_close' && isDropped) {
      isDropped = false;
      return false;
    }
    if (token.type !== 'link_open') return true;
    const target = targetOf(String(token.attrGet('href')));
    if (target !== null) token.attrSet('href', target);
    isDropped = target === null;
    return target !== null;
  });
}

/** @throws of a page that is not served: a guide must not lead to what its readers do not have */
function guideTarget(target: string): string {
  if (/^(https?:|#|\/)/.test(target)) return target;
  const guide = /^([\w-]+)\.md(#.*)?$/.exec(target);
  if (guide) return `/docs/guides/${guide[1] ?? ''}${guide[2] ?? ''}`;
  const errors = /^\.\.\/errors\.md(#.*)?$/.exec(target);
  if (errors === null) throw new Error(`${target} is not served`);
  return `/docs/errors${errors[1] ?? ''}`;
}

/** Of the second level. */
export function headingsOf(markdown: string): string[] {
  const withoutCode = markdown.replace(/^```[^]*?^```$/gm, '');
  return [...withoutCode.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
}

/** Of a heading, as the usual places that show Markdown make it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

export function renderMarkdown(text: string, targetOf: TargetOf = guideTarget): Markup {
  return new Markup(renderer.render(text, { targetOf }));
}

/** Of one line, without a paragraph around it. */
export function renderInline(text: string): Markup {
  return new Markup(renderer.renderInline(text, {}));
}

/** Without links and marks. */
export function plainText(markdown: string): string {
  return markdown.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
}
