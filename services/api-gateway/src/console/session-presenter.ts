import type { SessionOrganizationResource, SessionResource } from '@postrider/contracts/console';
import type { Pool } from '@postrider/db';
import {
  listOrganizationsOf,
  type Grant,
  type OrganizationOfUser,
  type UserSession,
} from '@postrider/identity';
import type { Clock } from '@postrider/runtime';
import { authenticatedUntil } from './member-principals';

/** A session with the organizations that its user may open. */
export type PresentSession = (session: UserSession) => Promise<SessionResource>;

export function createPresentSession(options: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly operatorsNeedSecondFactor: boolean;
}): PresentSession {
  const { pool, clock, operatorsNeedSecondFactor } = options;
  return async (session) => {
    const { id, user, hasSecondFactor } = session;
    const organizations = await listOrganizationsOf(pool, { userId: user.id, sessionId: id });
    const until = authenticatedUntil(session);
    return {
      object: 'session',
      id,
      user: {
        ...{ id: user.id, email: user.email, name: user.name },
        ...{ is_operator: user.isOperator, has_second_factor: user.hasSecondFactor },
      },
      organizations: organizations.map(presentOrganization),
      second_factor: hasSecondFactor,
      operator_access: user.isOperator && (hasSecondFactor || !operatorsNeedSecondFactor),
      recently_authenticated_until: until > clock.now() ? until.toISOString() : null,
      created_at: session.createdAt.toISOString(),
      expires_at: session.expiresAt.toISOString(),
    };
  };
}

function presentOrganization(row: OrganizationOfUser): SessionOrganizationResource {
  const { membershipId, organizationId, slug, name, kind } = row;
  return {
    membership_id: membershipId,
    organization_id: organizationId,
    slug,
    name,
    kind,
    ...presentGrant(row),
  };
}

export function presentGrant({ role, domainIds, content, export: mayExport }: Grant) {
  return {
    role,
    domain_ids: domainIds.length === 0 ? null : [...domainIds],
    rights: { content, export: mayExport },
  };
}
