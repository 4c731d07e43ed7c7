import type { Pool } from '@postrider/db';
import type { TlsFailure } from '@postrider/smtp-client';
import type { StsFailure } from '../mta-sts/fetch-policy';
import type { AppliedPolicy } from '../tls-policy/tls-policy';

/** In the words of RFC 8460 §4.3. */
export type TlsSessionResult = 'success' | 'dnssec-invalid' | TlsFailure | StsFailure;

/** Connections of a UTC day that went alike. */
export interface SessionCount {
  /** `2026-01-31` */
  readonly day: string;
  readonly domain: string;
  readonly policy: AppliedPolicy;
  readonly mxHost: string;
  readonly result: TlsSessionResult;
  readonly sendingAddress: string;
  readonly receivingAddress: string;
  readonly reason: string | null;
  readonly sessions: number;
}

/** The report about a day is due after it has ended, some time within four hours: not all at midnight (RFC 8460 §4.1). */
const addSql = `
WITH counted AS (
  SELECT * FROM unnest($1::date[], $2::text[], $3::text[], $4::jsonb[], $5::text[], $6::text[], $7::text[], $8::text[], $9::int[],
    $10::text[])
    AS c (day, policy_domain, policy_type, policy, mx_host, result, sending_address, receiving_address, sessions, reason)
), report AS (
  INSERT INTO tls_reports (day, policy_domain, next_attempt_at)
  SELECT DISTINCT day, policy_domain, ((day + 1) AT TIME ZONE 'UTC') + interval '10 min' + random() * interval '230 min'
  FROM (SELECT DISTINCT day, policy_domain FROM counted) AS domains
  ON CONFLICT (day, policy_domain) DO NOTHING
)
INSERT INTO tls_session_counts AS known (day, policy_domain, policy_type, policy, mx_host, result, sending_address, receiving_address,
  sessions, reason)
SELECT day, policy_domain, policy_type, policy, mx_host, result, sending_address, receiving_address, sessions, reason
FROM counted
ORDER BY day, policy_domain, policy_type, mx_host, result, sending_address, receiving_address
ON CONFLICT (day, policy_domain, policy_type, mx_host, result, sending_address, receiving_address) DO UPDATE
SET sessions = known.sessions + excluded.sessions, policy = excluded.policy, reason = excluded.reason`;

export async function addCounts(pool: Pool, counts: readonly SessionCount[]): Promise<void> {
  await pool.query({
    name: 'tls-reports.add-counts',
    text: addSql,
    values: [
      counts.map(({ day }) => day),
      counts.map(({ domain }) => domain),
      counts.map(({ policy }) => policy.type),
      counts.map(({ policy: { text, mxPatterns } }) => JSON.stringify({ text, mxPatterns })),
      counts.map(({ mxHost }) => mxHost),
      counts.map(({ result }) => result),
      counts.map(({ sendingAddress }) => sendingAddress),
      counts.map(({ receivingAddress }) => receivingAddress),
      counts.map(({ sessions }) => sessions),
      counts.map(({ reason }) => reason),
    ],
  });
}

interface CountRow {
  readonly policy_type: AppliedPolicy['type'];
  readonly policy: { readonly text: string[]; readonly mxPatterns: string[] };
  readonly mx_host: string;
  readonly result: TlsSessionResult;
  readonly sending_address: string;
  readonly receiving_address: string;
  readonly sessions: number;
  readonly reason: string | null;
}

/** Successes first, failures by their number: a report has room for so many. */
const findSql = `
SELECT policy_type, policy, mx_host, result, sending_address, receiving_address, sessions, reason
FROM tls_session_counts
WHERE day = $1 AND policy_domain = $2
ORDER BY policy_type, (result = 'success') DESC, sessions DESC
LIMIT $3`;

export async function findCounts(
  pool: Pool,
  { day, domain, limit }: { day: string; domain: string; limit: number },
): Promise<readonly SessionCount[]> {
  const { rows } = await pool.query<CountRow>({
    name: 'tls-reports.find-counts',
    text: findSql,
    values: [day, domain, limit],
  });
  return rows.map((row) => ({
    day,
    domain,
    policy: { type: row.policy_type, text: row.policy.text, mxPatterns: row.policy.mxPatterns },
    mxHost: row.mx_host,
    result: row.result,
    sendingAddress: row.sending_address,
    receivingAddress: row.receiving_address,
    reason: row.reason,
    sessions: row.sessions,
  }));
}

const deleteSql = 'DELETE FROM tls_session_counts WHERE day < $1::date - 3';

export async function deleteOldCounts(pool: Pool, today: string): Promise<void> {
  await pool.query({ name: 'tls-reports.delete-counts', text: deleteSql, values: [today] });
}
