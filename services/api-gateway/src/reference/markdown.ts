import MarkdownIt from 'markdown-it';
import { Markup } from '../public-pages/page-shell';
import { highlight } from './highlight';

/** Markup within Markdown is shown as text. */
const renderer = new MarkdownIt({ html: false, linkify: false, typographer: false });
type Token = ReturnType<typeof renderer.parse>[number];

renderer.renderer.rules.fence = (tokens, index) => {
  const { content = '', info = '' } = tokens[index] ?? {};
  const [language = ''] = info.split(' ');
  return `<pre tabindex="0"><code>${highlight(content.trimEnd(), language).source}</code></pre>\n`;
};
renderer.renderer.rules.table_open = () => '<div class="wide" tabindex="0"><table>\n';
renderer.renderer.rules.table_close = () => '</table></div>\n';
renderer.core.ruler.push('anchors', ({ tokens }) => {
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    token.attrSet('id', anchorOf(tokens[index + 1]?.content ?? ''));
  }
});
renderer.core.ruler.push('links', ({ tokens }) => {
  for (const token of tokens) if (token.children) token.children = withServedLinks(token.children);
});

/** As pages of the repository link to each other, to where they are served; of a link to one that is not, its text is left. */
function withServedLinks(tokens: readonly Token[]): Token[] {
  let isDropped = false;
  return tokens.filter((token) => {
    if (token.type === 'link_close') return !isDropped;
    if (token.type !== 'link_open') return true;
    const target = servedTarget(String(token.attrGet('href')));
    isDropped = target === null;
    token.attrSet('href', target ?? '');
    return !isDropped;
  });
}

function servedTarget(target: string): string | null {
  if (/^(https?:|#|\/)/.test(target)) return target;
  const guide = /^([\w-]+)\.md(#.*)?$/.exec(target);
  if (guide) return `/docs/guides/${guide[1] ?? ''}${guide[2] ?? ''}`;
  const errors = /^\.\.\/errors\.md(#.*)?$/.exec(target);
  return errors && `/docs/errors${errors[1] ?? ''}`;
}

/** Of a heading, as the usual places that show Markdown make it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

export function renderMarkdown(text: string): Markup {
  return new Markup(renderer.render(text));
}

/** Of one line, without a paragraph around it. */
export function renderInline(text: string): Markup {
  return new Markup(renderer.renderInline(text));
}
