const signature = '-- ';

/**
 * The paragraphs of a text whose lines flow (RFC 3676), each on one line, behind the marks of the quote in which it stands.
 * A line continues the one before only if both are quoted as deep.
 */
export function unfoldFlowed(text: string, { deletesSpace }: { readonly deletesSpace: boolean }): string {
  const lines: string[] = [];
  let paragraph: string[] = [];
  let depth = 0;
  const end = (): void => {
    const content = paragraph.join('');
    const marks = '>'.repeat(depth);
    lines.push(depth > 0 && content !== '' ? `${marks} ${content}` : `${marks}${content}`);
    paragraph = [];
  };
  for (const line of text.split(/\r?\n/)) {
    const marks = /^>*/.exec(line)?.[0].length ?? 0;
    // Stuffed, so that no program takes its beginning for something else.
    const content = line.slice(line[marks] === ' ' ? marks + 1 : marks);
    const isSignature = content === signature;
    if (paragraph.length > 0 && (marks !== depth || isSignature)) end();
    depth = marks;
    const flows = content.endsWith(' ') && !isSignature;
    paragraph.push(flows && deletesSpace ? content.slice(0, -1) : content);
    if (!flows) end();
  }
  if (paragraph.length > 0) end();
  return lines.join('\n');
}
