import { AppError, isId, type Role } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import {
  createInvitation,
  listInvitations,
  renewInvitation,
  revokeInvitation,
  type InvitationRow,
} from '@postrider/identity';
import type { Clock } from '@postrider/runtime';
import { authorOf } from '../audit/record-audit-entry';
import { consoleRoute, type ConsoleRoute, type MemberPrincipal } from './console-route';
import { invitationEndpoints as endpoints } from './endpoints/member.endpoints';
import { grantedDomainIds, requireGrantable, requireGrantableRole } from './grants';
import { presentInvitation, type InvitationSource, type IssueInvitation } from './issue-invitation';
import { wholeList } from './whole-list';

export interface InvitationRouteOptions {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly issueInvitation: IssueInvitation;
}

export function invitationRoutes(options: InvitationRouteOptions): ConsoleRoute[] {
  const { pool, clock, issueInvitation } = options;
  return [
    consoleRoute(endpoints.list, async ({ member }) => {
      const rows = await listInvitations(pool, member.organization.id);
      return { body: wholeList(rows.map((row) => presentInvitation(row, clock.now()))) };
    }),
    consoleRoute(endpoints.create, async ({ member, body, requestId }) => {
      const { role, rights } = body;
      const domainIds = grantedDomainIds(member, body.domain_ids);
      const grant = { role, domainIds, content: rights.content, export: rights.export };
      const invitation = {
        ...{ organizationId: member.organization.id, email: body.email, grant },
        author: authorOf({ principal: member, requestId }).actor,
        permit: (authorRole: Role) => {
          requireGrantableRole(authorRole, role);
          requireGrantable(member, grant);
        },
      };
      return {
        body: await issueInvitation(sourceOf(member, body.send_email), (recordMail) =>
          createInvitation(pool, { ...invitation, recordMail }, clock),
        ),
      };
    }),
    consoleRoute(endpoints.resend, async ({ member, params: { id }, requestId }) => {
      const name = nameOf(member, { id, requestId });
      return {
        body: await issueInvitation(sourceOf(member, true), (recordMail) =>
          renewInvitation(pool, { ...name, recordMail }, clock),
        ),
      };
    }),
    consoleRoute(endpoints.renewLink, async ({ member, params: { id }, requestId }) => {
      const name = nameOf(member, { id, requestId });
      return {
        body: await issueInvitation(sourceOf(member, false), () => renewInvitation(pool, name, clock)),
      };
    }),
    consoleRoute(endpoints.revoke, async ({ member, params: { id }, requestId }) => {
      await revokeInvitation(pool, nameOf(member, { id, requestId }));
      return {};
    }),
  ];
}

function sourceOf({ organization, actor }: MemberPrincipal, sends: boolean): InvitationSource {
  const { id: organizationId } = organization;
  return {
    ...{ organizationId, invitedBy: actor.name, sends },
    cause: { organizationId, userId: actor.id, refusedWhilePaused: [organizationId], needsApproval: true },
  };
}

function nameOf(
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
    permit: (row: InvitationRow, authorRole: Role) => {
      requireGrantableRole(authorRole, row.role);
      requireGrantable(member, row);
    },
  };
}
