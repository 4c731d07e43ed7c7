import {
  changeUserRequest,
  inviteUserRequest,
  listOperatorAuditLogQuery,
  listOperatorUsersQuery,
  operatorAuditEntryList,
  operatorUserList,
  userChanged,
  userInvited,
  type OperatorAuditEntry,
  type OperatorUser,
} from '@postrider/contracts/console';
import { AppError, invalidField } from '@postrider/contracts/errors';
import {
  canonicalEmail,
  changeOperator,
  createInvitation,
  endSessions,
  inviteOperator,
  listUsers,
  resetUser,
  type ListedUser,
} from '@postrider/identity';
import { listAuditEntries, type AuditEntryRow } from '@postrider/operator';
import { createPager } from '../../paging/page';
import { operatorRoute } from '../console-route';
import { invitationUrl } from '../issue-invitation';
import type { ConsoleTools } from '../console-tools';
import { listScope, loginOf, organizationIdOf, requireOrganizationId } from './platform';

export const userRoutes = [
  operatorRoute({
    operationId: 'listOperatorUsers',
    method: 'GET',
    path: '/operator/users',
    query: listOperatorUsersQuery,
    summary: 'List users',
    description: 'Returns users with their memberships and sessions, newest first.',
    success: { status: 200, schema: operatorUserList },
    errors: [],
    handle: async ({ query }, { pool, cursors }) => {
      const { search, organization, operators } = query;
      const organizationId = await organizationIdOf(pool, organization);
      const pager = createPager(cursors, listScope('operator-users'));
      const { limit, beforeId } = pager.start(query);
      const isOperator = operators === undefined ? null : operators === 'true';
      const rows = await listUsers(pool, { organizationId, search, isOperator, beforeId, limit: limit + 1 });
      return { body: pager.finish(rows, limit, presentUser) };
    },
  }),
  operatorRoute({
    operationId: 'inviteOperatorUser',
    method: 'POST',
    path: '/operator/users/invitations',
    isSensitive: true,
    body: inviteUserRequest,
    summary: 'Invite a user to any organization',
    description:
      'Invites a user to an organization, or as an operator of the platform. The email is sent if the platform has a sender; the link can always be copied.',
    success: { status: 200, schema: userInvited },
    errors: ['member_exists', 'invitation_exists', 'plan_limit'],
    handle: async (
      { session, body: { email, organization, role } },
      { pool, clock, issueInvitation, settings },
    ) => {
      const author = { type: 'operator', name: loginOf(session) } as const;
      if (organization === null) {
        const { token } = await inviteOperator(pool, { email, author }, clock);
        const url = invitationUrl(settings.origin, token);
        return { body: { object: 'user_invitation' as const, email, url, is_sent: false } };
      }
      const organizationId = await requireOrganizationId(pool, organization);
      const grant = { role, domainIds: [], content: true, export: true };
      const given = { organizationId, email, grant, author, permit: () => undefined };
      // Operators also invite into an organization that they have paused.
      const cause = { organizationId, userId: session.user.id, refusedWhilePaused: [], needsApproval: false };
      const issued = await issueInvitation(
        { organizationId, invitedBy: author.name, sends: true, cause },
        (recordMail) => createInvitation(pool, { ...given, recordMail }, clock),
      );
      return {
        body: { object: 'user_invitation' as const, email, url: issued.url, is_sent: issued.is_sent },
      };
    },
  }),
  operatorRoute({
    operationId: 'changeOperatorUser',
    method: 'POST',
    path: '/operator/users/change',
    isSensitive: true,
    body: changeUserRequest,
    summary: 'Change a user',
    description:
      'Makes a user an operator or no longer one, ends all sessions of a user, or resets the sign-in of a user who cannot sign in. Operators do not change themselves.',
    success: { status: 200, schema: userChanged },
    errors: ['not_found'],
    handle: async ({ session, body: given }, tools) => {
      if (canonicalEmail(given.email) === session.user.email) {
        throw invalidField('email', 'operators do not change themselves');
      }
      return {
        body: {
          ...{ object: 'user_change' as const, ...given },
          password: await change(tools, given, loginOf(session)),
        },
      };
    },
  }),
  operatorRoute({
    operationId: 'listOperatorAuditLog',
    method: 'GET',
    path: '/operator/audit-log',
    query: listOperatorAuditLogQuery,
    summary: 'List audit log entries of all organizations',
    description:
      'Returns changes of the platform and of organizations with the values before and after, newest first.',
    success: { status: 200, schema: operatorAuditEntryList },
    errors: [],
    handle: async ({ query }, { pool, cursors }) => {
      const { organization, action, actor, name, target, since, until } = query;
      const organizationId = await organizationIdOf(pool, organization);
      const pager = createPager(cursors, listScope('operator-audit-log'));
      const { limit, beforeId } = pager.start(query);
      const rows = await listAuditEntries(pool, {
        ...{ organizationId, beforeId, limit: limit + 1 },
        ...(action !== undefined && { action }),
        ...(actor !== undefined && { actor }),
        ...(name !== undefined && { name }),
        ...(target !== undefined && { target }),
        ...(since !== undefined && { since: new Date(since) }),
        ...(until !== undefined && { until: new Date(until) }),
      });
      return { body: pager.finish(rows, limit, presentEntry) };
    },
  }),
];

type UserChange = 'make_operator' | 'remove_operator' | 'end_sessions' | 'reset';

/** @returns the new password of a user who was reset */
async function change(
  { pool, passwords }: ConsoleTools,
  { email, change }: { readonly email: string; readonly change: UserChange },
  operator: string,
): Promise<string | null> {
  const author = { type: 'operator', name: operator } as const;
  if (change === 'reset') return (await resetUser(pool, email, { passwords, author })) ?? notFound();
  const isFound =
    change === 'end_sessions'
      ? (await endSessions(pool, email, author)) !== null
      : await changeOperator(pool, email, { isOperator: change === 'make_operator', author });
  return isFound ? null : notFound();
}

function notFound(): never {
  throw new AppError('not_found');
}

function presentUser({ last_seen_at, created_at, organizations, ...user }: ListedUser): OperatorUser {
  return {
    object: 'operator_user',
    ...user,
    organizations: [...organizations],
    last_seen_at: last_seen_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}

function presentEntry(row: AuditEntryRow): OperatorAuditEntry {
  return {
    object: 'audit_entry',
    ...{ id: row.id, organization: row.organization, action: row.action },
    actor: { type: row.actor, id: row.actor_id, name: row.name },
    target: { type: row.target_type, id: row.target_id, name: row.target_name },
    ...{ before: row.before, after: row.after, request_id: row.request_id },
    created_at: row.created_at.toISOString(),
    last_changed_at: row.last_changed_at?.toISOString() ?? null,
  };
}
