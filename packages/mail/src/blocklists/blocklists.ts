/** A DNS zone that lists addresses or domains (RFC 5782). */
export interface Blocklist {
  /** What it is called everywhere: its public zone. */
  readonly name: string;
  /** Where it is asked; with a key of ours in it, for one that wants one. */
  readonly zone: string;
  readonly kind: 'address' | 'domain';
  /**
   * Of a domain list: a name that it must list. RFC 5782 §5 has `test`; some have another. (Lists of addresses have 127.0.0.2, and none
   * may list 127.0.0.1 or `invalid`.)
   */
  readonly testName: string;
}

type KnownList = Pick<Blocklist, 'kind'> &
  Partial<Pick<Blocklist, 'testName'>> & { readonly removalUrl: string };

/**
 * Lists that receivers use, and where to ask for removal. Their terms, as of 2026: PSBL and SpamCop may be asked by anybody, URIBL
 * by those who ask little. Spamhaus allows its public zones to small non-commercial users alone, SURBL to small organizations and not in a
 * service that costs a fee, and Barracuda to resolvers that are registered.
 */
const knownLists: Readonly<Record<string, KnownList>> = {
  'psbl.surriel.com': { kind: 'address', removalUrl: 'https://psbl.org/remove' },
  'bl.spamcop.net': { kind: 'address', removalUrl: 'https://www.spamcop.net/bl.shtml' },
  'zen.spamhaus.org': { kind: 'address', removalUrl: 'https://check.spamhaus.org/' },
  'b.barracudacentral.org': {
    ...{ kind: 'address', removalUrl: 'https://www.barracudacentral.org/rbl/removal-request' },
  },
  'multi.uribl.com': {
    ...{ kind: 'domain', testName: 'test.uribl.com', removalUrl: 'https://admin.uribl.com/' },
  },
  'dbl.spamhaus.org': {
    ...{ kind: 'domain', testName: 'dbltest.com', removalUrl: 'https://check.spamhaus.org/' },
  },
  'multi.surbl.org': {
    kind: 'domain',
    testName: 'surbl-org-permanent-test-point.com',
    removalUrl: 'https://surbl.org/surbl-analysis',
  },
};

/** Their zones. */
export const knownBlocklists: readonly string[] = Object.keys(knownLists);

/** Those whose terms allow it to everybody who asks as little as we do: once a day for each address and domain. */
export const defaultBlocklists = 'psbl.surriel.com,bl.spamcop.net,multi.uribl.com';

/** Spamhaus' zones for those who have a key (DQS). */
const keyedZones = { 'zen.spamhaus.org': 'zen.dq.spamhaus.net', 'dbl.spamhaus.org': 'dbl.dq.spamhaus.net' };

const zoneName = /^(?!.{200})[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/;
const prefixes = { 'addresses:': 'address', 'domains:': 'domain' } as const;

/**
 * @param items zones that are known by name, or `addresses:zone` and `domains:zone`
 * @param spamhausKey asks Spamhaus, too; empty: only if it is among the items
 * @returns what is wrong with an item, or the lists
 */
export function parseBlocklists(
  items: readonly string[],
  spamhausKey = '',
): { readonly error: string } | { readonly lists: readonly Blocklist[] } {
  const names = [...items];
  if (spamhausKey !== '') names.push(...Object.keys(keyedZones));
  const lists = new Map<string, Blocklist>();
  for (const item of names) {
    const list = readItem(item);
    if (list === null) return { error: `${item} is not a known list: write addresses:zone or domains:zone` };
    const keyed = spamhausKey === '' ? undefined : keyedZones[list.name as keyof typeof keyedZones];
    lists.set(list.name, keyed === undefined ? list : { ...list, zone: `${spamhausKey}.${keyed}` });
  }
  return { lists: [...lists.values()] };
}

function readItem(item: string): Blocklist | null {
  const [prefix, kind] = Object.entries(prefixes).find(([start]) => item.startsWith(start)) ?? ['', null];
  const name = item.slice(prefix.length);
  const known = Object.hasOwn(knownLists, name) ? knownLists[name] : undefined;
  const listKind = kind ?? known?.kind;
  if (listKind === undefined || !zoneName.test(name)) return null;
  return { name, zone: name, kind: listKind, testName: known?.testName ?? 'test' };
}

/** Null: a list of the operator's own choice. */
function removalUrlOf(name: string): string | null {
  return Object.hasOwn(knownLists, name) ? (knownLists[name]?.removalUrl ?? null) : null;
}

export interface Listing {
  readonly list: string;
  readonly kind: Blocklist['kind'];
  readonly subject: string;
  readonly codes: readonly string[];
  /** What the list says about it; null: nothing. */
  readonly reason: string | null;
}

/** For those who send with the listed domain, or from the listed address. */
export function describeListing({ list, kind, subject, codes, reason }: Listing): {
  readonly evidence: readonly [string, ...string[]];
  readonly advice: string;
} {
  const url = removalUrlOf(list);
  const removal = url === null ? `ask the operator of ${list} for removal.` : `ask for removal: ${url}`;
  return {
    evidence: [
      `The blocklist ${list} lists ${subject} (${codes.join(', ')}).`,
      ...(reason === null ? [] : [`The list says: ${reason}`]),
    ],
    advice:
      kind === 'domain'
        ? `Find out which email or website of the domain caused the listing, stop it, then ${removal}`
        : `The operator of this service must find the sender that caused the listing, stop it, then ${removal}`,
  };
}
