import type { Queryable } from '@postrider/db';
import type { CounterKey } from './countable-event';
import { mergeSums, type CounterSum } from './sum-events';

interface Folding {
  /** Keys of an organization that a day has counters for. A few more than these can come in at once. */
  readonly keysMax: number;
  /** What the keys beyond are counted as. */
  readonly other: string;
}

/**
 * Facets whose keys others choose: a sender may write another kind into each message, a hostile server another text into each reply.
 * Without a bound that is a row for each of them, kept for good and read for each breakdown.
 */
export const foldings = {
  kind: { keysMax: 1_000, other: '(other)' },
  // Provider, class and text.
  reply: { keysMax: 500, other: '\tother\t' },
} as const satisfies Partial<Record<CounterKey['facet'], Folding>>;

type FoldedFacet = keyof typeof foldings;
type FoldedKey = CounterKey & { readonly facet: FoldedFacet };

/** The same sums, with new keys of a day that has too many counted together. In the order of `sumEvents`. */
export async function foldFacets(db: Queryable, sums: readonly CounterSum[]): Promise<readonly CounterSum[]> {
  const keys = sums.map(({ key }) => key).filter(isFolded);
  if (keys.length === 0) return sums;
  const full = await fullDays(db, keys);
  if (full.size === 0) return sums;
  const known = await knownKeys(
    db,
    keys.filter((key) => full.has(dayOf(key))),
  );
  const folded = sums.map((sum) => {
    const { key } = sum;
    if (!isFolded(key) || !full.has(dayOf(key)) || known.has(nameOf(key))) return sum;
    return { ...sum, key: { ...key, facetKey: foldings[key.facet].other } };
  });
  return mergeSums(folded);
}

function isFolded(key: CounterKey): key is FoldedKey {
  return key.facet in foldings;
}

function dayOf({ organizationId, facet, day }: Pick<FoldedKey, 'organizationId' | 'facet' | 'day'>): string {
  return `${organizationId} ${facet} ${day}`;
}

function nameOf(key: FoldedKey): string {
  return `${dayOf(key)} ${key.domainId} ${key.facetKey}`;
}

async function fullDays(db: Queryable, keys: readonly FoldedKey[]): Promise<Set<string>> {
  const days = [...new Map(keys.map((key) => [dayOf(key), key])).values()];
  const { rows } = await db.query<Pick<FoldedKey, 'organizationId' | 'facet' | 'day'>>({
    name: 'email-counters.find-full-days',
    text: `SELECT k.organization_id AS "organizationId", k.facet, k.day
             FROM unnest($1::uuid[], $2::text[], $3::date[], $4::int[]) AS k (organization_id, facet, day, keys_max)
            WHERE (SELECT count(*) FROM (
                    SELECT FROM daily_counters c
                     WHERE c.organization_id = k.organization_id AND c.facet = k.facet AND c.day = k.day
                     LIMIT k.keys_max) counted) = k.keys_max`,
    values: [
      days.map(({ organizationId }) => organizationId),
      days.map(({ facet }) => facet),
      days.map(({ day }) => day),
      days.map(({ facet }) => foldings[facet].keysMax),
    ],
  });
  return new Set(rows.map(dayOf));
}

async function knownKeys(db: Queryable, keys: readonly FoldedKey[]): Promise<Set<string>> {
  const { rows } = await db.query<FoldedKey>({
    name: 'email-counters.find-known-keys',
    text: `SELECT c.organization_id AS "organizationId", c.facet, c.day, c.domain_id AS "domainId", c.facet_key AS "facetKey"
             FROM unnest($1::uuid[], $2::text[], $3::date[], $4::uuid[], $5::text[])
                  AS k (organization_id, facet, day, domain_id, facet_key)
             JOIN daily_counters c USING (organization_id, facet, day, domain_id, facet_key)`,
    values: [
      keys.map(({ organizationId }) => organizationId),
      keys.map(({ facet }) => facet),
      keys.map(({ day }) => day),
      keys.map(({ domainId }) => domainId),
      keys.map(({ facetKey }) => facetKey),
    ],
  });
  return new Set(rows.map(nameOf));
}
