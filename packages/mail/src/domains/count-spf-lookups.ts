import type { ResolveRecords } from './evaluate-spf';

/** What receivers look up to evaluate a record to its end (RFC 7208 §4.6.4): ten terms, two of them without an answer, and no more. */
export interface SpfLookups {
  readonly lookups: number;
  /** Of these, names without a record. */
  readonly voids: number;
  /** Records that it includes, directly or not, in their order. */
  readonly includes: readonly string[];
}

export const spfLookupsMax = 10;
export const spfVoidsMax = 2;

/** No more is counted: the record is beyond the limit by then, or includes itself. */
const countedMax = 30;
const includesShown = 20;

interface Count {
  lookups: number;
  voids: number;
  readonly includes: string[];
}

/**
 * Counts the look-ups of the SPF record at a name, whichever address mail comes from: a receiver stops at the first term that matches.
 * @returns null: there is no record, or there are several; `unknown`: DNS does not answer
 */
export async function countSpfLookups(
  resolve: ResolveRecords,
  name: string,
): Promise<SpfLookups | null | 'unknown'> {
  const count: Count = { lookups: 0, voids: 0, includes: [] };
  try {
    const terms = await termsOf(resolve, name);
    if (terms === null) return null;
    await add(terms, { resolve, name, count });
    return count;
  } catch {
    return 'unknown';
  }
}

interface Walk {
  readonly resolve: ResolveRecords;
  readonly name: string;
  readonly count: Count;
}

async function add(terms: readonly string[], { resolve, name, count }: Walk): Promise<void> {
  const hasAll = terms.some((term) => /^[+\-~?]?all$/i.test(term));
  for (const term of terms) {
    if (count.lookups >= countedMax) return;
    const [, mechanism = '', target = ''] = mechanismPattern.exec(term) ?? redirectPattern.exec(term) ?? [];
    const kind = mechanism.toLowerCase();
    // A redirect beside `all` is ignored (RFC 7208 §6.1).
    if (kind === '' || (kind === 'redirect' && hasAll)) continue;
    count.lookups += 1;
    const asked = (target || name).toLowerCase().replace(/\.$/, '');
    // What a macro stands for depends on the mail.
    if (asked.includes('%')) continue;
    if (kind === 'include' || kind === 'redirect') {
      if (count.includes.length < includesShown) count.includes.push(asked);
      const included = await termsOf(resolve, asked);
      if (included === null) count.voids += 1;
      else await add(included, { resolve, name: asked, count });
    } else if (kind !== 'ptr' && !(await hasRecords(resolve, kind, asked))) {
      count.voids += 1;
    }
  }
}

/** Those that ask DNS: `a`, `a/24`, `mx:name/24//64`. */
const mechanismPattern = /^[+\-~?]?(include|a|mx|ptr|exists)(?::([^/]+))?(?:\/[\d/]*)?$/i;
const redirectPattern = /^(redirect)=(.+)$/i;

/** Null: no record, or several. Rejects when DNS does not answer. */
async function termsOf(resolve: ResolveRecords, name: string): Promise<string[] | null> {
  const texts = (await answersOf(resolve, name, 'TXT')).map((chunks) =>
    Array.isArray(chunks) ? chunks.join('') : String(chunks),
  );
  const records = texts.filter((text) => /^v=spf1(?: |$)/i.test(text));
  return records.length === 1 ? (records[0] ?? '').split(/ +/).slice(1).filter(Boolean) : null;
}

async function hasRecords(resolve: ResolveRecords, kind: string, name: string): Promise<boolean> {
  if (kind === 'mx') return (await answersOf(resolve, name, 'MX')).length > 0;
  if ((await answersOf(resolve, name, 'A')).length > 0) return true;
  return kind === 'a' && (await answersOf(resolve, name, 'AAAA')).length > 0;
}

async function answersOf(resolve: ResolveRecords, name: string, type: string): Promise<readonly unknown[]> {
  try {
    return await resolve(name, type);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (['ENOTFOUND', 'ENODATA', 'ENONAME', 'EBADNAME'].includes(code)) return [];
    throw error;
  }
}
