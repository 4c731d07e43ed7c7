/** A server's answer (RFC 5321 §4.2): data for the classifier, never an exception. */
export interface ServerReply {
  readonly code: number;
  /** All lines, joined by blanks; the enhanced code (RFC 3463) stands once, in front. */
  readonly text: string;
}

/** A reply as it arrived. */
export interface RawReply {
  readonly code: number;
  /** Each with its code: `250-SIZE 1000`. */
  readonly lines: readonly string[];
}

/** `450 4.2.1 Mailbox busy`: the form in which a reply is stored and shown. */
export function replyLine(reply: ServerReply): string {
  return `${reply.code} ${reply.text}`.trim().slice(0, replyCharsMax);
}

/** Enough for every real reply; a hostile one does not fill the database. */
const replyCharsMax = 1_000;
const enhancedCode = /^[245]\.\d{1,3}\.\d{1,3}\s+/;

export function toReply({ code, lines }: RawReply): ServerReply {
  const [first = '', ...others] = lines.map((line) => printable(line.slice(4)));
  if (others.length === 0) return { code, text: first.trim() };
  const repeated = enhancedCode.exec(first)?.[0];
  const rest = others.map((line) =>
    repeated && line.startsWith(repeated) ? line.slice(repeated.length) : line,
  );
  return { code, text: [first, ...rest].join(' ').trim() };
}

const plain = /^[\x20-\x7e]*$/;

/** What a server says ends in the database and on screens: neither takes a NUL, nor should it draw with escapes. */
export function printable(text: string): string {
  return plain.test(text) ? text : text.replace(/\p{Cc}+/gu, ' ').toWellFormed();
}
