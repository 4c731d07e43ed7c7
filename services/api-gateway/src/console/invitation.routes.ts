import { AppError, isId, type Role } from '@postrider/contracts';
import type { InvitationResource, IssuedInvitation } from '@postrider/contracts/console';
import type { Pool } from '@postrider/db';
import {
  createInvitation,
  listInvitations,
  markInvitationSent,
  renewInvitation,
  revokeInvitation,
  type InvitationRow,
  type IssuedInvitationRow,
} from '@postrider/identity';
import type { Clock } from '@postrider/runtime';
import { authorOf } from '../audit/record-audit-entry';
import { consoleRoute, type ConsoleRoute, type MemberPrincipal } from './console-route';
import { invitationEndpoints as endpoints } from './endpoints/member.endpoints';
import { grantedDomainIds, requireGrantable, requireGrantableRole } from './grants';
import type { SendInvitation } from './invitation-mail';
import { presentGrant } from './session-presenter';
import { wholeList } from './whole-list';

export interface InvitationRouteOptions {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly issueInvitation: IssueInvitation;
}

export type IssueInvitation = ReturnType<typeof createIssueInvitation>;

export interface IssueInvitationOptions {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly sendInvitation: SendInvitation;
  readonly organizationName: (id: string) => Promise<string>;
  /** `https://console.acme.example`. */
  readonly origin: string;
}

/** An admin must not be able to make the platform flood an address. */
const mailIntervalMs = 60_000;

export function invitationRoutes(options: InvitationRouteOptions): ConsoleRoute[] {
  const { pool, clock, issueInvitation } = options;
  const issue = (member: MemberPrincipal, created: IssuedInvitationRow, sends: boolean) =>
    issueInvitation(created, {
      organizationId: member.organization.id,
      invitedBy: member.actor.name,
      sends,
    });
  return [
    consoleRoute(endpoints.list, async ({ member }) => {
      const rows = await listInvitations(pool, member.organization.id);
      return { body: wholeList(rows.map((row) => presentInvitation(row, clock.now()))) };
    }),
    consoleRoute(endpoints.create, async ({ member, body, requestId }) => {
      const { role, rights } = body;
      const domainIds = grantedDomainIds(member, body.domain_ids);
      const grant = { role, domainIds, content: rights.content, export: rights.export };
      const created = await createInvitation(
        pool,
        {
          ...{ organizationId: member.organization.id, email: body.email, grant },
          author: authorOf({ principal: member, requestId }).actor,
          permit: (authorRole) => {
            requireGrantableRole(authorRole, role);
            requireGrantable(member, grant);
          },
        },
        clock,
      );
      return { body: await issue(member, created, body.send_email) };
    }),
    consoleRoute(endpoints.resend, async ({ member, params: { id }, requestId }) => {
      const name = nameOf(member, { id, requestId });
      const renewed = await renewInvitation(
        pool,
        {
          ...name,
          permit: (row, authorRole) => {
            name.permit(row, authorRole);
            requireTimeSince(row.sentAt, clock.now());
          },
        },
        clock,
      );
      return { body: await issue(member, renewed, true) };
    }),
    consoleRoute(endpoints.renewLink, async ({ member, params: { id }, requestId }) => {
      const renewed = await renewInvitation(pool, nameOf(member, { id, requestId }), clock);
      return { body: await issue(member, renewed, false) };
    }),
    consoleRoute(endpoints.revoke, async ({ member, params: { id }, requestId }) => {
      await revokeInvitation(pool, nameOf(member, { id, requestId }));
      return {};
    }),
  ];
}

/** Presents an invitation with its link, and sends it by email on request. */
export function createIssueInvitation({
  pool,
  clock,
  sendInvitation,
  organizationName,
  origin,
}: IssueInvitationOptions) {
  return async (
    { invitation, token }: IssuedInvitationRow,
    {
      organizationId,
      invitedBy,
      sends,
    }: { readonly organizationId: string; readonly invitedBy: string; readonly sends: boolean },
  ): Promise<IssuedInvitation> => {
    const url = invitationUrl(origin, token);
    const isSent =
      sends &&
      (await sendInvitation({
        ...{ email: invitation.email, expiresAt: invitation.expiresAt, url, invitedBy },
        organizationName: await organizationName(organizationId),
      }));
    const now = clock.now();
    if (isSent) await markInvitationSent(pool, invitation.id, now);
    const row = isSent ? { ...invitation, sentAt: now } : invitation;
    return { ...presentInvitation(row, now), url, is_sent: isSent };
  };
}

/** The secret is in the fragment, which browsers send to no server: it is in no log. */
export function invitationUrl(origin: string, token: string): string {
  return `${origin}/console/invitation#${token}`;
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

/** @throws AppError `rate_limited` */
function requireTimeSince(sentAt: Date | null, now: Date): void {
  if (sentAt === null) return;
  const waitMs = sentAt.getTime() + mailIntervalMs - now.getTime();
  if (waitMs <= 0) return;
  throw new AppError('rate_limited', 'The invitation was sent a moment ago. Wait a minute.', {
    retryAfterSeconds: Math.ceil(waitMs / 1_000),
  });
}

function presentInvitation(row: InvitationRow, now: Date): InvitationResource {
  const { id, email, invitedBy, sentAt, createdAt, expiresAt } = row;
  return {
    object: 'invitation',
    ...{ id, email },
    ...presentGrant(row),
    status: expiresAt > now ? 'pending' : 'expired',
    invited_by: invitedBy,
    sent_at: sentAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}
