import { newId } from '@postrider/contracts/ids';
import type { PlanName } from '@postrider/contracts/organizations';
import { insertRow, type Queryable } from './insert-row';

export interface OrganizationFixture {
  id: string;
  slug: string;
  name: string;
  kind: 'internal' | 'client';
  plan: PlanName;
}

export interface OrganizationOverrides extends Partial<OrganizationFixture> {
  parentOrganizationId?: string;
  postalAddress?: string;
  bodyRetentionDays?: number;
  sendingPausedAt?: Date;
  underReviewAt?: Date;
  /** Default: not approved, which matters to clients only. */
  approvedAt?: Date;
}

/** By default internal and on the plan without limits. */
export async function createOrganization(
  db: Queryable,
  overrides: OrganizationOverrides = {},
): Promise<OrganizationFixture> {
  const id = overrides.id ?? newId();
  const fixture: OrganizationFixture = {
    id,
    slug: overrides.slug ?? `org-${id.slice(-12)}`,
    name: overrides.name ?? 'Test organization',
    kind: overrides.kind ?? 'internal',
    plan: overrides.plan ?? 'internal',
  };
  await insertRow(db, 'organizations', {
    ...fixture,
    parent_organization_id: overrides.parentOrganizationId ?? null,
    postal_address: overrides.postalAddress ?? null,
    body_retention_days: overrides.bodyRetentionDays ?? 30,
    sending_paused_at: overrides.sendingPausedAt ?? null,
    under_review_at: overrides.underReviewAt ?? null,
    approved_at: overrides.approvedAt ?? null,
    updated_at: new Date(),
  });
  return fixture;
}
