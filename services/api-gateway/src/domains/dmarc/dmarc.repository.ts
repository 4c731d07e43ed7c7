import assert from 'node:assert';
import type { DmarcCounters, DmarcResource } from '@postrider/contracts/domains';
import { firstOf, type Pool } from '@postrider/db';
import type { SourceMarks } from './classify-source';
import { sourceDaysSql } from './source-days-sql';
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
    sources: (domain, window) => findSources(pool, domain, window),
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

const dayMs = 86_400_000;
/** How far back the first report of a source is looked for. */
const firstDays = 90;
/** What marks a source is not older than this. */
const marksDays = 30;

type CountedSource = Omit<DmarcSourceRow, 'reporters' | 'marks'>;
type SourceDetail = Pick<DmarcSourceRow, 'source_ip' | 'reporters' | 'marks'>;

async function findSources(
  pool: Pool,
  { organizationId, id }: DomainName,
  { from, until }: DmarcWindow,
): Promise<DmarcSourceRow[]> {
  const since = (days: number) => new Date(Math.min(from.getTime(), until.getTime() - days * dayMs));
  const { rows: sources } = await pool.query<CountedSource>({
    name: 'domains.sum-dmarc-sources',
    text: selectSourcesSql,
    values: [organizationId, id, since(firstDays), until, from],
  });
  const { rows: details } = await pool.query<SourceDetail>({
    name: 'domains.find-dmarc-source-details',
    text: selectDetailsSql,
    values: [
      ...[organizationId, id, since(marksDays), until, from],
      ...[new Date(until.getTime() - marksDays * dayMs), sources.map((source) => source.source_ip)],
    ],
  });
  const detailOf = new Map(details.map((detail) => [detail.source_ip, detail]));
  return sources.map((source) => {
    const detail = detailOf.get(source.source_ip);
    assert(detail !== undefined, 'a source has rows in the same window');
    return { ...source, ...detail };
  });
}

const sourcesMax = 100;
const reasonsMax = 20;
/** Reporters and source addresses that are named of each. */
const reportersMax = 10;
/** Domains and selectors of a source: one of them names its service. */
const marksMax = 20;

// sum(bigint) is numeric, which arrives as text.
const sum = (column: string, condition = 'true'): string =>
  `coalesce(sum(d.${column}) FILTER (WHERE ${condition}), 0)::int8`;
const counters = (
  condition?: string,
): string => `${sum('messages', condition)} AS messages, ${sum('passed', condition)} AS passed,
  ${sum('messages', condition)} - ${sum('passed', condition)} AS failed, ${sum('quarantined', condition)} AS quarantined,
  ${sum('rejected', condition)} AS rejected, ${sum('dkim_aligned', condition)} AS dkim_aligned,
  ${sum('spf_aligned', condition)} AS spf_aligned`;
const inWindow = 'r.organization_id = $1 AND r.domain_id = $2 AND r.begins_at >= $3 AND r.begins_at < $4';
const since = (parameter: string): string => `d.day >= (${parameter}::timestamptz AT TIME ZONE 'UTC')::date`;

// A report may have no source.
const selectSeriesSql = `
WITH ${sourceDaysSql('counts')}, summed AS (
  SELECT d.day, ${counters()}, ${sum('messages', 'NOT d.is_confirmed')} AS unauthenticated FROM days d GROUP BY d.day
), received AS (
  SELECT (r.begins_at AT TIME ZONE 'UTC')::date AS day, count(*)::int8 AS reports FROM dmarc_reports r WHERE ${inWindow} GROUP BY 1
)
SELECT to_char(received.day, 'YYYY-MM-DD') AS day, received.reports,
       ${[
         'messages',
         'passed',
         'failed',
         'quarantined',
         'rejected',
         'dkim_aligned',
         'spf_aligned',
         'unauthenticated',
       ]
         .map((column) => `coalesce(s.${column}, 0)::int8 AS ${column}`)
         .join(', ')}
  FROM received LEFT JOIN summed s ON s.day = received.day ORDER BY 1`;

// $5: from when messages count.
const selectSourcesSql = `
WITH ${sourceDaysSql('counts')}
SELECT d.source_ip, ${counters(since('$5'))}, to_char(min(d.day), 'YYYY-MM-DD') AS first_day
  FROM days d GROUP BY d.source_ip HAVING bool_or(${since('$5')})
 ORDER BY messages DESC, d.source_ip LIMIT ${sourcesMax}`;

// Of the addresses $7: who reported them since $5, and what marks them since $6.
const selectDetailsSql = `
WITH ${sourceDaysSql('all', 's.source_ip = ANY ($7::text[])')}, found AS MATERIALIZED (SELECT * FROM days), reported_by AS (
  SELECT d.source_ip, ${firstOf('reporter', reportersMax)} AS reporters
    FROM found d CROSS JOIN unnest(d.reporters) AS reporter WHERE ${since('$5')} GROUP BY 1
), sums AS (
  SELECT d.source_ip, bool_or(d.has_own_path) AS has_own_path, ${sum('messages')} AS messages,
         ${sum('messages')} - ${sum('passed')} AS failed, ${sum('forwarded')} AS forwarded
    FROM found d WHERE d.is_confirmed AND ${since('$6')} GROUP BY 1
), passed_for AS (
  SELECT d.source_ip, ${firstOf('domain', marksMax)} AS domains
    FROM found d CROSS JOIN unnest(d.domains) AS domain WHERE d.is_confirmed AND ${since('$6')} GROUP BY 1
), signed_by AS (
  SELECT d.source_ip, ${firstOf('selector', marksMax)} AS selectors
    FROM found d CROSS JOIN unnest(d.selectors) AS selector WHERE d.is_confirmed AND ${since('$6')} GROUP BY 1
)
SELECT r.source_ip, r.reporters,
       json_build_object('isOwn', own.address IS NOT NULL OR coalesce(s.has_own_path, false), 'messages', coalesce(s.messages, 0),
         'failed', coalesce(s.failed, 0), 'forwarded', coalesce(s.forwarded, 0), 'hostName', names.name,
         'domains', coalesce(p.domains, '{}'), 'selectors', coalesce(k.selectors, '{}')) AS marks
  FROM reported_by r
       LEFT JOIN sums s ON s.source_ip = r.source_ip
       LEFT JOIN passed_for p ON p.source_ip = r.source_ip
       LEFT JOIN signed_by k ON k.source_ip = r.source_ip
       LEFT JOIN source_addresses own ON own.address = r.source_ip
       LEFT JOIN dmarc_source_names names ON names.address = r.source_ip`;

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
