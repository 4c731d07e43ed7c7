import type { DmarcCounters, DmarcResource } from '@postrider/contracts/domains';
import type { Pool } from '@postrider/db';
import type { SourceMarks } from './classify-source';
import type { DomainName } from '../store/domains.repository';

/** Reports whose period begins within: `from` belongs to it, `until` does not. */
export interface DmarcWindow {
  readonly from: Date;
  readonly until: Date;
}

interface Aligned {
  readonly dkim_aligned: number;
  readonly spf_aligned: number;
}

export interface DmarcDayRow extends DmarcCounters, Aligned {
  readonly day: string;
  readonly reports: number;
  readonly unauthenticated: number;
}

export interface DmarcSourceRow extends DmarcCounters, Aligned {
  readonly source_ip: string;
  readonly reporters: string[];
  readonly first_day: string;
  readonly marks: SourceMarks;
}

export type DmarcReasonRow = DmarcResource['reasons'][number];

export interface DmarcRepository {
  /** Days (UTC) of which there is a report. */
  series(domain: DomainName, window: DmarcWindow): Promise<DmarcDayRow[]>;
  /** The addresses that sent most, first. */
  sources(domain: DomainName, window: DmarcWindow): Promise<DmarcSourceRow[]>;
  /** What receivers gave as reasons, most messages first. */
  reasons(domain: DomainName, window: DmarcWindow): Promise<DmarcReasonRow[]>;
}

export function createDmarcRepository(pool: Pool): DmarcRepository {
  return {
    series: async ({ organizationId, id }, { from, until }) => {
      const { rows } = await pool.query<DmarcDayRow>({
        name: 'domains.sum-dmarc-days',
        text: selectSeriesSql,
        values: [organizationId, id, from, until],
      });
      return rows;
    },
    sources: async ({ organizationId, id }, { from, until }) => {
      const { rows } = await pool.query<DmarcSourceRow>({
        name: 'domains.sum-dmarc-sources',
        text: selectSourcesSql,
        values: [organizationId, id, from, until],
      });
      return rows;
    },
    reasons: async ({ organizationId, id }, { from, until }) => {
      const { rows } = await pool.query<DmarcReasonRow>({
        name: 'domains.sum-dmarc-reasons',
        text: selectReasonsSql,
        values: [organizationId, id, from, until],
      });
      return rows;
    },
  };
}

const sourcesMax = 100;
const reasonsMax = 20;
/** Reporters and source addresses that are named of each. */
const reportersMax = 10;
/** Domains and selectors of a source: one of them names its service. */
const marksMax = 20;

const passed = 's.dkim_aligned OR s.spf_aligned';
// sum(bigint) is numeric, which arrives as text. A report may have no source.
const sum = (condition: string): string => `coalesce(sum(s.messages) FILTER (WHERE ${condition}), 0)::int8`;
const counters = `${sum('true')} AS messages, ${sum(passed)} AS passed, ${sum(`NOT (${passed})`)} AS failed,
  ${sum("s.disposition = 'quarantine'")} AS quarantined, ${sum("s.disposition = 'reject'")} AS rejected,
  ${sum('s.dkim_aligned')} AS dkim_aligned, ${sum('s.spf_aligned')} AS spf_aligned`;
const inWindow = 'r.organization_id = $1 AND r.domain_id = $2 AND r.begins_at >= $3 AND r.begins_at < $4';

const selectSeriesSql = `
SELECT to_char(r.begins_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, ${counters},
       count(DISTINCT r.id)::int8 AS reports, ${sum("r.sender = ''")} AS unauthenticated
  FROM dmarc_reports r LEFT JOIN dmarc_sources s ON s.report_id = r.id
 WHERE ${inWindow} GROUP BY 1 ORDER BY 1`;

