/** A sender: `Acme News <news@acme.example>`. */
export interface Mailbox {
  readonly name: string;
  readonly local: string;
  readonly domain: string;
}

const empty: Mailbox = { name: '', local: '', domain: '' };

/** Of what the API has stored or `mailboxText` has written. */
export function readMailbox(text: string): Mailbox {
  const [, quoted = '', address = text] = /^(.*)<([^<>]*)>\s*$/s.exec(text) ?? [];
  const at = address.lastIndexOf('@');
  if (at < 0) return empty;
  const name = quoted.trim();
  return {
    name: /^".*"$/s.test(name) ? name.slice(1, -1).replace(/\\(.)/gs, '$1') : name,
    local: address.slice(0, at).trim(),
    domain: address
      .slice(at + 1)
      .trim()
      .toLowerCase(),
  };
}

/** Empty as long as it has no address. */
export function mailboxText({ name, local, domain }: Mailbox): string {
  if (local === '' || domain === '') return '';
  const shown = name.trim();
  if (shown === '') return `${local}@${domain}`;
  const quoted = /[(),.:;<>@[\]\\"]/.test(shown) ? `"${shown.replace(/["\\]/g, '\\$&')}"` : shown;
  return `${quoted} <${local}@${domain}>`;
}
