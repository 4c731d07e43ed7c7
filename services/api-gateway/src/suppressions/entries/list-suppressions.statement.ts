import type { SuppressionReason } from '@postrider/contracts/statuses';
import { anyFormOf } from '@postrider/db';
import { createBinder, type Binder, type Search } from '../../paging/search';

/** Which entries a key sees, and which of those are asked for. */
export interface SuppressionFilter {
  readonly organizationId: string;
  /** The key's only domains, beside which it sees what stops its sends everywhere; null: all. */
  readonly domainIds: readonly string[] | null;
  /** `normaliseAddress` form. */
  readonly email?: string | undefined;
  readonly reason?: SuppressionReason | undefined;
  /** Entries of this domain alone. */
  readonly domainId?: string | undefined;
}

export interface SuppressionPage extends SuppressionFilter {
  readonly limit: number;
  readonly beforeId: string | null;
}

const read = 's.id, s.email, s.reason, s.domain_id, s.source_email_id, s.created_at, s.expires_at';

export const suppressionColumns = `c.id, c.email, c.reason, c.domain_id AS "domainId",
  (SELECT name FROM domains d WHERE d.id = c.domain_id) AS domain, c.source_email_id AS "sourceEmailId",
  c.created_at AS "createdAt", c.expires_at AS "expiresAt"`;

/** Expired entries stop no mail and are not shown; the sweep deletes them soon. */
export const isInForce = '(s.expires_at IS NULL OR s.expires_at > now())';

/**
 * A page, newest first. An address drives its own index; else the domains do, one arm for each of their indexes' orders; else
 * the reason. Where domains drive, the reason is looked for row by row (`paging/search.ts`).
 */
export function listSuppressionsSearch(page: SuppressionPage): Search {
  const bind = createBinder();
  const { limit, beforeId, email, reason, organizationId } = page;
  const conditions = [`s.organization_id = ${bind.value('organization', organizationId, 'uuid')}`, isInForce];
  if (beforeId !== null) conditions.push(`s.id < ${bind.value('before', beforeId, 'uuid')}`);
  if (email !== undefined) {
    const organization = bind.value('organization', organizationId, 'uuid');
    conditions.push(`s.email = ${anyFormOf(organization, bind.value('email', email, 'text'))}`);
  }
  const scopes = scopesOf(page, bind);
  const isByDomain = scopes !== null && email === undefined;
  const isOfReason = (row: string) => `${row}.reason = ${bind.value('reason', reason, 'text')}`;
  if (reason !== undefined && !isByDomain) conditions.push(isOfReason('s'));
  if (scopes !== null && !isByDomain) conditions.push(`(${scopes.join(' OR ')})`);
  const select = (rowsMax: number, ...more: string[]): string =>
    `SELECT ${read} FROM suppressions s WHERE ${[...conditions, ...more].join(' AND ')} ORDER BY s.id DESC LIMIT ${rowsMax}`;
  const byDomain = (rowsMax: number): string =>
    `SELECT * FROM (${(scopes ?? []).map((scope) => `(${select(rowsMax, scope)})`).join(' UNION ALL ')}) s
     ORDER BY s.id DESC LIMIT ${rowsMax}`;
  // What the candidates do not refer to is bound after them.
  const candidateValues = bind.values.length;
  return {
    candidates: isByDomain ? byDomain : (rowsMax) => select(rowsMax),
    filters: isByDomain && reason !== undefined ? [isOfReason('c')] : [],
    columns: suppressionColumns,
    limit,
    values: bind.values,
    candidateValues,
  };
}

/** Null: entries of every scope. */
function scopesOf({ domainId, domainIds }: SuppressionFilter, bind: Binder): string[] | null {
  if (domainId !== undefined) return [`s.domain_id = ${bind.value('domain', domainId, 'uuid')}`];
  if (domainIds === null) return null;
  const own = domainIds.map((id, n) => `s.domain_id = ${bind.value(`domain ${n}`, id, 'uuid')}`);
  return ['s.domain_id IS NULL', ...own];
}
