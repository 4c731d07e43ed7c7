import { AppError, isId } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import { closeClient, openClient } from '@postrider/identity';
import { authorOf } from '../audit/record-audit-entry';
import { consoleRoute, type ConsoleRoute } from './console-route';
import { clientEndpoints as endpoints } from './endpoints/client.endpoints';
import type { PresentSession } from './session-presenter';

export function clientRoutes({
  pool,
  presentSession,
}: {
  readonly pool: Pool;
  readonly presentSession: PresentSession;
}): ConsoleRoute[] {
  return [
    consoleRoute(endpoints.open, async ({ session, member, params: { id }, requestId }) => {
      if (member.organization.kind !== 'internal') throw new AppError('forbidden');
      if (!isId(id)) throw new AppError('not_found');
      const author = authorOf({ principal: member, requestId }).actor;
      await openClient(pool, {
        parentId: member.organization.id,
        clientId: id,
        sessionId: session.id,
        author,
      });
      return { body: await presentSession(session) };
    }),
    consoleRoute(endpoints.close, async ({ session, params: { id } }) => {
      if (!isId(id) || !(await closeClient(pool, session.id, id))) throw new AppError('not_found');
      return { body: await presentSession(session) };
    }),
  ];
}
