import { broadcastResource, sendBroadcastRequest } from '@postrider/contracts/broadcasts';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import type { SegmentsRepository } from '../segments/segments.repository';
import {
  broadcastOf,
  type BroadcastRouteOptions,
  exampleScheduled,
  found,
  requireSendable,
  requireUnbegun,
  broadcastState,
} from './broadcast-request';
import { requireDayAfter, requireNoTestAtLocalTime, scheduleOf } from './broadcast-schedule';
import { presentBroadcast } from './broadcasts.presenter';
import { requireSegment } from './check-broadcast';

export function sendBroadcastRoute({
  broadcasts,
  segments,
  clock,
}: BroadcastRouteOptions & { readonly segments: Pick<SegmentsRepository, 'find'> }): Route {
  return defineRoute({
    operationId: 'sendBroadcast',
    method: 'POST',
    path: '/broadcasts/:id/send',
    access: { key: 'SEND' },
    testKeys: 'refused',
    limitedKeys: 'refused',
    body: sendBroadcastRequest,
    summary: 'Send a broadcast',
    description:
      'Sends a draft now or at `scheduled_at`, or reschedules a broadcast. Content, segment, topic and domain are checked first. Each contact gets at most one email. With an A/B test, part of the contacts get the variants first. `…/pause` stops it for a while, and `…/cancel` for good. A paused broadcast gets the new time and stays paused.',
    tag: 'Broadcasts',
    success: { status: 200, schema: broadcastResource, example: exampleScheduled },
    errors: [
      ...(['not_found', 'not_schedulable', 'validation_error', 'forbidden_domain'] as const),
      ...(['unknown_domain', 'domain_not_verified', 'stream_mismatch'] as const),
      ...(['unknown_segment', 'invalid_segment', 'sending_paused', 'under_review'] as const),
      'resend_too_early',
    ],
    handle: async ({ principal, params, body, requestId }) => {
      const name = broadcastOf({ principal, params });
      const schedule = scheduleOf(body ?? {}, clock);
      const seen = found(await broadcasts.find(name));
      requireUnbegun(seen);
      requireSendable(principal, seen);
      // Of a resend the recipients are those of its parent.
      if (seen.parentId === null) await requireSegment(segments, name.organizationId, seen.segmentId);
      else {
        const parent = await broadcasts.find({ ...name, id: seen.parentId, domainIds: null });
        requireDayAfter(found(parent), schedule.scheduledAt);
      }
      const row = await broadcasts.change(
        name,
        (held) => {
          requireUnbegun(held);
          requireSendable(principal, held);
          requireNoTestAtLocalTime(schedule, held, 'send_at_local');
          const state = { ...broadcastState(held), status: 'scheduled' as const, ...schedule };
          const overridden = body?.overridden_findings ?? [];
          const noted = overridden.length > 0 ? { overridden_findings: overridden } : undefined;
          return { action: 'schedule', state, noted };
        },
        authorOf({ principal, requestId }),
      );
      return { status: 200, body: presentBroadcast(found(row)) };
    },
  });
}
