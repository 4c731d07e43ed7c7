import type { Pool } from '@postrider/db';
import { domainsOfScopeSql, findingsFrom } from './dmarc-facts.repository';
import type { FindingScope } from './finding-source';
import type { DomainVolume } from './no-unsubscribe';
import type { DomainFaults } from './record-findings';
import type { DomainTls } from './tls-failures';

/** What `recordFindings` is made of. */
export async function findDomainFaults(
  pool: Pool,
  { organizationId, domainId }: FindingScope,
): Promise<DomainFaults[]> {
  const { rows } = await pool.query<DomainFaults>({
    name: 'deliverability.find-record-faults',
    text: `
SELECT name, return_path_label AS "returnPathLabel", record_faults AS "recordFaults"
  FROM domains WHERE organization_id = $1 AND ($2::uuid IS NULL OR id = $2) AND record_faults <> '[]'::jsonb ORDER BY name`,
    values: [organizationId, domainId],
  });
  return rows;
}

// Mail without a kind is in the totals alone.
const volumesSql = `
WITH counted AS (
  SELECT domain_id, day, facet, facet_key, sent, complained FROM daily_counters
   WHERE organization_id = $1 AND facet IN ('total', 'provider', 'kind') AND day >= $3::date AND domain_id IN (${domainsOfScopeSql})
), busiest AS (
  SELECT domain_id, max(sent) AS sent
    FROM (SELECT domain_id, sum(sent) AS sent FROM counted
           WHERE facet = 'provider' AND facet_key IN ('google', 'yahoo') GROUP BY domain_id, day) days
   GROUP BY domain_id
), kinds AS (
  SELECT domain_id, facet_key AS kind, sum(sent)::int8 AS sent, sum(complained)::int8 AS complained
    FROM counted WHERE facet = 'kind' GROUP BY domain_id, facet_key
  UNION ALL
  SELECT domain_id, NULL, sum(CASE facet WHEN 'total' THEN sent ELSE -sent END)::int8,
         sum(CASE facet WHEN 'total' THEN complained ELSE -complained END)::int8
    FROM counted WHERE facet IN ('total', 'kind') GROUP BY domain_id
)
SELECT d.name AS domain, coalesce(b.sent, 0)::int8 AS "busiestDay",
       coalesce((SELECT json_agg(json_build_object('kind', k.kind, 'sent', k.sent, 'complained', k.complained))
                   FROM kinds k WHERE k.domain_id = d.id), '[]') AS kinds
  FROM domains d LEFT JOIN busiest b ON b.domain_id = d.id
 WHERE d.organization_id = $1 AND ($2::uuid IS NULL OR d.id = $2) ORDER BY d.name`;

/** What `noUnsubscribeFindings` is made of. */
export async function findDomainVolumes(pool: Pool, scope: FindingScope): Promise<DomainVolume[]> {
  const { rows } = await pool.query<DomainVolume>({
    name: 'deliverability.find-domain-volumes',
    text: volumesSql,
    values: [scope.organizationId, scope.domainId, findingsFrom(scope)],
  });
  return rows;
}

const failuresMax = 20;

const tlsSql = `
WITH reports AS (
  SELECT id, domain_name, sender, begins_at, policies FROM received_tls_reports
   WHERE organization_id = $1 AND domain_id IN (${domainsOfScopeSql}) AND begins_at >= $3 AND sender <> ''
), failures AS (
  SELECT r.domain_name, f.result, f.mx_host, r.sender, sum(f.sessions)::int8 AS sessions, min(r.begins_at) AS first_at,
         row_number() OVER (PARTITION BY r.domain_name ORDER BY sum(f.sessions) DESC) AS place
    FROM reports r JOIN received_tls_failures f ON f.report_id = r.id GROUP BY r.domain_name, f.result, f.mx_host, r.sender
)
SELECT r.domain_name AS domain, sum((policy ->> 'successful')::int8)::int8 AS successful,
       sum((policy ->> 'failed')::int8)::int8 AS failed,
       coalesce((SELECT json_agg(json_build_object('result', f.result, 'mailServer', f.mx_host, 'sessions', f.sessions,
                                 'reporter', f.sender, 'firstReportedAt', to_char(f.first_at AT TIME ZONE 'UTC',
                                 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY f.place)
                   FROM failures f WHERE f.domain_name = r.domain_name AND f.place <= ${failuresMax}), '[]') AS failures
  FROM reports r CROSS JOIN LATERAL jsonb_array_elements(r.policies) AS policy GROUP BY r.domain_name ORDER BY 1`;

/** What `tlsFailureFindings` is made of. */
export async function findDomainTls(pool: Pool, scope: FindingScope): Promise<DomainTls[]> {
  const { rows } = await pool.query<DomainTls>({
    name: 'deliverability.find-domain-tls',
    text: tlsSql,
    values: [scope.organizationId, scope.domainId, findingsFrom(scope)],
  });
  return rows;
}
