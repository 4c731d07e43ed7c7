import { sourceDayColumns, summarizeSql } from '@postrider/db';

const columns = sourceDayColumns.join(', ');
const counts = columns.replace('forwarded, has_own_path, domains, selectors, ', '');

/** UTC days of the window $3 (belongs to it) to $4 (does not). */
const inWindow = `d.day >= ($3::timestamptz AT TIME ZONE 'UTC')::date
     AND d.day <= (($4::timestamptz - interval '1 microsecond') AT TIME ZONE 'UTC')::date`;

/**
 * CTEs, of which the last is `days`: sources of DMARC reports by day, of the domain $2 of the organization $1 in the window $3 to $4.
 * Reports that are not summarized yet are summed up here.
 * @param of `counts` leaves out what only confirmed reports say of a source
 * @param condition of a source `s`, and of a row `s` of the days
 */
export const sourceDaysSql = (of: 'counts' | 'all', condition = 'true'): string => `
domain AS (SELECT id FROM domains WHERE organization_id = $1 AND id = $2), chosen AS (
  SELECT r.id, r.domain_id, r.begins_at, r.reporter, r.sender FROM dmarc_reports r JOIN domain ON domain.id = r.domain_id
   WHERE r.organization_id = $1 AND NOT r.is_summarized AND r.begins_at >= $3 AND r.begins_at < $4
), ${summarizeSql(condition)}, days AS NOT MATERIALIZED (
  SELECT ${of === 'all' ? columns : counts} FROM (
    SELECT s.* FROM dmarc_source_days s WHERE s.domain_id = $2 AND EXISTS (SELECT FROM domain) AND ${condition}) d WHERE ${inWindow}
  UNION ALL SELECT ${of === 'all' ? columns : counts} FROM ${of === 'all' ? 'summarized' : 'counted'}
)`;
