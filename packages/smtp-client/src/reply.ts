/** A server's answer (RFC 5321 §4.2): data for the classifier, never an exception. */
export interface ServerReply {
  readonly code: number;
  /** All lines, joined by blanks; the enhanced code (RFC 3463) stands once, in front. */
  readonly text: string;
}

/** `450 4.2.1 Mailbox busy`: the form in which a reply is stored and shown. */
export function replyLine(reply: ServerReply): string {
  return `${reply.code} ${reply.text}`.trim().slice(0, replyCharsMax);
}

/** Enough for every real reply; a hostile one does not fill the database. */
const replyCharsMax = 1_000;
const enhancedCode = /^[245]\.\d{1,3}\.\d{1,3}\s+/;

/** Reads a reply as the SMTP client hands it over: one or more lines, each with its code. */
export function readReply(response: string): ServerReply {
  const lines = response.split(/\r?\n/).map((line) => printable(line.replace(/^\d{3}[- ]?/, '')));
  const [first = '', ...others] = lines;
  const repeated = enhancedCode.exec(first)?.[0];
  const rest = others.map((line) =>
    repeated && line.startsWith(repeated) ? line.slice(repeated.length) : line,
  );
  return { code: Number(response.slice(0, 3)), text: [first, ...rest].join(' ').trim() };
}

/** What a server says ends in the database and on screens: neither takes a NUL, nor should it draw with escapes. */
function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').toWellFormed();
}
