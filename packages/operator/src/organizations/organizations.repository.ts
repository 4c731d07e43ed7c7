import { defaultAlertRules } from '@postrider/contracts/alerts';
import type { AuditAction } from '@postrider/contracts/audit';
import { isId, newId } from '@postrider/contracts/ids';
import type { PlanName } from '@postrider/contracts/organizations';
import type { OrganizationKind } from '@postrider/contracts/statuses';
import {
  insertAuditEntry,
  isUniqueViolation,
  withTransaction,
  type Pool,
  type PoolClient,
} from '@postrider/db';
import type { Row } from '../output/render-answer';

export interface OrganizationRow extends Row {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly kind: OrganizationKind;
  readonly plan: PlanName;
  readonly sending_paused_at: Date | null;
  readonly under_review_at: Date | null;
  readonly approved_at: Date | null;
  readonly created_at: Date;
}

export interface OrganizationDetail extends OrganizationRow {
  readonly sending_paused_reason: string | null;
  readonly under_review_reason: string | null;
  readonly alert_email: string | null;
  readonly parent_organization_id: string | null;
  readonly domains: number;
  readonly keys: number;
  readonly undecided_reviews: number;
  /** Queued messages that an approval makes due. */
  readonly held_emails: number;
  /** Queued messages that nothing but the state of the organization holds, up to 10,000. */
  readonly waiting_emails: number;
}

const shown = `id, slug, name, kind, plan, sending_paused_at, under_review_at, approved_at, created_at`;

export interface OrganizationFilter {
  readonly kind?: OrganizationKind | undefined;
  readonly plan?: PlanName | undefined;
  readonly underReview?: boolean;
  readonly paused?: boolean;
  /** A part of name or slug. */
  readonly search?: string | undefined;
  /** Null: from the newest on. */
  readonly beforeId?: string | null;
  readonly limit: number;
}

/** Newest first. */
export async function listOrganizations(pool: Pool, filter: OrganizationFilter): Promise<OrganizationRow[]> {
  const { kind = null, plan = null, underReview = false, paused = false, search = null } = filter;
  const { beforeId = null, limit } = filter;
  const { rows } = await pool.query<OrganizationRow>(
    `SELECT ${shown} FROM organizations
      WHERE ($1::text IS NULL OR kind = $1) AND ($2::text IS NULL OR plan = $2)
        AND (NOT $3::bool OR under_review_at IS NOT NULL) AND (NOT $4::bool OR sending_paused_at IS NOT NULL)
        AND ($5::text IS NULL OR position(lower($5) IN lower(name)) > 0 OR position(lower($5) IN slug) > 0)
        AND ($6::uuid IS NULL OR id < $6)
      ORDER BY id DESC LIMIT $7`,
    [kind, plan, underReview, paused, search, beforeId, limit],
  );
  return rows;
}

export async function showOrganization(pool: Pool, id: string): Promise<OrganizationDetail | undefined> {
  const { rows } = await pool.query<OrganizationDetail>(
    `SELECT ${shown}, sending_paused_reason, under_review_reason, alert_email, postal_address, body_retention_days,
       parent_organization_id,
       (SELECT count(*) FROM domains d WHERE d.organization_id = o.id)::int AS domains,
       (SELECT count(*) FROM api_keys k WHERE k.organization_id = o.id AND k.revoked_at IS NULL)::int AS keys,
       (SELECT count(*) FROM message_reviews r WHERE r.organization_id = o.id AND r.status IN ('pending', 'flagged'))::int
         AS undecided_reviews,
       (SELECT count(*) FROM message_reviews r JOIN messages m ON m.id = r.message_id
         WHERE r.organization_id = o.id AND r.status IN ('pending', 'flagged') AND m.status = 'queued'
           AND NOT EXISTS (SELECT FROM message_holds h WHERE h.message_id = m.id))::int AS held_emails,
       (SELECT count(*) FROM (SELECT FROM messages m
          WHERE m.organization_id = o.id AND m.status = 'queued' AND m.due_at IS NOT NULL
            AND NOT EXISTS (SELECT FROM message_holds h WHERE h.message_id = m.id)
            AND NOT EXISTS (SELECT FROM message_reviews r WHERE r.message_id = m.id AND r.status IN ('pending', 'flagged'))
          LIMIT 10000) waiting)::int AS waiting_emails
      FROM organizations o WHERE id = $1`,
    [id],
  );
  return rows[0];
}

