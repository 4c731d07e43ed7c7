import type { System } from '../system/system';
import { newId } from '@postrider/contracts';

/** Messages of the organization that are read; as many again belong to another. 1,000,000 takes a minute to make. */
export function rowsFromEnvironment(): number {
  const rows = Number(process.env['BENCH_ROWS'] ?? '200000');
  if (!Number.isInteger(rows) || rows < 1_000) throw new Error('BENCH_ROWS must be a whole number from 1000');
  return rows;
}

/** Finished messages of the last days, one recipient each, evenly spread over the partitions that exist. */
export async function seedMessages({ pool, tenant }: System, rowsEach: number): Promise<void> {
  const owners = [
    { organizationId: tenant.organization.id, domainId: tenant.domain.id },
    { organizationId: newId(), domainId: newId() },
  ];
  for (const { organizationId, domainId } of owners) {
    await pool.query(insertMessages, [organizationId, domainId, tenant.keys.live.id, rowsEach]);
  }
  await pool.query('ANALYZE messages');
}

// A UUIDv7 (RFC 9562): 48 bits of milliseconds, version 7, variant 10, the rest by chance.
const insertMessages = `
INSERT INTO messages (id, organization_id, api_key_id, domain_id, mode, lane, source, kind, from_header, from_address,
                      subject, to_addresses, cc_addresses, bcc_addresses, recipient_count, status, created_at, due_at,
                      sent_at, final_at, message_id_header)
SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::int8), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
         || '8' || substr(md5(random()::text), 1, 15))::uuid,
       $1, $3, $2, 'live', 'transactional', 'api', 'order_shipped', 'Shop <orders@mail.bench.test>',
       'orders@mail.bench.test', 'Your order ' || n || ' is on its way', ARRAY['reader-' || n || '@recipients.test'],
       '{}', '{}', 1, CASE WHEN n % 50 = 0 THEN 'bounced' ELSE 'delivered' END, at, at, at, at, '<' || n || '@bench.test>'
  FROM generate_series(1, $4::int) AS n
 CROSS JOIN LATERAL (SELECT now() - n * (interval '6 days' / $4::int) AS at) AS t`;

/** 90 days of two domains and six mailbox providers. */
export async function seedCounters({ pool, tenant }: System): Promise<void> {
  await pool.query(insertCounters, [tenant.organization.id, [tenant.domain.id, tenant.bulkDomain.id]]);
  await pool.query('ANALYZE daily_counters');
}

const insertCounters = `
INSERT INTO daily_counters (organization_id, domain_id, day, facet, facet_key, sent, delivered, bounced_hard, opened)
SELECT $1, domain_id, current_date - days, facet, key, 1000 + days, 990 + days, 10, 400
  FROM unnest($2::uuid[]) AS domain_id, generate_series(0, 89) AS days,
       (VALUES ('total', ''), ('provider', 'google'), ('provider', 'microsoft'), ('provider', 'yahoo'),
               ('provider', 'apple'), ('provider', 'gmx'), ('provider', 'other')) AS facets (facet, key)`;
