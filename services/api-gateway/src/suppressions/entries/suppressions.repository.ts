import { AppError } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import {
  anyFormOf,
  forgottenAddress,
  isUniqueViolation,
  lockRow,
  type ApiGatewayDatabase,
  type ApiGatewayView,
  type Pool,
} from '@postrider/db';
import { recordAuditEntry, type Author } from '../../audit/record-audit-entry';
import { search, type Found } from '../../paging/search';
import {
  isInForce,
  listSuppressionsSearch,
  suppressionColumns,
  type SuppressionPage,
} from './list-suppressions.statement';
import type { SuppressionRow } from './suppressions.presenter';

/** Entries by id or address, as far as a key sees them. */
export type SuppressionName = {
  readonly organizationId: string;
  /** Null: all. Else the key's only domains, beside which it sees entries of the whole organization. */
  readonly domainIds: readonly string[] | null;
} & ({ readonly id: string; readonly email?: never } | { readonly email: string; readonly id?: never });

export interface NewManualEntry {
  readonly organizationId: string;
  /** `normaliseAddress` form. */
  readonly email: string;
  /** Null: the whole organization. */
  readonly domainId: string | null;
  readonly expiresAt: Date | null;
}

/** Who removes entries, and why. */
export interface Removal {
  readonly author: Author;
  readonly reason: string | undefined;
}

export interface SuppressionsRepository {
  list(page: SuppressionPage): Promise<Found<SuppressionRow>>;
  /** Of several entries of an address the one that stops most: of the organization, then the newest. */
  find(name: SuppressionName): Promise<SuppressionRow | null>;
  /**
   * Adds a manual entry, or gives the one that is there its end.
   * @throws AppError `suppression_conflict`, `unknown_domain` when the domain has just been removed
   */
  add(entry: NewManualEntry, author: Author): Promise<{ row: SuppressionRow; isNew: boolean }>;
  /**
   * Removes what the name means and the key may remove: of a restricted key, entries of its domains.
   * @returns how many were removed; null when what it sees is not its to remove
   */
  remove(name: SuppressionName, by: Removal): Promise<number | null>;
}

/** An address that changes during each of so many attempts is being changed by a loop. */
const attemptsMax = 5;

export function createSuppressionsRepository({
  pool,
  prisma,
}: Pick<ApiGatewayDatabase, 'pool' | 'prisma'>): SuppressionsRepository {
  const findAll = async (name: SuppressionName): Promise<SuppressionRow[]> => {
    const { organizationId, domainIds, id = null, email = null } = name;
    const { rows } = await pool.query<SuppressionRow>({
      name: 'suppressions.find-entries',
      text: findEntriesSql,
      values: [organizationId, id, email, domainIds],
    });
    return rows;
  };
  return {
    list: (page) => search<SuppressionRow>(pool, listSuppressionsSearch(page)),
    find: async (name) => (await findAll(name))[0] ?? null,

    add: async (entry, author) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const { id, isNew } = await addOnce(prisma, entry, author);
          const [row] = await findAll({ organizationId: entry.organizationId, domainIds: null, id });
          if (row !== undefined) return { row, isNew };
        } catch (error) {
          if (!isUniqueViolation(error) && !(error instanceof Overtaken)) throw error;
        }
        if (attempt === attemptsMax) throw new AppError('service_unavailable');
      }
    },

    remove: async (name, { author, reason }) => {
      const seen = await findAll(name);
      const { organizationId, domainIds } = name;
      const own = seen.filter(
        ({ domainId }) => domainIds === null || (domainId !== null && domainIds.includes(domainId)),
      );
      if (own.length === 0) return seen.length === 0 ? 0 : null;
      return prisma.$transaction(async (tx) => {
        let removed = 0;
        for (const row of own) {
          const { count } = await tx.suppression.deleteMany({ where: { id: row.id, organizationId } });
          if (count === 0) continue;
          removed += count;
          await recordAuditEntry(tx, {
            ...{ ...author, organizationId, action: 'suppression.delete' },
            target: { type: 'suppression', id: row.id },
            before: describe(row),
            ...(reason !== undefined && { after: { removal_reason: reason } }),
          });
        }
        return removed;
      });
    },
  };
}

