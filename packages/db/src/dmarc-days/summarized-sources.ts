/** Receivers that are named of a source. */
const reportersMax = 10;
/** Domains and selectors of a source: one of them names its service. */
const marksMax = 20;

export const firstOf = (values: string, max: number): string => `(array_agg(DISTINCT ${values}))[1:${max}]`;

const passed = 's.dkim_aligned OR s.spf_aligned';
const sum = (condition: string): string => `coalesce(sum(s.messages) FILTER (WHERE ${condition}), 0)::int8`;

/** In the order of the table. */
export const sourceDayColumns = [
  ...['domain_id', 'source_ip', 'day', 'is_confirmed', 'messages', 'passed', 'quarantined', 'rejected'],
  ...['dkim_aligned', 'spf_aligned', 'forwarded', 'has_own_path', 'domains', 'selectors', 'reporters'],
] as const;

/**
 * Sources by domain, address and day, of the reports of a CTE `chosen` (id, domain_id, begins_at, reporter, sender). `counted` has the
 * counts and `reporters` alone; `summarized` all columns of `dmarc_source_days`. What anybody could have written (`sender` is empty) marks
 * no source as one that is known.
 * @param condition of a source `s`
 */
export const summarizeSql = (condition = 'true'): string => `
reported AS (
  SELECT r.domain_id, s.source_ip, (r.begins_at AT TIME ZONE 'UTC')::date AS day, r.sender <> '' AS is_confirmed, r.reporter,
         s.messages, s.disposition, s.dkim_aligned, s.spf_aligned, s.results, s.reasons
    FROM chosen r JOIN dmarc_sources s ON s.report_id = r.id WHERE r.domain_id IS NOT NULL AND ${condition}
), counted AS (
  SELECT s.domain_id, s.source_ip, s.day, s.is_confirmed, ${sum('true')} AS messages, ${sum(passed)} AS passed,
         ${sum("s.disposition = 'quarantine'")} AS quarantined, ${sum("s.disposition = 'reject'")} AS rejected,
         ${sum('s.dkim_aligned')} AS dkim_aligned, ${sum('s.spf_aligned')} AS spf_aligned,
         ${firstOf('s.reporter', reportersMax)} AS reporters
    FROM reported s GROUP BY 1, 2, 3, 4
), own AS (
  SELECT d.id AS domain_id, d.name, d.return_path_label || '.' || d.name AS return_path,
         ARRAY(SELECT selector FROM dkim_keys k WHERE k.domain_id = d.id) AS selectors
    FROM domains d WHERE d.id IN (SELECT domain_id FROM chosen)
), confirmed AS (
  SELECT s.domain_id, s.source_ip, s.day, s.messages, s.results,
         EXISTS (SELECT FROM jsonb_array_elements(s.results -> 'spf') spf
                  WHERE spf ->> 'result' = 'pass' AND spf ->> 'domain' = own.return_path) AS has_own_path,
         EXISTS (SELECT FROM jsonb_array_elements(coalesce(s.reasons, '[]')) reason
                  WHERE reason ->> 'type' IN ('forwarded', 'mailing_list', 'trusted_forwarder'))
         OR NOT s.spf_aligned AND EXISTS (SELECT FROM jsonb_array_elements(s.results -> 'dkim') dkim
                  WHERE dkim ->> 'result' = 'pass' AND dkim ->> 'domain' = own.name
                    AND dkim ->> 'selector' = ANY (own.selectors)) AS is_forwarded
    FROM reported s JOIN own ON own.domain_id = s.domain_id WHERE s.is_confirmed
), marked AS (
  SELECT domain_id, source_ip, day, bool_or(has_own_path) AS has_own_path,
         coalesce(sum(messages) FILTER (WHERE is_forwarded), 0)::int8 AS forwarded
    FROM confirmed GROUP BY 1, 2, 3
), passing AS (
  SELECT domain_id, source_ip, day, ${firstOf("result ->> 'domain'", marksMax)} AS domains,
         (array_remove(array_agg(DISTINCT result ->> 'selector'), NULL))[1:${marksMax}] AS selectors
    FROM confirmed c CROSS JOIN LATERAL jsonb_array_elements(
           coalesce(c.results -> 'dkim', '[]') || coalesce(c.results -> 'spf', '[]')) AS result
   WHERE result ->> 'result' = 'pass' GROUP BY 1, 2, 3
), summarized AS (
  SELECT c.domain_id, c.source_ip, c.day, c.is_confirmed, c.messages, c.passed, c.quarantined, c.rejected, c.dkim_aligned,
         c.spf_aligned, coalesce(m.forwarded, 0)::int8 AS forwarded, coalesce(m.has_own_path, false) AS has_own_path,
         coalesce(p.domains, '{}') AS domains, coalesce(p.selectors, '{}') AS selectors, c.reporters
    FROM counted c
         LEFT JOIN marked m ON c.is_confirmed AND m.domain_id = c.domain_id AND m.source_ip = c.source_ip AND m.day = c.day
         LEFT JOIN passing p ON c.is_confirmed AND p.domain_id = c.domain_id AND p.source_ip = c.source_ip AND p.day = c.day
)`;

const merged = (column: string, max: number): string =>
  `${column} = (SELECT coalesce(${firstOf('value', max)}, '{}') FROM unnest(known.${column} || excluded.${column}) AS value)`;

/** Adds rows to those that are there. */
export const addToSourceDays = `
ON CONFLICT (domain_id, source_ip, day, is_confirmed) DO UPDATE SET
  ${['messages', 'passed', 'quarantined', 'rejected', 'dkim_aligned', 'spf_aligned', 'forwarded']
    .map((column) => `${column} = known.${column} + excluded.${column}`)
    .join(', ')},
  has_own_path = known.has_own_path OR excluded.has_own_path,
  ${merged('domains', marksMax)}, ${merged('selectors', marksMax)}, ${merged('reporters', reportersMax)}`;
