import { AppError, isId } from '@postrider/contracts';
import type { MemberResource, UpdateMemberRequest } from '@postrider/contracts/console';
import type { Pool } from '@postrider/db';
import { listMembers, removeMember, updateMember, type Grant, type MemberRow } from '@postrider/identity';
import { authorOf } from '../audit/record-audit-entry';
import type { CursorCodec } from '../paging/cursor';
import { createPager } from '../paging/page';
import { consoleRoute, type ConsoleRoute, type MemberPrincipal } from './console-route';
import { memberEndpoints as endpoints } from './endpoints/member.endpoints';
import { grantedDomainIds, requireGrantable, requireGrantableRole } from './grants';
import { presentGrant } from './session-presenter';

export interface MemberRouteOptions {
  readonly pool: Pool;
  readonly cursors: CursorCodec;
}

export function memberRoutes({ pool, cursors }: MemberRouteOptions): ConsoleRoute[] {
  return [
    consoleRoute(endpoints.list, async ({ member, query }) => {
      const organizationId = member.organization.id;
      const pager = createPager(cursors, { list: 'members', organizationId });
      const rows = await listMembers(pool, organizationId, pager.start(query));
      return { body: pager.finish(rows, query.limit, presentMember) };
    }),
    consoleRoute(endpoints.update, async ({ member, body, params: { id }, requestId }) => {
      const row = await updateMember(pool, {
        ...changeOf(member, { id, requestId }),
        grant: (current) => changedGrant(member, current, body),
      });
      return { body: presentMember(row) };
    }),
    consoleRoute(endpoints.remove, async ({ member, params: { id }, requestId }) => {
      await removeMember(pool, changeOf(member, { id, requestId }));
      return {};
    }),
    consoleRoute(endpoints.leave, async ({ member, requestId }) => {
      const { id: userId } = member.actor;
      const own = await findOwn(pool, member);
      await removeMember(pool, {
        ...{
          organizationId: member.organization.id,
          id: own,
          author: authorOf({ principal: member, requestId }).actor,
        },
        permit: (row) => {
          if (row.userId !== userId) throw new AppError('not_found');
        },
      });
      return {};
    }),
  ];
}

/** What an admin may do to a member, by the role that the admin has when it is done. */
function changeOf(
  member: MemberPrincipal,
  { id, requestId }: { readonly id: string; readonly requestId: string },
) {
  if (!isId(id)) throw new AppError('not_found');
  return {
    ...{
      organizationId: member.organization.id,
      id,
      author: authorOf({ principal: member, requestId }).actor,
    },
    permit: (row: MemberRow, changed: Grant | null, authorRole: MemberRow['role']) => {
      requireGrantableRole(authorRole, row.role);
      requireGrantable(member, row);
      if (changed === null) return;
      requireGrantableRole(authorRole, changed.role);
      requireGrantable(member, changed);
    },
  };
}

function changedGrant(member: MemberPrincipal, current: MemberRow, body: UpdateMemberRequest): Grant {
  const { role = current.role, domain_ids: domainIds, rights } = body;
  return {
    role,
    domainIds: domainIds === undefined ? current.domainIds : grantedDomainIds(member, domainIds),
    content: rights?.content ?? current.content,
    export: rights?.export ?? current.export,
  };
}

async function findOwn(pool: Pool, { organization, actor }: MemberPrincipal): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM memberships WHERE organization_id = $1 AND user_id = $2',
    [organization.id, actor.id],
  );
  const [row] = rows;
  if (row === undefined) throw new AppError('not_found');
  return row.id;
}

function presentMember(row: MemberRow): MemberResource {
  const { id, userId, email, name, hasSecondFactor, lastSeenAt, createdAt } = row;
  return {
    object: 'member',
    ...{ id, user_id: userId, email, name },
    ...presentGrant(row),
    has_second_factor: hasSecondFactor,
    last_seen_at: lastSeenAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
  };
}
