import {
  memberResource,
  updateMemberRequest,
  type MemberResource,
  type UpdateMemberRequest,
} from '@postrider/contracts/console';
import { AppError } from '@postrider/contracts/errors';
import { listOf, pageQuery } from '@postrider/contracts/fields';
import { isId } from '@postrider/contracts/ids';
import type { Pool } from '@postrider/db';
import { listMembers, removeMember, updateMember, type Grant, type MemberRow } from '@postrider/identity';
import { authorOf } from '../audit/record-audit-entry';
import { createPager } from '../paging/page';
import { consoleRoute } from './console-route';
import { grantedDomainIds, requireGrantable, requireGrantableRole } from './grants';
import { presentGrant } from './session-presenter';
import type { MemberPrincipal } from './console-request';

export const memberRoutes = [
  consoleRoute({
    operationId: 'listMembers',
    method: 'GET',
    path: '/members',
    access: 'viewer',
    query: pageQuery,
    summary: 'List members',
    description: 'Returns the members of the organization, the newest first, with their roles and domains.',
    tag: 'Members',
    success: { status: 200, schema: listOf(memberResource).meta({ id: 'MemberList' }) },
    errors: ['invalid_cursor'],
    handle: async ({ member, query }, { pool, cursors }) => {
      const organizationId = member.organization.id;
      const pager = createPager(cursors, { list: 'members', organizationId });
      const rows = await listMembers(pool, organizationId, pager.start(query));
      return { body: pager.finish(rows, query.limit, presentMember) };
    },
  }),
  consoleRoute({
    operationId: 'updateMember',
    method: 'PATCH',
    path: '/members/:id',
    access: 'admin',
    isSensitive: true,
    body: updateMemberRequest,
    summary: 'Update a member',
    description:
      'Changes role, domains or rights, from the next request of the member. Only owners can make or change owners. Admins that are limited to domains can grant only these.',
    tag: 'Members',
    success: { status: 200, schema: memberResource },
    errors: ['not_found', 'forbidden', 'forbidden_domain', 'unknown_domain', 'last_owner'],
    handle: async ({ member, body, params: { id }, requestId }, { pool }) => {
      const row = await updateMember(pool, {
        ...changeOf(member, { id, requestId }),
        grant: (current) => changedGrant(member, current, body),
      });
      return { body: presentMember(row) };
    },
  }),
  consoleRoute({
    operationId: 'removeMember',
    method: 'DELETE',
    path: '/members/:id',
    access: 'admin',
    isSensitive: true,
    summary: 'Remove a member',
    description:
      'Ends a membership. The next request of the user is refused. API keys that they created keep working.',
    tag: 'Members',
    success: { status: 204, schema: null },
    errors: ['not_found', 'forbidden', 'forbidden_domain', 'last_owner'],
    handle: async ({ member, params: { id }, requestId }, { pool }) => {
      await removeMember(pool, changeOf(member, { id, requestId }));
      return {};
    },
  }),
  consoleRoute({
    operationId: 'leaveOrganization',
    method: 'POST',
    path: '/members/leave',
    access: 'viewer',
    isSensitive: true,
    summary: 'Leave the organization',
    description: 'Ends the membership of the signed-in user. The last owner cannot leave.',
    tag: 'Members',
    success: { status: 204, schema: null },
    errors: ['last_owner'],
    handle: async ({ member, requestId }, { pool }) => {
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
    },
  }),
];

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
