import { invalidField } from '@postrider/contracts/errors';
import type { Pool } from '@postrider/db';
import type { UserSession } from '@postrider/identity';
import { findOrganizationId } from '@postrider/operator';
import type { CursorScope } from '../../paging/cursor';

/** Lists of the platform belong to no organization. */
export function listScope(list: string): CursorScope {
  return { list, organizationId: '' };
}

/** Of a filter. @returns null without one */
export async function organizationIdOf(pool: Pool, organization: string | undefined): Promise<string | null> {
  return organization === undefined ? null : requireOrganizationId(pool, organization);
}

/**
 * @param organization id or slug
 * @throws AppError `validation_error` when there is no such organization
 */
export async function requireOrganizationId(pool: Pool, organization: string): Promise<string> {
  const id = await findOrganizationId(pool, organization);
  if (id === null) throw invalidField('organization', `there is no ${organization}`);
  return id;
}

/** How audit logs name the operator. */
export function loginOf({ user }: UserSession): string {
  return user.email;
}