// What anybody could have written (`sender` is empty) marks no source, nor does what is older than a month: reading results takes more time
// than adding up. Of the listed addresses alone the first report is looked for.
const selectSourcesSql = `
WITH domain AS (
  SELECT d.name, d.return_path_label || '.' || d.name AS return_path,
         ARRAY(SELECT selector FROM dkim_keys k WHERE k.domain_id = d.id) AS selectors
    FROM domains d WHERE d.organization_id = $1 AND d.id = $2
), top AS (
  SELECT s.source_ip, ${counters}, (array_agg(DISTINCT r.reporter))[1:${reportersMax}] AS reporters
    FROM dmarc_reports r JOIN dmarc_sources s ON s.report_id = r.id
   WHERE ${inWindow} GROUP BY s.source_ip ORDER BY sum(s.messages) DESC, s.source_ip LIMIT ${sourcesMax}
), confirmed AS (
  SELECT s.source_ip, s.messages, s.results, r.begins_at,
         EXISTS (SELECT FROM jsonb_array_elements(s.results -> 'spf') spf
                  WHERE spf ->> 'result' = 'pass' AND spf ->> 'domain' = domain.return_path) AS has_own_path,
         EXISTS (SELECT FROM jsonb_array_elements(s.results -> 'dkim') dkim
                  WHERE dkim ->> 'result' = 'pass' AND dkim ->> 'domain' = domain.name
                    AND dkim ->> 'selector' = ANY (domain.selectors)) AS has_own_key,
         EXISTS (SELECT FROM jsonb_array_elements(coalesce(s.reasons, '[]')) reason
                  WHERE reason ->> 'type' IN ('forwarded', 'mailing_list', 'trusted_forwarder')) AS is_forwarded,
         s.spf_aligned, NOT (s.dkim_aligned OR s.spf_aligned) AS has_failed
    FROM dmarc_reports r JOIN dmarc_sources s ON s.report_id = r.id JOIN top ON top.source_ip = s.source_ip CROSS JOIN domain
   WHERE ${inWindow} AND r.sender <> '' AND r.begins_at >= $4::timestamptz - interval '30 days'
), marks AS (
  SELECT c.source_ip, bool_or(c.has_own_path) AS has_own_path, sum(c.messages)::int8 AS messages,
         coalesce(sum(c.messages) FILTER (WHERE c.has_failed), 0)::int8 AS failed,
         coalesce(sum(c.messages) FILTER (WHERE c.is_forwarded OR (c.has_own_key AND NOT c.spf_aligned)), 0)::int8 AS forwarded
    FROM confirmed c GROUP BY c.source_ip
), passed AS (
  SELECT source_ip, (array_agg(DISTINCT result ->> 'domain'))[1:${marksMax}] AS domains,
         (array_remove(array_agg(DISTINCT result ->> 'selector'), NULL))[1:${marksMax}] AS selectors
    FROM confirmed c CROSS JOIN LATERAL jsonb_array_elements(
           coalesce(c.results -> 'dkim', '[]') || coalesce(c.results -> 'spf', '[]')) AS result
   WHERE result ->> 'result' = 'pass' GROUP BY source_ip
), first AS (
  SELECT s.source_ip, to_char(min(r.begins_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS first_day
    FROM dmarc_reports r JOIN dmarc_sources s ON s.report_id = r.id JOIN top ON top.source_ip = s.source_ip
   WHERE r.organization_id = $1 AND r.domain_id = $2 AND r.begins_at >= $4::timestamptz - interval '90 days' AND r.begins_at < $4
   GROUP BY s.source_ip
)
SELECT top.*, first.first_day,
       json_build_object('isOwn', own.address IS NOT NULL OR coalesce(marks.has_own_path, false), 'messages', coalesce(marks.messages, 0),
         'failed', coalesce(marks.failed, 0), 'forwarded', coalesce(marks.forwarded, 0), 'hostName', names.name, 'domains', coalesce(passed.domains, '{}'),
         'selectors', coalesce(passed.selectors, '{}')) AS marks
  FROM top JOIN first ON first.source_ip = top.source_ip
       LEFT JOIN marks ON marks.source_ip = top.source_ip
       LEFT JOIN passed ON passed.source_ip = top.source_ip
       LEFT JOIN source_addresses own ON own.address = top.source_ip
       LEFT JOIN dmarc_source_names names ON names.address = top.source_ip
 ORDER BY top.messages DESC, top.source_ip`;

// A comment is free text: anybody could write it under the name of a receiver, so the domain that DMARC has confirmed is named.
const selectReasonsSql = `
SELECT reason ->> 'type' AS type, reason ->> 'comment' AS comment, sum(s.messages)::int8 AS messages,
       (array_agg(DISTINCT r.sender))[1:${reportersMax}] AS reporters,
       (array_agg(DISTINCT s.source_ip))[1:${reportersMax}] AS source_ips,
       to_char(min(r.begins_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS first_day,
       to_char(max(r.begins_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS last_day
  FROM dmarc_reports r JOIN dmarc_sources s ON s.report_id = r.id CROSS JOIN LATERAL jsonb_array_elements(s.reasons) AS reason
 WHERE ${inWindow} AND r.sender <> '' AND s.reasons IS NOT NULL
 GROUP BY 1, 2 ORDER BY sum(s.messages) DESC, 1, 2 LIMIT ${reasonsMax}`;
