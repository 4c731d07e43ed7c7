import type { CreatedKeyResource } from '@postrider/contracts/keys';
import type { ClientOrganization } from '@postrider/contracts/organizations';
import type { ClientOrganizationRow, NewPartnerKey } from './client-organizations.repository';

export function presentClientOrganization(row: ClientOrganizationRow): ClientOrganization {
  return {
    object: 'organization',
    id: row.id,
    name: row.name,
    slug: row.slug,
    kind: row.kind,
    plan: row.plan,
    parent_organization_id: row.parentOrganizationId,
    alert_email: row.alertEmail,
    sending_paused_at: row.sendingPausedAt?.toISOString() ?? null,
    under_review: row.underReviewAt !== null,
    created_at: row.createdAt.toISOString(),
  };
}

/** A key at the moment of its creation: the only time its token is known. */
export function presentPartnerKey(
  { id, name, permission, mode, prefix, ...rights }: NewPartnerKey,
  { token, createdAt }: { readonly token: string; readonly createdAt: Date },
): CreatedKeyResource {
  return {
    object: 'api_key',
    id,
    name,
    permission,
    mode,
    domains: [],
    prefix,
    status: 'active',
    rights: { content: rights.content, export: rights.export },
    rate_limit: null,
    ...{ allowed_ips: [], allowed_recipients: [], templates_only: false, daily_limit: null },
    created_by: null,
    replaced_by: null,
    created_at: createdAt.toISOString(),
    expires_at: null,
    last_used_at: null,
    token,
  };
}