/** Null: none has that id or slug. */
export async function findOrganizationId(pool: Pool, idOrSlug: string): Promise<string | null> {
  const column = isId(idOrSlug) ? 'id' : 'slug';
  const { rows } = await pool.query<{ id: string }>(`SELECT id FROM organizations WHERE ${column} = $1`, [
    idOrSlug,
  ]);
  return rows[0]?.id ?? null;
}

export interface NewOrganization {
  readonly name: string;
  readonly slug: string;
  readonly kind: OrganizationKind;
  readonly plan: PlanName;
  readonly alertEmail: string | null;
}

/** @returns its id; null when the slug is in use */
export async function createOrganization(
  pool: Pool,
  organization: NewOrganization,
  operator: string,
): Promise<string | null> {
  const { name, slug, kind, plan, alertEmail } = organization;
  const id = newId();
  try {
    await withTransaction(pool, async (client) => {
      await client.query(
        `INSERT INTO organizations (id, slug, name, kind, plan, alert_email) VALUES ($1, $2, $3, $4, $5, $6)`,
        [id, slug, name, kind, plan, alertEmail],
      );
      await insertAlertRules(client, id);
      await insertAuditEntry(client, {
        organizationId: id,
        actor: { type: 'operator', name: operator },
        action: 'org.create',
        target: { type: 'organization', id },
        after: { ...organization },
      });
    });
    return id;
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

async function insertAlertRules(client: PoolClient, organizationId: string): Promise<void> {
  for (const { kind, warnRate, pauseRate, minimum, windowMinutes } of defaultAlertRules) {
    await client.query(
      `INSERT INTO alert_rules (id, organization_id, kind, warn_rate, pause_rate, minimum, window_minutes)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [newId(), organizationId, kind, warnRate, pauseRate, minimum, windowMinutes],
    );
  }
}

export interface OrganizationChange {
  readonly action: AuditAction<'org'>;
  readonly columns: Readonly<
    Record<'name' | 'plan' | 'sending_paused_at' | 'sending_paused_reason', unknown>
  >;
}

/** Of all that are not paused, or of all that are paused with exactly this reason. */
export async function findPausableIds(
  pool: Pool,
  { pausedBecause, limit }: { readonly pausedBecause: string | null; readonly limit: number },
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM organizations
      WHERE CASE WHEN $1::text IS NULL THEN sending_paused_at IS NULL
                 ELSE sending_paused_at IS NOT NULL AND sending_paused_reason = $1 END
      ORDER BY id LIMIT $2`,
    [pausedBecause, limit === Infinity ? null : limit],
  );
  return rows.map(({ id }) => id);
}

/** Sets columns, with an audit entry of what they were. @returns false when `onlyIf` did not want it */
export async function changeOrganization(
  pool: Pool,
  id: string,
  {
    action,
    columns,
    operator,
    onlyIf = () => true,
  }: {
    action: AuditAction<'org'>;
    columns: Partial<OrganizationChange['columns']>;
    operator: string;
    onlyIf?: (before: Row) => boolean;
  },
): Promise<boolean> {
  const names = Object.keys(columns);
  const list = names.join(', ');
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<Row>(`SELECT ${list} FROM organizations WHERE id = $1 FOR UPDATE`, [
      id,
    ]);
    const [before] = rows;
    if (before === undefined) return false;
    if (!onlyIf(before)) return false;
    await client.query(
      `UPDATE organizations SET ${names.map((name, index) => `${name} = $${index + 2}`).join(', ')}, updated_at = now()
        WHERE id = $1`,
      [id, ...Object.values(columns)],
    );
    await insertAuditEntry(client, {
      organizationId: id,
      actor: { type: 'operator', name: operator },
      action,
      target: { type: 'organization', id },
      before,
      after: columns,
    });
    return true;
  });
}
