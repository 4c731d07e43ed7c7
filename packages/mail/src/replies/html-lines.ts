import { readTokens } from '../html/read-tokens';

/** Elements that stand on lines of their own. */
const blocks = new Set(
  (
    'address article aside blockquote center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main ' +
    'nav ol p pre section table tr ul'
  ).split(' '),
);
const unseen = new Set(['script', 'style', 'title', 'template']);

/**
 * The lines somebody sees who opens an HTML mail, what is quoted with `>` in front: enough to tell the new part of a reply
 * that has no text. Linear in its size, however its tags are nested.
 */
export function htmlLines(html: string): string {
  const lines: string[] = [];
  let line = '';
  let quotes = 0;
  let tag = '';
  let isUnseen = false;

  const endLine = (): void => {
    lines.push(quotes > 0 ? `> ${line.trim()}` : line.trim());
    line = '';
  };
  const see = (text: string): void => {
    if (!isUnseen) line += text.replace(/[\s\u00a0]+/g, ' ');
  };
  const separate = (name: string): void => {
    if (blocks.has(name) && line.trim() !== '') endLine();
  };

  readTokens(
    html,
    {
      onopentagname: (start, end) => void (tag = html.slice(start, end).toLowerCase()),
      onopentagend: () => {
        separate(tag);
        if (tag === 'br') endLine();
        if (tag === 'blockquote') quotes += 1;
        isUnseen = unseen.has(tag);
      },
      onselfclosingtag: () => {
        separate(tag);
        if (tag === 'br') endLine();
      },
      ontext: (start, end) => see(html.slice(start, end)),
      ontextentity: (codePoint) => see(String.fromCodePoint(codePoint)),
      onclosetag: (start, end) => {
        const name = html.slice(start, end).toLowerCase();
        isUnseen = false;
        separate(name);
        if (name === 'p') endLine();
        if (name === 'blockquote' && quotes > 0) quotes -= 1;
      },
    },
    { decodeEntities: true },
  );
  endLine();
  return lines.join('\n');
}
