/** A name as a slug: lower case, with `-` between its words. */
export function slugOf(name: string, charsMax: number): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9]+/g, '-');
  return words.slice(0, charsMax).replace(/^-+|-+$/g, '') || 'unnamed';
}
