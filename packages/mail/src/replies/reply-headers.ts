import { threadReferences } from './thread-references';

/** What a reply needs to know of the mail that it answers. */
export interface AnsweredMail {
  /** With angle brackets. */
  readonly messageId: string | null;
  /** Unfolded. Null after retention. */
  readonly headers: readonly { readonly name: string; readonly value: string }[] | null;
  /** What it answers itself, with angle brackets: for a mail whose headers are gone. */
  readonly inReplyTo: string | null;
}

/** Of a header of a customer (`headerFault`); the line of an id that cannot be folded stays below 998 octets. */
const idCharsMax = 700;
const referencesCharsMax = 1_000;

/** RFC 5322 section 3.6.4, without blanks, comments and quotes: a stranger wrote it, and it goes out again. */
const plainId = /^<[^\s<>()"\\@,;:]+@[^\s<>()"\\@,;]+>$/;
const printable = /^[\x21-\x7e]+$/;

/**
 * In-Reply-To and References of a reply (RFC 5322 section 3.6.4): the references of the mail that it answers, oldest first, and that mail.
 * Of a long thread the newest references stay. An id that is not plain is left out.
 */
export function replyHeaders({ messageId, headers, inReplyTo }: AnsweredMail): Record<string, string> {
  const own = messageId !== null && isPlainId(messageId) ? messageId : null;
  const newestFirst = [...(own === null ? [] : [own]), ...referencesOf(headers, inReplyTo).filter(isPlainId)];
  const kept: string[] = [];
  let chars = 0;
  for (const id of new Set(newestFirst)) {
    chars += id.length + 1;
    if (chars > referencesCharsMax) break;
    kept.unshift(id);
  }
  return {
    ...(own !== null && { 'In-Reply-To': own }),
    ...(kept.length > 0 && { References: kept.join(' ') }),
  };
}

/** The newest first. In-Reply-To stands for References where there are none and it names one mail. */
function referencesOf(headers: AnsweredMail['headers'], inReplyTo: string | null): string[] {
  if (headers === null) return inReplyTo === null ? [] : [inReplyTo];
  const valueOf = (name: string) =>
    headers.find((header) => header.name.toLowerCase() === name)?.value ?? null;
  const references = threadReferences({ inReplyTo: null, references: valueOf('references') });
  if (references.length > 0) return references;
  const answered = threadReferences({ inReplyTo: valueOf('in-reply-to'), references: null });
  return answered.length === 1 ? answered : [];
}

function isPlainId(id: string): boolean {
  return id.length <= idCharsMax && printable.test(id) && plainId.test(id);
}
