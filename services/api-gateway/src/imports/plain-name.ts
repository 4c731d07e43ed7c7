/** Latin letters that Unicode does not decompose. */
const folded: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};

/**
 * `EmailAddress`, `email_address` and `Email Address` are one name; so are words of a status. Letters and digits of all scripts
 * count: a word in Cyrillic is a word. Without case, accents, spaces and punctuation.
 */
export function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\ufe00-\ufe0f]|[^\p{L}\p{M}\p{N}]/gu, '')
    .replace(/[łøđßæœı]/g, (letter) => folded[letter] ?? letter);
}
