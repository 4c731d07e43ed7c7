import {
  broadcastResource,
  createBroadcastRequest,
  type BroadcastUtm,
} from '@postrider/contracts/broadcasts';
import type { Pool } from '@postrider/db';
import { checkPolicy } from '@postrider/submission';
import type { z } from 'zod';
import { authorOf } from '../audit/record-audit-entry';
import { renderOwnDocument } from '../documents/render-own-document';
import { defineRoute, type Route } from '../http/route';
import {
  broadcastBodyBytesMax,
  broadcastBodyValuesMax,
  broadcastVersion,
  exampleDraft,
  type BroadcastRouteOptions,
} from './broadcast-request';
import { requireNoTestAtLocalTime, scheduleOf } from './broadcast-schedule';
import { presentBroadcast } from './broadcasts.presenter';
import { findUtm } from './broadcast-organization.repository';
import type { CheckBroadcast, WantedBroadcast } from './check-broadcast';

export function createBroadcastRoute({
  pool,
  broadcasts,
  checkBroadcast,
  clock,
}: BroadcastRouteOptions & { readonly pool: Pool; readonly checkBroadcast: CheckBroadcast }): Route {
  return defineRoute({
    operationId: 'createBroadcast',
    method: 'POST',
    path: '/broadcasts',
    access: { key: 'SEND' },
    testKeys: 'refused',
    limitedKeys: 'refused',
    body: createBroadcastRequest,
    bodyBytesMax: broadcastBodyBytesMax,
    bodyValuesMax: broadcastBodyValuesMax,
    summary: 'Create a broadcast',
    description:
      'Creates an email to the contacts of a segment: a draft, or scheduled if you set `scheduled_at`. Check it with `POST /broadcasts/{id}/preview` and `…/test`, then start it with `…/send`. A broadcast needs a verified domain of the stream `bulk` and is sent to contacts of the segment who are subscribed to the topic.',
    tag: 'Broadcasts',
    versioned: broadcastVersion,
    success: { status: 201, schema: broadcastResource, example: exampleDraft },
    errors: [
      ...(['validation_error', 'payload_too_large', 'invalid_from', 'unknown_domain'] as const),
      ...(['domain_not_verified', 'forbidden_domain', 'stream_mismatch', 'unknown_topic'] as const),
      ...(['unknown_segment', 'invalid_segment', 'template_not_found', 'template_variables'] as const),
      ...(['sending_paused', 'under_review'] as const),
    ],
    handle: async ({ principal, body, requestId }) => {
      const organizationId = principal.organization.id;
      const { document, scheduled_at: scheduledAt = null } = body;
      const schedule =
        scheduledAt === null ? null : scheduleOf({ ...body, scheduled_at: scheduledAt }, clock);
      const fields = await checkBroadcast(principal, {
        ...completed(body, { utm: await findUtm(pool, organizationId, body.name) }),
        ...(document && (await renderOwnDocument(pool, organizationId, document))),
      });
      if (schedule !== null) {
        requireNoTestAtLocalTime(schedule, fields, 'send_at_local');
        checkPolicy(principal);
      }
      const row = await broadcasts.create(
        organizationId,
        { fields, schedule },
        authorOf({ principal, requestId }),
      );
      return { status: 201, body: presentBroadcast(row) };
    },
  });
}

/** @param defaults of the organization, for what the body does not say */
function completed(
  body: z.output<typeof createBroadcastRequest>,
  defaults: { readonly utm: BroadcastUtm | null },
): WantedBroadcast {
  const { reply_to = null, subject = null, preview_text = null, html = null, text = null } = body;
  const { document = null, template = null, ab_test = null } = body;
  const { track = {}, utm = defaults.utm, in_archive = true } = body;
  return {
    ...body,
    ...{ reply_to, subject, preview_text, document, html, text, template, ab_test, track, utm, in_archive },
  };
}
