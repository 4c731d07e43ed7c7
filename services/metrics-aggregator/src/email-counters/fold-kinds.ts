import type { Queryable } from '@postrider/db';
import type { CounterKey } from './countable-event';
import { mergeSums, type CounterSum } from './sum-events';

/**
 * Kinds of an organization that a day has counters for. A sender may write another kind into each message: without a bound
 * that is a row for each of them, kept for good and read for each breakdown. A few more than these can come
 * in at once.
 */
const kindsMax = 1_000;
/** What the kinds beyond are counted as. */
export const otherKinds = '(other)';

/** The same sums, with new kinds of a day that has too many counted together. In the order of `sumEvents`. */
export async function foldKinds(db: Queryable, sums: readonly CounterSum[]): Promise<readonly CounterSum[]> {
  const kinds = sums.map(({ key }) => key).filter(({ facet }) => facet === 'kind');
  if (kinds.length === 0) return sums;
  const full = await fullDays(db, kinds);
  if (full.size === 0) return sums;
  const known = await knownKeys(
    db,
    kinds.filter((key) => full.has(dayOf(key))),
  );
  const folded = sums.map((sum) =>
    sum.key.facet === 'kind' && full.has(dayOf(sum.key)) && !known.has(nameOf(sum.key))
      ? { ...sum, key: { ...sum.key, facetKey: otherKinds } }
      : sum,
  );
  return mergeSums(folded);
}

function dayOf({ organizationId, day }: Pick<CounterKey, 'organizationId' | 'day'>): string {
  return `${organizationId} ${day}`;
}

function nameOf(key: Omit<CounterKey, 'facet'>): string {
  return `${dayOf(key)} ${key.domainId} ${key.facetKey}`;
}

async function fullDays(db: Queryable, keys: readonly CounterKey[]): Promise<Set<string>> {
  const days = [...new Map(keys.map((key) => [dayOf(key), key])).values()];
  const { rows } = await db.query<{ organizationId: string; day: string }>({
    name: 'email-counters.find-full-days',
    text: `SELECT k.organization_id AS "organizationId", k.day
             FROM unnest($1::uuid[], $2::date[]) AS k (organization_id, day)
            WHERE (SELECT count(*) FROM (
                    SELECT FROM daily_counters c
                     WHERE c.organization_id = k.organization_id AND c.facet = 'kind' AND c.day = k.day
                     LIMIT ${kindsMax}) counted) = ${kindsMax}`,
    values: [days.map(({ organizationId }) => organizationId), days.map(({ day }) => day)],
  });
  return new Set(rows.map(dayOf));
}

async function knownKeys(db: Queryable, keys: readonly CounterKey[]): Promise<Set<string>> {
  const { rows } = await db.query<Omit<CounterKey, 'facet'>>({
    name: 'email-counters.find-known-kinds',
    text: `SELECT c.organization_id AS "organizationId", c.day, c.domain_id AS "domainId", c.facet_key AS "facetKey"
             FROM unnest($1::uuid[], $2::date[], $3::uuid[], $4::text[]) AS k (organization_id, day, domain_id, facet_key)
             JOIN daily_counters c USING (organization_id, day, domain_id, facet_key)
            WHERE c.facet = 'kind'`,
    values: [
      keys.map(({ organizationId }) => organizationId),
      keys.map(({ day }) => day),
      keys.map(({ domainId }) => domainId),
      keys.map(({ facetKey }) => facetKey),
    ],
  });
  return new Set(rows.map(nameOf));
}
