import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@postrider/contracts';
import { createApiApp } from '../../http/api-app';
import { createPipeline, type PipelineOptions } from '../../http/pipeline';
import type { RequestMeasures } from '../../http/request-measures';
import type { Route } from '../../http/route';
import type { CursorCodec } from '../../paging/cursor';
import { absentCalls } from './absent-calls';
import { broadcastCalls } from './broadcast-calls';
import { audienceCalls, contactCalls, contactListCalls } from './contact-calls';
import { domainCalls } from './domain-calls';
import { emailCalls } from './email-calls';
import { eventCalls } from './event-calls';
import { keyCalls } from './key-calls';
import { receivingCalls } from './receiving-calls';
import { resendPrefix, routeOfAbsentCall, routeOfCall } from './resend-call';
import { presentResendError } from './resend-errors';
import { segmentCalls } from './segment-calls';
import { suppressionCalls } from './suppression-calls';
import { templateCalls } from './template-calls';
import { topicCalls } from './topic-calls';
import { webhookCalls } from './webhook-calls';

/** Every call that is answered. */
export const resendCalls = [
  ...[emailCalls, receivingCalls, domainCalls, keyCalls].flat(),
  ...[
    contactCalls,
    audienceCalls,
    contactListCalls,
    segmentCalls,
    topicCalls,
    broadcastCalls,
    eventCalls,
  ].flat(),
  ...[templateCalls, suppressionCalls, webhookCalls].flat(),
];

/**
 * Resend's own client, pointed at `/compat/resend`: its calls become ours, with our checks, limits and log rows. A call
 * without a counterpart is refused by name.
 * @returns false when the request is not for it
 */
export function createResendApi(
  options: Omit<PipelineOptions, 'presentError'> & {
    readonly routes: readonly Route[];
    readonly cursors: CursorCodec;
    readonly countRefusal: RequestMeasures['ofNone'];
  },
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const routes = new Map(options.routes.map((route) => [route.operationId, route]));
  const presentError = presentResendError;
  const app = createApiApp({
    // Their paths have it.
    prefix: '',
    presentError,
    processRequest: createPipeline({ ...options, presentError }),
    log: options.log,
    countRefusal: options.countRefusal,
    routes: [
      ...resendCalls.map((call) => routeOfCall(call, { routes, cursors: options.cursors })),
      ...absentCalls.map(routeOfAbsentCall),
    ],
    pages: [],
    refusal: ({ method, path }) =>
      new AppError(
        'not_found',
        `${method} ${path.slice(resendPrefix.length, 100)} of Resend's API has no counterpart in Postrider.`,
      ),
  });
  return (request, response) => {
    if (request.url?.startsWith(`${resendPrefix}/`) !== true) return false;
    app(request, response);
    return true;
  };
}
