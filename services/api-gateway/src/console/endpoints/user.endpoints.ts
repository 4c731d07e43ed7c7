import {
  changeUserRequest,
  inviteUserRequest,
  listOperatorAuditLogQuery,
  listOperatorUsersQuery,
  operatorAuditEntryList,
  operatorUserList,
  userChanged,
  userInvited,
} from '@postrider/contracts/console';
import { defineEndpoint } from '../endpoint';

const tag = 'Operator';
const access = 'operator';

/** Users of the console and the audit log of all organizations, for operators of the platform. */
export const userEndpoints = {
  list: defineEndpoint({
    operationId: 'listOperatorUsers',
    method: 'GET',
    path: '/operator/users',
    access,
    query: listOperatorUsersQuery,
    summary: 'List users',
    description: 'Returns users with their memberships and sessions, newest first.',
    tag,
    success: { status: 200, schema: operatorUserList },
    errors: [],
  }),
  invite: defineEndpoint({
    operationId: 'inviteOperatorUser',
    method: 'POST',
    path: '/operator/users/invitations',
    access,
    isSensitive: true,
    body: inviteUserRequest,
    summary: 'Invite a user to any organization',
    description:
      'Invites a user to an organization, or as an operator of the platform. The email is sent if the platform has a sender; the link can always be copied.',
    tag,
    success: { status: 200, schema: userInvited },
    errors: ['member_exists', 'invitation_exists', 'plan_limit'],
  }),
  change: defineEndpoint({
    operationId: 'changeOperatorUser',
    method: 'POST',
    path: '/operator/users/change',
    access,
    isSensitive: true,
    body: changeUserRequest,
    summary: 'Change a user',
    description:
      'Makes a user an operator or no longer one, ends all sessions of a user, or resets the sign-in of a user who cannot sign in. Operators do not change themselves.',
    tag,
    success: { status: 200, schema: userChanged },
    errors: ['not_found'],
  }),
  listAuditLog: defineEndpoint({
    operationId: 'listOperatorAuditLog',
    method: 'GET',
    path: '/operator/audit-log',
    access,
    query: listOperatorAuditLogQuery,
    summary: 'List audit log entries of all organizations',
    description:
      'Returns changes of the platform and of organizations with the values before and after, newest first.',
    tag,
    success: { status: 200, schema: operatorAuditEntryList },
    errors: [],
  }),
};
