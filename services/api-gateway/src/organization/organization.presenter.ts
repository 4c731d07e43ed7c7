import type { LateRule, OrganizationResource, OrganizationUtm } from '@postrider/contracts/organizations';
import type { OwnOrganizationRow } from './organization.repository';

export function presentOwnOrganization(row: OwnOrganizationRow): OrganizationResource {
  return {
    object: 'organization',
    id: row.id,
    slug: row.slug,
    name: row.name,
    kind: row.kind,
    plan: row.plan,
    postal_address: row.postalAddress,
    logo_url: row.logoUrl,
    brand_color: row.brandColor,
    privacy_url: row.privacyUrl,
    body_retention_days: row.bodyRetentionDays,
    alert_email: row.alertEmail,
    generate_text: row.generateText,
    // Nothing but what the API took.
    utm: row.utm as OrganizationUtm | null,
    late_after: row.lateAfter as unknown as LateRule[],
    sending_paused_at: row.sendingPausedAt?.toISOString() ?? null,
    sending_paused_reason: row.sendingPausedReason,
    under_review: row.underReviewAt !== null,
    created_at: row.createdAt.toISOString(),
  };
}
