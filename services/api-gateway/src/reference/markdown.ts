import MarkdownIt from 'markdown-it';
import { Markup } from '../public-pages/page-shell';
import { highlight } from './highlight';

/** Markup within Markdown is shown as text. */
const renderer = new MarkdownIt({ html: false, linkify: false, typographer: false });

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
  for (const { children } of tokens) {
    for (const child of children ?? []) {
      const target = child.type === 'link_open' ? child.attrGet('href') : null;
      if (target !== null) child.attrSet('href', servedTarget(String(target)));
    }
  }
});

/** As the repository's pages link to each other, to where they are served. */
function servedTarget(target: string): string {
  const guide = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(target);
  if (guide) return `/docs/guides/${guide[1] ?? ''}${guide[2] ?? ''}`;
  const errors = /^\.\.\/errors\.md(#.*)?$/.exec(target);
  return errors ? `/docs/errors${errors[1] ?? ''}` : target;
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
