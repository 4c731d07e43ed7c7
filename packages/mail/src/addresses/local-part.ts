const octetsMax = 64; // RFC 5321 §4.5.3.1.1
// RFC 5322 atext, and RFC 6531 lets every character beyond ASCII stand beside it.
const dotAtom =
  /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~\u0080-\u{10ffff}]+(?:\.[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~\u0080-\u{10ffff}]+)*$/u;
/** What nearly every local part is: a third of the time for an address went into expressions that know all of Unicode. */
const plainAtom = /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+(?:\.[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+)*$/;
// Invisible characters make two addresses look alike; no mailbox provider allows them. U+FFFD replaces what was not
// UTF-8: that address does not exist, and the original is unknown.
const unusable = /[\p{C}\p{Z}\ufffd]/u;

/** Splits `local@domain` at the one `@` that separates them; null when there is none or more than one. */
export function splitAddress(address: string): { local: string; domain: string } | null {
  const at = address.startsWith('"') ? endOfQuotedString(address) : address.indexOf('@');
  if (at <= 0 || address[at] !== '@') return null;
  const domain = address.slice(at + 1);
  return domain.includes('@') ? null : { local: address.slice(0, at), domain };
}

/** The local part in its one canonical spelling (quotes only where they are needed), or null when it is not one. */
export function canonicalLocalPart(local: string): string | null {
  if (plainAtom.test(local)) return local.length <= octetsMax ? local : null;
  const content = local.startsWith('"') ? unquote(local) : local;
  if (content === null || content.length === 0 || unusable.test(content.replaceAll(' ', ''))) return null;
  const isAtom = dotAtom.test(content);
  if (!isAtom && content === local) return null;
  // Allowed in quotes, but mail programs (ours too) refuse them in an envelope: better refused here than bounced.
  if (/[<>]/.test(content)) return null;
  const canonical = isAtom ? content : quote(content);
  return Buffer.byteLength(canonical) <= octetsMax ? canonical : null;
}

/** A quoted-string (RFC 5322 §3.2.4) of the text. */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** The content of text that is one whole quoted-string, else null. */
export function unquote(text: string): string | null {
  if (text.length < 2 || endOfQuotedString(text) !== text.length) return null;
  return text.slice(1, -1).replace(/\\(.)/gsu, '$1');
}

/** Index just past the closing quote of a text that starts with one; -1 when it never closes. */
export function endOfQuotedString(text: string): number {
  for (let i = 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return i + 1;
  }
  return -1;
}
