import type { DmarcCounters } from '@postrider/contracts';
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

export interface DmarcRepository {
  /** Days (UTC) of which there is a report. */
  series(domain: DomainName, window: DmarcWindow): Promise<DmarcDayRow[]>;
  /** The addresses that sent most, first. */
  sources(domain: DomainName, window: DmarcWindow): Promise<DmarcSourceRow[]>;
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
  };
}

const sourcesMax = 100;
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
