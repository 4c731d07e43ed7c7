import type { Pool } from '@postrider/db';
import { withTimeout, type Clock, type RecordLookup } from '@postrider/runtime';
import { reverseName } from './reverse-name';
import type { DomainName } from '../store/domains.repository';

/** Looks up names of addresses in the DMARC reports of a domain, so that no page waits for them. Never rejects for want of DNS. */
export type NameSources = (domain: DomainName) => Promise<void>;

/** Of a domain at a time; the others follow with the next check of its records. */
const addressesMax = 50;
const lookupsAtOnce = 10;
/** What has no answer by then is asked again the next time. */
const timeMaxMs = 30_000;

// Those with the most messages, as the page shows them.
const unnamedSql = `
SELECT s.source_ip AS address
  FROM dmarc_reports r JOIN dmarc_sources s ON s.report_id = r.id
 WHERE r.organization_id = $1 AND r.domain_id = $2 AND r.begins_at >= $3::timestamptz - interval '30 days'
   AND NOT EXISTS (SELECT FROM dmarc_source_names n
                    WHERE n.address = s.source_ip AND n.looked_up_at > $3::timestamptz - interval '30 days')
 GROUP BY s.source_ip ORDER BY sum(s.messages) DESC, s.source_ip LIMIT ${addressesMax}`;

const saveSql = `
INSERT INTO dmarc_source_names (address, name, looked_up_at)
SELECT address, name, $3 FROM unnest($1::text[], $2::text[]) AS found (address, name)
ON CONFLICT (address) DO UPDATE SET name = excluded.name, looked_up_at = excluded.looked_up_at`;

export function createNameSources(options: {
  readonly pool: Pool;
  readonly lookup: RecordLookup;
  readonly clock: Clock;
}): NameSources {
  const { pool, lookup, clock } = options;
  return async ({ organizationId, id }) => {
    const { rows } = await pool.query<{ address: string }>({
      name: 'domains.find-unnamed-sources',
      text: unnamedSql,
      values: [organizationId, id, clock.now()],
    });
    const found = new Map<string, string | null>();
    const waiting = rows.map(({ address }) => address);
    const lookUp = async (): Promise<void> => {
      for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
        const answer = await reverseName(lookup, address);
        if (answer !== 'unknown') found.set(address, answer.name);
      }
    };
    await withTimeout(timeMaxMs, Promise.all(Array.from({ length: lookupsAtOnce }, lookUp)), {
      orElse: null,
    });
    // Nothing more is asked after the time is over.
    waiting.length = 0;
    if (found.size === 0) return;
    // In one order everywhere: two replicas that name the same addresses do not wait for each other in a circle.
    const names = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1));
    await pool.query({
      name: 'domains.save-source-names',
      text: saveSql,
      values: [names.map(([address]) => address), names.map(([, name]) => name), clock.now()],
    });
  };
}