const findEntriesSql = `
SELECT ${suppressionColumns} FROM suppressions c
WHERE c.organization_id = $1 AND ($2::uuid IS NULL OR c.id = $2) AND ($3::text IS NULL OR c.email = ${anyFormOf('$1::uuid', '$3::text')})
  AND ($4::uuid[] IS NULL OR c.domain_id IS NULL OR c.domain_id = ANY($4))
  AND ${isInForce.replaceAll('s.', 'c.')}
ORDER BY (c.domain_id IS NULL) DESC, c.id DESC`;

/** The entry changed between our read and our write. */
class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

function addOnce(
  prisma: ApiGatewayView,
  { organizationId, email, domainId, expiresAt }: NewManualEntry,
  author: Author,
): Promise<{ id: string; isNew: boolean }> {
  return prisma.$transaction(async (tx) => {
    // A removal of the domain waits for us, or we find it done: no entry is left behind.
    if (domainId !== null && !(await lockRow(tx, 'domain', { id: domainId, organizationId }))) {
      throw new AppError('unknown_domain');
    }
    // A forgotten address that is added again is readable again.
    const forms = [email, forgottenAddress(organizationId, email)];
    const entries = await tx.suppression.findMany({
      where: { organizationId, email: { in: forms }, domainId },
    });
    const known = entries.find((one) => one.email === email) ?? entries[0] ?? null;
    const now = new Date();
    const isThere = known !== null && (known.expiresAt === null || known.expiresAt > now);
    if (isThere && known.reason !== 'manual') {
      throw new AppError(
        'suppression_conflict',
        `The address already has an entry with the reason ${known.reason} and this scope, which a manual entry neither replaces nor removes.`,
      );
    }
    const isSame = known?.email === email && known.expiresAt?.getTime() === expiresAt?.getTime();
    if (isThere && isSame) return { id: known.id, isNew: false };
    const id = isThere ? known.id : newId();
    const data = {
      id,
      email,
      reason: 'manual',
      sourceEmailId: null,
      expiresAt,
      ...(!isThere && { createdAt: now }),
    };
    if (known === null) {
      await tx.suppression.create({ data: { ...data, organizationId, domainId } });
    } else {
      const { id: knownId, reason, expiresAt: end } = known;
      const where = { id: knownId, organizationId, reason, expiresAt: end };
      const { count } = await tx.suppression.updateMany({ where, data });
      if (count === 0) throw new Overtaken();
    }
    const described = { email, domainId, reason: 'manual' as const, sourceEmailId: null };
    await recordAuditEntry(tx, {
      ...{ ...author, organizationId, action: isThere ? 'suppression.update' : 'suppression.create' },
      target: { type: 'suppression', id },
      ...(isThere && { before: describe({ ...described, expiresAt: known.expiresAt }) }),
      after: describe({ ...described, expiresAt }),
    });
    return { id, isNew: !isThere };
  });
}

function describe(
  row: Pick<SuppressionRow, 'email' | 'reason' | 'domainId' | 'sourceEmailId' | 'expiresAt'>,
) {
  return {
    email: row.email,
    reason: row.reason,
    domain_id: row.domainId,
    source_email_id: row.sourceEmailId,
    expires_at: row.expiresAt?.toISOString() ?? null,
  };
}

/** Rows that one statement deletes. */
const pageRows = 1_000;

/** What has ended stops nothing any more. */
const deleteEndedSql = `
DELETE FROM suppressions WHERE id IN (
  SELECT id FROM suppressions WHERE expires_at <= now() - interval '1 day' LIMIT ${pageRows} FOR UPDATE SKIP LOCKED)`;

/** `'again'`: there may be more. */
export async function sweepSuppressions(pool: Pool): Promise<'again' | void> {
  const { rowCount } = await pool.query({ name: 'suppressions.delete-ended', text: deleteEndedSql });
  return rowCount === pageRows ? 'again' : undefined;
}
