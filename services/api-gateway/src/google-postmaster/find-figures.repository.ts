import type { GooglePostmaster, GoogleRequirement } from '@postrider/contracts/deliverability';
import type { Pool } from '@postrider/db';
import { isoTimeSql } from '../paging/iso-time';
import type { GoogleDay } from './google-api';
import type { ConnectionFault } from './google-postmaster.repository';

interface Scope {
  readonly organizationId: string;
  /** Null: all of the organization. */
  readonly domainId: string | null;
}

/** What Google says of a verified domain. */
export interface FoundFigures {
  readonly domain: string;
  /** Null: Google, or the account, does not know it. */
  readonly googleDomain: string | null;
  readonly days: readonly GoogleDay[];
  readonly requirements: readonly GoogleRequirement[];
}

const domainsMax = 100;

export async function findFigures(pool: Pool, { organizationId, domainId }: Scope): Promise<FoundFigures[]> {
  const { rows } = await pool.query<FoundFigures>({
    name: 'google-postmaster.find-figures',
    text: `
SELECT d.name AS domain, g.google_domain AS "googleDomain", coalesce(g.days, '[]') AS days,
       coalesce(g.requirements, '[]') AS requirements
  FROM domains d LEFT JOIN google_postmaster_domains g ON g.domain_id = d.id
 WHERE d.organization_id = $1 AND ($2::uuid IS NULL OR d.id = $2) AND d.status = 'verified'
 ORDER BY d.name LIMIT ${domainsMax}`,
    values: [organizationId, domainId],
  });
  return rows;
}

interface ConnectionRow {
  readonly connected_at: string;
  readonly read_at: string | null;
  readonly fault: ConnectionFault | null;
}

const faultTexts: Readonly<Record<ConnectionFault, string>> = {
  access_revoked: 'Google no longer accepts the connection. Connect the account again.',
  refused: 'Google refused the request. The operator must check the project at Google and its settings.',
  rate_limited: 'Google limits requests. The figures are read again within an hour.',
  unavailable: 'Google did not answer. The figures are read again within an hour.',
};

export async function readGooglePostmaster(pool: Pool, scope: Scope): Promise<GooglePostmaster> {
  const { rows } = await pool.query<ConnectionRow>({
    name: 'google-postmaster.find-connection',
    text: `SELECT ${isoTimeSql('c.connected_at')} AS connected_at, ${isoTimeSql('c.read_at')} AS read_at, c.error AS fault
             FROM google_postmaster_connections c WHERE c.organization_id = $1`,
    values: [scope.organizationId],
  });
  const [row] = rows;
  if (row === undefined) {
    return { status: 'not_connected', ...{ connected_at: null, read_at: null, error: null, domains: [] } };
  }
  const { connected_at, read_at, fault } = row;
  return {
    status: fault === 'access_revoked' ? 'access_revoked' : 'connected',
    ...{ connected_at, read_at },
    error: fault === null ? null : faultTexts[fault],
    domains: (await findFigures(pool, scope)).map(presentFigures),
  };
}

function presentFigures({
  domain,
  googleDomain,
  days,
  requirements,
}: FoundFigures): GooglePostmaster['domains'][number] {
  const newest = days.at(-1);
  return {
    ...{ domain, google_domain: googleDomain, day: newest?.day ?? null, days_with_data: days.length },
    spam_rate: newest?.spamRate ?? null,
    spf_passed: newest?.spfPassed ?? null,
    dkim_passed: newest?.dkimPassed ?? null,
    dmarc_passed: newest?.dmarcPassed ?? null,
    requirements: [...requirements],
  };
}
