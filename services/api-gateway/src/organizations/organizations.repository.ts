import type { ApiGatewayView } from '@postrider/db';
import type { PageStart } from '../paging/page';
import { insertClient, type NewClient } from './insert-client';
import type { NewPartnerKey } from './new-partner-key';
import { shown, type ClientAuthor, type OrganizationRow } from './organization-row';
import { revokeClientKeys } from './revoke-client-keys';

/** Client organizations by the organization that created them; another's do not exist for it. */
export interface OrganizationsRepository {
  /**
   * The organization with its default alert rules and its first key.
   * @throws AppError `unauthorized`, `under_review`, `sending_paused`, `organization_quota_exceeded`, `slug_taken`
   */
  create(parentOrganizationId: string, client: NewClient, author: ClientAuthor): Promise<OrganizationRow>;
  /** Up to `limit + 1` rows, newest first. */
  list(parentOrganizationId: string, page: PageStart): Promise<OrganizationRow[]>;
  /**
   * Revokes every live key of a client, and puts `replacement` in their place.
   * @returns how many were revoked; null when it is no client of the parent
   * @throws AppError `unauthorized` when the author was revoked meanwhile
   */
  revokeKeys(
    parentOrganizationId: string,
    client: { readonly id: string; readonly replacement: NewPartnerKey | null },
    author: ClientAuthor,
  ): Promise<number | null>;
}

export function createOrganizationsRepository(prisma: ApiGatewayView): OrganizationsRepository {
  return {
    create: (parentOrganizationId, client, author) =>
      prisma.$transaction((tx) => insertClient(tx, { parentOrganizationId, client, author })),

    list: (parentOrganizationId, { limit, beforeId }) =>
      prisma.organization.findMany({
        where: { parentOrganizationId, ...(beforeId !== null && { id: { lt: beforeId } }) },
        orderBy: { id: 'desc' },
        take: limit + 1,
        select: shown,
      }),

    revokeKeys: (parentOrganizationId, client, author) =>
      prisma.$transaction((tx) => revokeClientKeys(tx, { parentOrganizationId, client, author })),
  };
}
