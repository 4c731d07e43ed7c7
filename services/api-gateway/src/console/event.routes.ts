import { consoleRoute, type ConsoleRoute } from './console-route';
import { eventEndpoints as endpoints } from './endpoints/event.endpoints';
import type { EventStreams } from './events/event-streams';
import type { MemberPrincipals } from './member-principals';

export function eventRoutes({
  streams,
  principals,
}: {
  readonly streams: EventStreams;
  readonly principals: MemberPrincipals;
}): ConsoleRoute[] {
  return [
    consoleRoute(endpoints.stream, async ({ session, query }) => {
      const headers = { 'postrider-organization': query.organization };
      const { organization, domainIds } = await principals.find(session, headers);
      return {
        stream: streams.open({ sessionId: session.id, organizationId: organization.id, domainIds }),
      };
    }),
  ];
}
