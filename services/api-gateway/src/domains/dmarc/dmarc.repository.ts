import type { DmarcCounters, DmarcResource } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
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

const selectSourcesSql = `
SELECT s.source_ip, ${counters}, (array_agg(DISTINCT r.reporter))[1:${reportersMax}] AS reporters
  FROM dmarc_reports r JOIN dmarc_sources s ON s.report_id = r.id
 WHERE ${inWindow} GROUP BY s.source_ip ORDER BY sum(s.messages) DESC, s.source_ip LIMIT ${sourcesMax}`;

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
