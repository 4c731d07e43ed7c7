import { AppError } from '@postrider/contracts/errors';
import { apiRoutes, createRefuse } from '../../http/api-routes';
import { createPipeline, type PipelineOptions } from '../../http/pipeline';
import type { RequestContext } from '../../http/request-context';
import type { RequestMeasures } from '../../http/request-measures';
import type { Route } from '../../http/route';
import type { TableRoute } from '../../http/route-table';
import type { CursorCodec } from '../../paging/cursor';
import { absentCalls } from './absent-calls';
import { broadcastCalls } from './broadcast-calls';
import { audienceCalls, contactCalls, contactListCalls } from './contact-calls';
import { domainCalls } from './domain-calls';
import { emailCalls } from './email-calls';
import { eventCalls } from './event-calls';
import { keyCalls } from './key-calls';
import { logCalls } from './log-calls';
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
  ...[templateCalls, suppressionCalls, webhookCalls, logCalls].flat(),
];

/**
 * Resend's own client, pointed at `/compat/resend`: its calls become ours, with our checks, limits and log rows. A call
 * without a counterpart is refused by name.
 */
export function resendRoutes(
  options: Omit<PipelineOptions<Route>, 'presentError'> & {
    readonly routes: readonly Route[];
    readonly cursors: CursorCodec;
    readonly countRefusal: RequestMeasures['ofNone'];
  },
): TableRoute[] {
  const routes = new Map(options.routes.map((route) => [route.operationId, route]));
  const presentError = presentResendError;
  const refuse = createRefuse({ ...options, presentError });
  return [
    ...apiRoutes({
      // Their paths have it.
      prefix: '',
      routes: [
        ...resendCalls.map((call) => routeOfCall(call, { routes, cursors: options.cursors })),
        ...absentCalls.map(routeOfAbsentCall),
      ],
      processRequest: createPipeline({ ...options, presentError }),
      refuse,
      otherMethod: noCounterpart,
    }),
    {
      method: 'ANY',
      path: /^\/compat\/resend\//,
      handle: (context) => refuse(context, noCounterpart(context)),
    },
  ];
}

function noCounterpart({ method, path }: RequestContext): AppError {
  const call = `${method} ${path.slice(resendPrefix.length, 100)}`;
  return new AppError('not_found', `${call} of Resend's API has no counterpart in Postrider.`);
}
