import { contentOfVariant } from '@postrider/audiences';
import { broadcastResource, resendBroadcastRequest } from '@postrider/contracts/broadcasts';
import { AppError, invalidField } from '@postrider/contracts/errors';
import { sample } from '@postrider/contracts/fields';
import { authorOf } from '../audit/record-audit-entry';
import { defineRoute, type Route } from '../http/route';
import {
  broadcastOf,
  type BroadcastRouteOptions,
  exampleScheduled,
  found,
  nameWith,
  requireSendable,
  sendTimeOf,
} from './broadcast-request';
import type { BroadcastRow } from './broadcast-row';
import { requireDayAfter } from './broadcast-schedule';
import { presentBroadcast } from './broadcasts.presenter';

export function resendBroadcastRoute({ broadcasts, clock }: BroadcastRouteOptions): Route {
  return defineRoute({
    operationId: 'resendBroadcast',
    method: 'POST',
    path: '/broadcasts/:id/resend',
    access: { key: 'SEND' },
    testKeys: 'refused',
    limitedKeys: 'refused',
    body: resendBroadcastRequest,
    summary: 'Resend to those who did not open',
    description:
      'Sends a broadcast again to recipients who did not open it, at least 24 hours after it finished: before, with a `scheduled_at` after that time (`resend_too_early`). Creates a new broadcast whose `parent_id` is the original. Opens are not always detected, so some people receive it twice.',
    tag: 'Broadcasts',
    success: {
      status: 201,
      schema: broadcastResource,
      example: {
        ...exampleScheduled,
        audience: 'not_opened',
        parent_id: sample.broadcastId,
        id: sample.resendId,
      },
    },
    errors: [
      ...(['not_found', 'not_resendable', 'resend_exists', 'resend_too_early'] as const),
      ...(['subject_from_template', 'validation_error', 'forbidden_domain', 'unknown_domain'] as const),
      ...(['domain_not_verified', 'stream_mismatch', 'sending_paused', 'under_review'] as const),
      'unknown_topic',
    ],
    handle: async ({ principal, params, body, requestId }) => {
      const subject = body?.subject;
      const row = await broadcasts.resend(
        broadcastOf({ principal, params }),
        (parent, hasChild) => {
          requireResendable(parent, hasChild);
          const scheduledAt = sendTimeOf(body?.scheduled_at, clock);
          requireDayAfter(parent, scheduledAt);
          const content = contentOfVariant(parent, parent.abTest && parent.winner);
          if (subject !== undefined && content.template !== null) throw new AppError('subject_from_template');
          requireOpensTracked(parent);
          requireSendable(principal, parent);
          const name = nameWith(parent.name, ' (resend)');
          const said = { ...content, abTest: null, ...(subject !== undefined && { subject }) };
          // A variant's own content was not rendered from the document.
          const document =
            content.html === parent.html && content.text === parent.text ? parent.document : null;
          return {
            fields: { ...parent, ...said, document, name },
            scheduledAt,
          };
        },
        authorOf({ principal, requestId }),
      );
      return { status: 201, body: presentBroadcast(found(row)) };
    },
  });
}

/** @throws AppError `not_resendable`, `resend_exists` */
function requireResendable({ status, parentId }: BroadcastRow, hasChild: boolean): void {
  if (status !== 'sent') throw new AppError('not_resendable', `The broadcast is ${status}, not sent.`);
  if (parentId !== null) throw new AppError('not_resendable', 'The broadcast is itself a resend.');
  if (hasChild) throw new AppError('resend_exists');
}

/** Without open tracking, no recipient counts as having opened it, so all would get it twice. */
function requireOpensTracked({ trackOpens }: BroadcastRow): void {
  if (trackOpens) return;
  throw invalidField('audience', 'the opens of the broadcast were not tracked');
}
