import { createDropQuotaCounters, type BumpCacheVersion } from '@postrider/admission';
import type { RedisClient } from '@postrider/messaging';
import { AppError, isId } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import { closeClient, inviteFirstOwner, openClient } from '@postrider/identity';
import type { Clock, Logger } from '@postrider/runtime';
import { authorOf } from '../audit/record-audit-entry';
import { presentClientOrganization } from '../client-organizations/client-organizations.presenter';
import { requirePartner } from '../client-organizations/partner-request';
import { changeClient } from './clients.repository';
import { consoleRoute, type ConsoleRoute, type MemberPrincipal } from './console-route';
import { clientEndpoints as endpoints } from './endpoints/client.endpoints';
import type { IssueInvitation } from './issue-invitation';
import type { PresentSession } from './session-presenter';

interface ClientRouteOptions {
  readonly pool: Pool;
  readonly redis: RedisClient;
  readonly bumpCacheVersion: BumpCacheVersion;
  readonly clock: Clock;
  readonly log: Logger;
  readonly presentSession: PresentSession;
  readonly issueInvitation: IssueInvitation;
}

export function clientRoutes(options: ClientRouteOptions): ConsoleRoute[] {
  const { pool, clock, bumpCacheVersion, presentSession, issueInvitation } = options;
  const dropQuotaCounters = createDropQuotaCounters(options);
  return [
    consoleRoute(endpoints.open, async ({ session, member, params: { id }, requestId }) => {
      if (member.organization.kind !== 'internal') throw new AppError('forbidden');
      if (!isId(id)) throw new AppError('not_found');
      const { parentId, author } = partnerOf(member, requestId);
      await openClient(pool, { parentId, clientId: id, sessionId: session.id, author });
      return { body: await presentSession(session) };
    }),
    consoleRoute(endpoints.update, async ({ member, body, params: { id }, requestId }) => {
      requirePartner(member);
      if (!isId(id)) throw new AppError('not_found');
      const now = clock.now();
      const row = await changeClient(pool, {
        ...{ ...partnerOf(member, requestId), clientId: id.toLowerCase(), change: body, now },
      });
      if (row === null) throw new AppError('not_found');
      // Limits of another plan are counted again.
      if (body.plan !== undefined) await dropQuotaCounters(row.id, now);
      await bumpCacheVersion(row.id);
      return { body: presentClientOrganization(row) };
    }),
    consoleRoute(endpoints.invite, async ({ member, body, params: { id }, requestId }) => {
      requirePartner(member);
      if (!isId(id)) throw new AppError('not_found');
      const clientId = id.toLowerCase();
      const partner = partnerOf(member, requestId);
      const { id: userId, name: invitedBy } = member.actor;
      const source = {
        ...{ organizationId: clientId, invitedBy, sends: body.send_email },
        cause: {
          ...{ organizationId: partner.parentId, userId, needsApproval: true },
          refusedWhilePaused: [partner.parentId, clientId],
        },
      };
      return {
        body: await issueInvitation(source, (recordMail) =>
          inviteFirstOwner(pool, { ...partner, clientId, email: body.email, recordMail }, clock),
        ),
      };
    }),
    consoleRoute(endpoints.close, async ({ session, params: { id } }) => {
      if (!isId(id) || !(await closeClient(pool, session.id, id))) throw new AppError('not_found');
      return { body: await presentSession(session) };
    }),
  ];
}

function partnerOf(member: MemberPrincipal, requestId: string) {
  const { actor: author } = authorOf({ principal: member, requestId });
  return { parentId: member.organization.id, author };
}
