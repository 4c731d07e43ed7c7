/** In place of what an attachment holds. */
const elided = '[content not shown]';
/** Deeper nesting is not expected, and each level is compared with each line that begins with dashes. */
const depthMax = 20;
/** What is read of a part's header. */
const headerCharsMax = 16_384;

/** A message as text, without the content of its parts that are no text. What is not UTF-8 is replaced. */
export function elideAttachments(message: Buffer): string {
  // One character an octet, so that positions and charsets stay as they are.
  const source = message.toString('latin1');
  const kept: string[] = [];
  const boundaries: string[] = [];
  let place: 'header' | 'shown' | 'elided' = 'header';
  let header = '';
  for (const line of linesOf(source)) {
    const found = boundaryAt(line, boundaries);
    if (found !== null) {
      boundaries.length = found.depth;
      place = found.isEnd ? 'shown' : 'header';
      header = '';
    } else if (place === 'header') {
      if (header.length < headerCharsMax) header += line;
      if (line.trim() === '') {
        const { boundary, isShown } = readHeader(header);
        place = isShown ? 'shown' : 'elided';
        if (boundary !== null && boundaries.length < depthMax) boundaries.push(boundary);
        kept.push(line, ...(isShown ? [] : [`${elided}\r\n`]));
        continue;
      }
    }
    if (place !== 'elided') kept.push(line);
  }
  return Buffer.from(kept.join(''), 'latin1').toString('utf8');
}

/** Each with its line break. */
function* linesOf(source: string): Generator<string> {
  for (let start = 0; start < source.length;) {
    const at = source.indexOf('\n', start);
    const end = at < 0 ? source.length : at + 1;
    yield source.slice(start, end);
    start = end;
  }
}

/** The boundary that a line is, the innermost first, and how many are open after it (RFC 2046 §5.1.1). */
function boundaryAt(
  line: string,
  boundaries: readonly string[],
): { readonly depth: number; readonly isEnd: boolean } | null {
  if (!line.startsWith('--')) return null;
  const text = line.slice(2).trimEnd();
  for (let depth = boundaries.length; depth > 0; depth -= 1) {
    const boundary = boundaries[depth - 1];
    if (text === boundary) return { depth, isEnd: false };
    if (text === `${boundary}--`) return { depth: depth - 1, isEnd: true };
  }
  return null;
}

/** What is neither text nor a group of parts, or says that it is an attachment, is not shown. */
function readHeader(header: string): { readonly boundary: string | null; readonly isShown: boolean } {
  const fields = header.replace(/\r?\n[ \t]/g, ' ');
  const type = /^content-type:[ \t]*([^\r\n]*)/im.exec(fields)?.[1] ?? 'text/plain';
  if (/^multipart\//i.test(type)) {
    const [, quoted, plain] = /;[ \t]*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? [];
    return { boundary: quoted ?? plain ?? null, isShown: true };
  }
  const isAttached = /^content-disposition:[ \t]*attachment/im.test(fields);
  return { boundary: null, isShown: /^text\//i.test(type) && !isAttached };
}
