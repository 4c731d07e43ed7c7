import { inheritedDmarc, publicSuffixTag, publishedDmarc, type DmarcSetting } from './dmarc-record';

/** TXT values at a name; null: DNS does not answer. */
export type FindTexts = (name: string) => Promise<readonly string[] | null>;

/** The record that applies to a domain without one of its own. */
export interface InheritedDmarc extends DmarcSetting {
  /** `_dmarc.shop.example` */
  readonly name: string;
}

/** A walk asks about seven parents at most (RFC 9989 §4.10). */
const parentsMax = 7;

/**
 * Walks up the tree from a domain that has no DMARC record to the one of its organizational domain, or of the public suffix above
 * that (RFC 9989 §4.10). Null: there is none, or DNS does not answer.
 */
export async function findInheritedDmarc(find: FindTexts, domain: string): Promise<InheritedDmarc | null> {
  let found: InheritedDmarc | null = null;
  for (const parent of parentsOf(domain)) {
    const name = `_dmarc.${parent}`;
    const observed = await find(name);
    if (observed === null) return null;
    if (publishedDmarc(observed) === null) continue;
    const tag = publicSuffixTag(observed);
    // The organizational domain is the one below a public suffix: a record that was found there comes before this one.
    if (tag === 'y' && found !== null) return found;
    const setting = inheritedDmarc(observed);
    if (setting !== null) found = { ...setting, name };
    if (tag !== null) return found;
  }
  return found;
}

function parentsOf(domain: string): string[] {
  const labels = domain.split('.').slice(1).slice(-parentsMax);
  return labels.map((_label, index) => labels.slice(index).join('.'));
}
