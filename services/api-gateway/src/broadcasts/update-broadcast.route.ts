import {
  broadcastResource,
  updateBroadcastRequest,
  type UpdateBroadcastRequest,
} from '@postrider/contracts/broadcasts';
import { AppError } from '@postrider/contracts/errors';
import type { Pool } from '@postrider/db';
import type { RenderedDocument } from '@postrider/templating';
import { authorOf } from '../audit/record-audit-entry';
import { renderOwnDocument } from '../documents/render-own-document';
import type { RequestedVersion } from '../http/object-version';
import { defineRoute, type Route } from '../http/route';
import {
  broadcastBodyBytesMax,
  broadcastBodyValuesMax,
  broadcastOf,
  broadcastState,
  broadcastVersion,
  exampleDraft,
  found,
  requireUnbegun,
  type BroadcastRouteOptions,
} from './broadcast-request';
import type { BroadcastRow } from './broadcast-row';
import { requireNoTestAtLocalTime } from './broadcast-schedule';
import { presentBroadcast } from './broadcasts.presenter';
import type { BroadcastChange, BroadcastState } from './broadcasts.repository';
import type { CheckBroadcast, WantedBroadcast } from './check-broadcast';

/** More changes during the checks of one are a loop's. */
const attemptsMax = 5;

export function updateBroadcastRoute({
  pool,
  broadcasts,
  checkBroadcast,
}: BroadcastRouteOptions & { readonly pool: Pool; readonly checkBroadcast: CheckBroadcast }): Route {
  return defineRoute({
    operationId: 'updateBroadcast',
    method: 'PATCH',
    path: '/broadcasts/:id',
    access: { key: 'SEND' },
    testKeys: 'refused',
    limitedKeys: 'refused',
    body: updateBroadcastRequest,
    bodyBytesMax: broadcastBodyBytesMax,
    bodyValuesMax: broadcastBodyValuesMax,
    summary: 'Update a broadcast',
    description:
      'Changes the given fields of a draft or scheduled broadcast; null clears a field. `scheduled_at: null` makes a scheduled broadcast a draft again. `in_archive` alone can be changed in any status.',
    tag: 'Broadcasts',
    versioned: broadcastVersion,
    success: { status: 200, schema: broadcastResource, example: exampleDraft },
    errors: [
      ...(['not_found', 'not_schedulable', 'validation_error', 'payload_too_large'] as const),
      ...(['invalid_from', 'unknown_domain', 'domain_not_verified', 'forbidden_domain'] as const),
      ...(['stream_mismatch', 'unknown_topic', 'unknown_segment', 'invalid_segment'] as const),
      ...(['template_not_found', 'template_variables'] as const),
    ],
    handle: async ({ principal, params, body, requestId, version }) => {
      const name = broadcastOf({ principal, params });
      const author = authorOf({ principal, requestId, version });
      if (changesArchiveAlone(body)) {
        const row = await broadcasts.change(name, (held) => changedArchive(held, { body, version }), author);
        return { status: 200, body: presentBroadcast(found(row)) };
      }
      const rendered =
        body.document && (await renderOwnDocument(pool, principal.organization.id, body.document));
      for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
        const seen = found(await broadcasts.find(name));
        requireUnbegun(seen);
        // Before what its fields are checked for: they are not what the author has seen.
        version.require(presentBroadcast(seen));
        const fields = await checkBroadcast(principal, changed(seen, body, rendered));
        const decide = (held: BroadcastRow): BroadcastChange => {
          requireUnbegun(held);
          version.require(presentBroadcast(held));
          if (held.updatedAt.getTime() !== seen.updatedAt.getTime()) throw new Overtaken();
          const state = broadcastState(held);
          if (body.scheduled_at !== null) requireNoTestAtLocalTime(state, fields, 'ab_test');
          return { action: 'update', state: body.scheduled_at === null ? unscheduled(state) : state, fields };
        };
        try {
          const row = await broadcasts.change(name, decide, author);
          return { status: 200, body: presentBroadcast(found(row)) };
        } catch (error) {
          if (!(error instanceof Overtaken)) throw error;
        }
      }
      throw new AppError('service_unavailable', 'The broadcast is being changed by another request.');
    },
  });
}

/** It has changed since it was read: what was checked is not what would be written. */
class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/** What has been sent may still be taken out of the archive; its content and its schedule stay as they are. */
function changesArchiveAlone({ in_archive: inArchive, ...others }: UpdateBroadcastRequest): boolean {
  return inArchive !== undefined && Object.values(others).every((value) => value === undefined);
}

function changedArchive(
  held: BroadcastRow,
  {
    body: { in_archive: inArchive },
    version,
  }: { readonly body: UpdateBroadcastRequest; readonly version: RequestedVersion },
): BroadcastChange {
  version.require(presentBroadcast(held));
  return { action: 'update', state: null, inArchive };
}

/** A draft again. */
function unscheduled(state: BroadcastState): BroadcastState {
  return { ...state, status: 'draft', scheduledAt: null, pausedAt: null, localTime: null };
}

/** What it becomes: a template takes the place of own content, own content that of a template, and what is written that of a document. */
function changed(
  row: BroadcastRow,
  body: UpdateBroadcastRequest,
  rendered: RenderedDocument | null | undefined,
): WantedBroadcast {
  const toTemplate = body.template !== undefined && body.template !== null;
  const toOwn = [body.subject, body.html, body.text, body.document].some(
    (value) => value !== undefined && value !== null,
  );
  const own = toTemplate ? { subject: null, document: null, html: null, text: null } : row;
  const document = body.html === undefined && body.text === undefined ? own.document : null;
  const template = toOwn ? null : row.template;
  const { abTest, trackOpens, trackClicks } = row;
  // Another domain may have no tracking host.
  const track = body.from === undefined ? { opens: trackOpens, clicks: trackClicks } : {};
  return {
    name: row.name,
    segment_id: row.segmentId,
    topic: row.topic,
    from: row.fromHeader,
    reply_to: row.replyTo,
    preview_text: row.previewText,
    utm: row.utm,
    in_archive: row.inArchive,
    ...{ subject: own.subject, document, html: own.html, text: own.text, template },
    ab_test: abTest && {
      variants: abTest.variants.map((variant) => ({ ...variant })),
      percent: abTest.percent,
      wait_minutes: abTest.waitMinutes,
      metric: abTest.metric,
    },
    ...given(body),
    ...rendered,
    track: { ...track, ...body.track },
  };
}

/** Without absent fields. */
function given(body: UpdateBroadcastRequest): Partial<WantedBroadcast> {
  const { scheduled_at: _, track: __, ...fields } = body;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
