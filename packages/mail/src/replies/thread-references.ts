/** Ids looked at in one mail: the newest ids identify a thread of thousands of answers. */
const referencesMax = 50;
/** A header line's length (RFC 5322 section 2.1.1). */
const idCharsMax = 998;

const comment = { open: '(', close: ')' };

/**
 * The Message-IDs, with angle brackets, of the mails that a mail may answer: what In-Reply-To names, then References from
 * its newest entry back (RFC 5322 section 3.6.4). Folded or not, with comments and phrases between, with brackets missing.
 */
export function threadReferences(header: {
  readonly inReplyTo: string | null;
  readonly references: string | null;
}): string[] {
  const named = [...readIds(header.inReplyTo ?? ''), ...readIds(header.references ?? '').reverse()];
  return [...new Set(named)].slice(0, referencesMax);
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `<email_id@domain>`: an email named by its id. Null for every other Message-ID. */
export function emailIdReference(messageId: string): { emailId: string; domain: string } | null {
  const at = messageId.lastIndexOf('@');
  const emailId = messageId.slice(1, at).toLowerCase();
  if (at < 0 || !uuid.test(emailId)) return null;
  return { emailId, domain: messageId.slice(at + 1, -1).toLowerCase() };
}

/** In their order; each character is looked at once. */
function readIds(value: string): string[] {
  const ids: string[] = [];
  const reader = { value, at: 0, hasNoMore: new Set<string>() };
  while (reader.at < value.length) {
    const id = readNext(reader);
    if (id !== null) ids.push(id);
  }
  return ids;
}

interface Reader {
  readonly value: string;
  at: number;
  /** Characters that do not come again: they are not searched for twice. */
  readonly hasNoMore: Set<string>;
}

/** Moves on by at least one character. */
function readNext(reader: Reader): string | null {
  const { value, at } = reader;
  const char = value[at];
  const end = char === '<' ? find(reader, '>') : char === '"' ? find(reader, '"') : -1;
  if (end >= 0) {
    reader.at = end + 1;
    return char === '<' ? bracketed(value.slice(at + 1, end)) : null;
  }
  if (char === comment.open && skipComment(reader)) return null;
  return readBare(reader);
}

function find(reader: Reader, char: string): number {
  if (reader.hasNoMore.has(char)) return -1;
  const found = reader.value.indexOf(char, reader.at + 1);
  if (found < 0) reader.hasNoMore.add(char);
  return found;
}

/** Comments nest (RFC 5322 section 3.2.2). One that never ends is none. */
function skipComment(reader: Reader): boolean {
  const { value, hasNoMore } = reader;
  if (hasNoMore.has(comment.close)) return false;
  let depth = 0;
  for (let at = reader.at; at < value.length; at += 1) {
    if (value[at] === '\\') at += 1;
    else if (value[at] === comment.open) depth += 1;
    else if (value[at] === comment.close) depth -= 1;
    if (depth > 0) continue;
    reader.at = at + 1;
    return true;
  }
  hasNoMore.add(comment.close);
  return false;
}

/** Old gateways leave the brackets out. */
function readBare(reader: Reader): string | null {
  const pattern = /[^\s<>"(),;]*/y;
  pattern.lastIndex = reader.at;
  const [word = ''] = pattern.exec(reader.value) ?? [];
  reader.at += Math.max(word.length, 1);
  return bracketed(word);
}

/** White space inside is a fold that a program made in the wrong place. */
function bracketed(text: string): string | null {
  const id = text.slice(text.lastIndexOf('<') + 1).replace(/\s+/g, '');
  const at = id.indexOf('@');
  return at > 0 && at < id.length - 1 && id.length <= idCharsMax ? `<${id}>` : null;
}
