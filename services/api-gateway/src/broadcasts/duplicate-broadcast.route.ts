import { broadcastResource } from '@postrider/contracts/broadcasts';
import { sample } from '@postrider/contracts/fields';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import { broadcastOf, exampleDraft, found, nameWith, type BroadcastRouteOptions } from './broadcast-request';
import { presentBroadcast } from './broadcasts.presenter';

export function duplicateBroadcastRoute({ broadcasts }: BroadcastRouteOptions): Route {
  return defineRoute({
    operationId: 'duplicateBroadcast',
    method: 'POST',
    path: '/broadcasts/:id/duplicate',
    access: { key: 'SEND' },
    testKeys: 'refused',
    summary: 'Duplicate a broadcast',
    description:
      'Creates a draft with the content, segment, topic, sender, tracking and A/B test of a broadcast, in any state. A duplicate of a resend goes to the segment.',
    tag: 'Broadcasts',
    success: {
      status: 201,
      schema: broadcastResource,
      example: { ...exampleDraft, id: sample.resendId, name: 'May news (copy)' },
    },
    errors: ['not_found', 'unknown_domain', 'unknown_topic'],
    handle: async ({ principal, params, requestId }) => {
      const original = found(await broadcasts.find(broadcastOf({ principal, params })));
      const fields = { ...original, name: nameWith(original.name, ' (copy)') };
      const row = await broadcasts.create(
        principal.organization.id,
        { fields, schedule: null },
        authorOf({ principal, requestId }),
      );
      return { status: 201, body: presentBroadcast(row) };
    },
  });
}
