import type { Role, SendingDomain } from '@postrider/contracts/access';
import type { PlanName } from '@postrider/contracts/organizations';
import type { Mode, OrganizationKind, Permission } from '@postrider/contracts/statuses';
import type { Pool } from '@postrider/db';

/** The organization of a principal, and all its domains. */
export interface OrganizationRow {
  readonly organizationId: string;
  readonly slug: string;
  readonly kind: OrganizationKind;
  readonly plan: PlanName;
  readonly sendingPausedAt: Date | null;
  readonly underReviewAt: Date | null;
  readonly isScreened: boolean;
  readonly domains: SendingDomain[];
}

export interface PrincipalRow extends OrganizationRow {
  readonly keyId: string;
  readonly keyName: string;
  readonly mode: Mode;
  readonly permission: Permission;
  readonly domainIds: string[] | null;
  readonly content: boolean;
  readonly export: boolean;
  readonly rateLimit: number | null;
  readonly allowedIps: string[] | null;
  readonly allowedRecipients: string[] | null;
  readonly templatesOnly: boolean;
  readonly dailyLimit: number | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly rotatedAt: Date | null;
}

/** The key with that token hash, whatever its state, its organization and all its domains. */
export async function findPrincipal(pool: Pool, tokenHash: string): Promise<PrincipalRow | undefined> {
  const { rows } = await pool.query<PrincipalRow>({
    name: 'auth.find-principal',
    text: findPrincipalSql,
    values: [Buffer.from(tokenHash, 'hex')],
  });
  return rows[0];
}

/** Notes that a key is in use, at most once a minute whatever the number of gateways. */
export async function touchKey(pool: Pool, keyId: string): Promise<void> {
  await pool.query({
    name: 'auth.touch-key',
    text: `UPDATE api_keys SET last_used_at = now()
           WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
    values: [keyId],
  });
}

/** SQL: the organization `o` with all its domains, as principals have them. */
const organizationColumns = `
  o.id AS "organizationId", o.slug, o.kind, o.plan, o.sending_paused_at AS "sendingPausedAt",
  o.under_review_at AS "underReviewAt", o.kind = 'client' AND o.approved_at IS NULL AS "isScreened",
  (
    SELECT coalesce(json_agg(json_build_object(
      'id', d.id, 'name', d.name, 'status', d.status, 'stream', d.stream, 'trackingVerified', d.tracking_verified,
      'missing', CASE WHEN d.status IN ('pending', 'failed') THEN (
        SELECT coalesce(json_agg(json_build_object('record', r->'record', 'name', r->'name', 'error', r->'error')), '[]')
        FROM jsonb_array_elements(d.records) r WHERE (r->>'required')::boolean AND r->>'status' <> 'verified'
      ) ELSE '[]' END
    ) ORDER BY d.id), '[]')
    FROM domains d WHERE d.organization_id = o.id
  ) AS domains`;

const findPrincipalSql = `
SELECT k.id AS "keyId", k.name AS "keyName", k.mode, k.permission, nullif(k.domain_ids, '{}') AS "domainIds",
  k.content, k.export, k.rate_limit AS "rateLimit", nullif(k.allowed_ips, '{}') AS "allowedIps",
  nullif(k.allowed_recipients, '{}') AS "allowedRecipients", k.templates_only AS "templatesOnly",
  k.daily_limit AS "dailyLimit", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
  k.rotated_at AS "rotatedAt", ${organizationColumns}
FROM api_keys k JOIN organizations o ON o.id = k.organization_id
WHERE k.token_hash = $1`;

export interface MemberRow extends OrganizationRow {
  readonly role: Role;
  readonly domainIds: string[] | null;
  readonly content: boolean;
  readonly export: boolean;
}

/**
 * The organization as a user may open it in a session: by a membership, or read-only as an owner of its parent who has opened it.
 * Undefined: not at all.
 */
export async function findMember(
  pool: Pool,
  {
    organizationId,
    userId,
    sessionId,
  }: { readonly organizationId: string; readonly userId: string; readonly sessionId: string },
): Promise<MemberRow | undefined> {
  const { rows } = await pool.query<MemberRow>({
    name: 'auth.find-member',
    text: findMemberSql,
    values: [organizationId, userId, sessionId],
  });
  return rows[0];
}

const findMemberSql = `
SELECT coalesce(m.role, 'viewer') AS role, nullif(m.domain_ids, '{}') AS "domainIds", coalesce(m.content, false) AS content,
  coalesce(m.export, false) AS export, ${organizationColumns}
FROM organizations o LEFT JOIN memberships m ON m.organization_id = o.id AND m.user_id = $2
WHERE o.id = $1 AND (m.id IS NOT NULL OR EXISTS (
  SELECT FROM opened_organizations v JOIN memberships p ON p.organization_id = o.parent_organization_id
   WHERE v.session_id = $3 AND v.organization_id = o.id AND p.user_id = $2 AND p.role = 'owner'))`;
