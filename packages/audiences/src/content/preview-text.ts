/**
 * A preheader: what lists of mail show behind the subject, and the mail itself does not. It is written into the source of the
 * html, so that one rendering makes both.
 */
export function withPreviewText(html: string, previewText: string): string {
  const preheader = `${openHidden}${escapeText(previewText)}${filler}</div>`;
  const at = endOfBodyTag(html);
  return html.slice(0, at) + preheader + html.slice(at);
}

/** Each reader hides it by another of these. */
const openHidden =
  '<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all" aria-hidden="true">';

/** Keeps the first words of the mail from following in the list. */
const filler = '&#847;&zwnj;&nbsp;'.repeat(60);

/** What the sender wrote is text; tags of the template language are code, and escapes by itself. */
function escapeText(previewText: string): string {
  return [...parts(previewText)]
    .map(({ text, isTag }) => (isTag ? text : text.replace(/[&<>"]/g, (one) => entities[one] ?? one)))
    .join('');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Behind the tag that begins the body, or where there is none, the very beginning. One pass, whatever the html is. */
function endOfBodyTag(html: string): number {
  const begin = html.search(/<body[\s>]/i);
  if (begin === -1) return 0;
  let at = begin;
  for (const { text, isTag } of parts(html.slice(begin))) {
    const end = isTag ? -1 : text.indexOf('>');
    if (end !== -1) return at + end + 1;
    at += text.length;
  }
  return 0;
}

const tagEnds = { '{{': '}}', '{%': '%}' } as const;

/** Tags of the template language, and what stands between them. */
function* parts(source: string): Generator<{ readonly text: string; readonly isTag: boolean }> {
  let at = 0;
  for (const { index, 0: opening } of source.matchAll(/\{[{%]/g)) {
    if (index < at) continue;
    const close = source.indexOf(tagEnds[opening as keyof typeof tagEnds], index + 2);
    if (close === -1) break;
    yield { text: source.slice(at, index), isTag: false };
    yield { text: source.slice(index, close + 2), isTag: true };
    at = close + 2;
  }
  yield { text: source.slice(at), isTag: false };
}
