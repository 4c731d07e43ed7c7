import { z } from 'zod';
import { consoleRoute } from './console-route';

export const eventRoutes = [
  consoleRoute({
    operationId: 'streamEvents',
    method: 'GET',
    path: '/events/stream',
    access: 'user',
    query: z.object({
      organization: z.uuid().meta({
        description: 'Id of the organization, since `EventSource` sends no headers.',
        examples: ['01a1f3c0-7d2e-7000-8000-000000000001'],
      }),
    }),
    summary: 'Follow changes',
    description:
      'Server-sent events: each is an array of `{kind, id}`, at most one a second. `kind` is `email`. An `id` of null says that more have changed than are listed. A comment every 15 seconds shows that the stream works. It ends within 15 seconds of the session or membership. Changes may be missed: reload after connecting, and poll at a slow pace.',
    tag: 'Events',
    success: { status: 200, schema: null },
    textTypes: ['text/event-stream'],
    errors: ['not_found', 'service_unavailable'],
    handle: async ({ session, query }, { streams, principals }) => {
      const headers = { 'postrider-organization': query.organization };
      const { organization, domainIds } = await principals.find(session, headers);
      return {
        stream: streams.open({ sessionId: session.id, organizationId: organization.id, domainIds }),
      };
    },
  }),
];
