import assert from 'node:assert';
import { includesRole, type Principal, type Role } from '@postrider/contracts/access';
import { AppError } from '@postrider/contracts/errors';
import type { UserSession } from '@postrider/identity';
import { clientNetwork, createSemaphore, type Clock } from '@postrider/runtime';
import { clientAddress } from '../auth/request-source';
import { requireRecentAuthentication, requireRights } from '../http/check-permission';
import { checked, checkedQuery, queryOf, type AnswerRequest } from '../http/pipeline';
import type { Reply } from '../http/reply';
import type { ReceiveBody } from '../http/request-body';
import type { RequestContext } from '../http/request-context';
import { isOfMembers } from '../http/route';
import { optionalSession, type RequireSession } from './authenticate-session';
import { requireSameOrigin, type ConsoleSite } from './console-site';
import type { ConsoleReply, ConsoleRequest, MemberPrincipal } from './console-request';
import type { ConsoleRoute } from './console-route';
import type { ConsoleTools } from './console-tools';
import { readCookie } from './cookies';
import type { CountOpenRequest } from './open-requests';
import { authenticatedUntil, type MemberPrincipals } from './member-principals';
import type { CountUserRequest } from './user-requests';

interface AnswerSessionOptions {
  readonly requireSession: RequireSession;
  readonly principals: MemberPrincipals;
  readonly site: ConsoleSite;
  readonly receiveBody: ReceiveBody;
  readonly countOpenRequest: CountOpenRequest;
  readonly countUserRequest: CountUserRequest;
  readonly operatorsNeedSecondFactor: boolean;
  readonly trustedProxyHops: number;
  readonly clock: Clock;
}

const bodyBytesMax = 65_536;

/** Origin, session, rate of the user, role, recent authentication, body, handler: in this order. */
export function createAnswerSession(
  options: AnswerSessionOptions,
  tools: ConsoleTools,
): AnswerRequest<ConsoleRoute> {
  const admit = createAdmit(options);
  const handle = createHandle(tools);
  const inTurn = createStreamTurns(options);
  return (route, context, record) => {
    requireSameOrigin(context, options.site);
    return inTurn(route, context, async () => {
      const caller = await admit(route, context);
      record.principal = () => caller.member;
      if (caller.session !== null) record.userId = caller.session.user.id;
      const request = await readRequest(options, { route, context, caller });
      return replyOf(route, context, await handle(route, request));
    });
  };
}

/** Openings of event streams at a time: each asks the database twice. */
const openingsMax = 4;
/** Beyond as many, a client is asked to come back. All browsers reconnect at once when a gateway restarts. */
const openingsWaitingMax = 10_000;

/** Event streams open one after another, clients in turn, so that they do not take the connections that other requests need. */
function createStreamTurns({ trustedProxyHops }: Pick<AnswerSessionOptions, 'trustedProxyHops'>) {
  const turns = createSemaphore({ permits: openingsMax });
  let waiting = 0;
  return async <T>(
    { textTypes }: ConsoleRoute,
    context: RequestContext,
    work: () => Promise<T>,
  ): Promise<T> => {
    if (textTypes === undefined) return work();
    if (waiting >= openingsWaitingMax) throw new AppError('service_unavailable');
    const owner = clientNetwork(clientAddress(context, trustedProxyHops));
    waiting += 1;
    try {
      return await turns.run({ priority: 0, owner }, () => {
        // Its client gave up waiting.
        if (context.isClosed) throw new AppError('service_unavailable');
        return work();
      });
    } finally {
      waiting -= 1;
    }
  };
}

/** Operators look at the mail of all organizations: so few of their requests at a time that customers do not notice. */
const operatorRequestsMax = 2;

function createHandle(tools: ConsoleTools) {
  const turns = createSemaphore({ permits: operatorRequestsMax });
  return (
    { access, handle }: ConsoleRoute,
    request: ConsoleRequest<'anyone', unknown, unknown, unknown>,
  ): Promise<ConsoleReply<unknown>> => {
    if (access !== 'operator') return handle(request, tools);
    const owner = request.session?.user.id ?? '';
    return turns.run({ priority: 0, owner }, () => handle(request, tools));
  };
}

function replyOf(
  { success: { status }, textTypes }: ConsoleRoute,
  context: RequestContext,
  { body, stream, cookies = [] }: ConsoleReply<unknown>,
): Reply {
  if (stream === undefined) return { status, body, cookies };
  const [contentType] = textTypes ?? [];
  assert(contentType !== undefined, 'a stream has a type');
  if (context.isClosed) stream.end();
  else context.onceClosed(() => stream.end());
  // A proxy that waits for more would hold events back.
  const headers = { 'x-accel-buffering': 'no' };
  return { status, stream: stream.pieces, isEndless: true, contentType, cookies, headers };
}

interface ConsoleCaller {
  readonly session: UserSession | null;
  readonly member: Principal | null;
  readonly address: string;
}

function createAdmit(options: AnswerSessionOptions) {
  const { requireSession, principals, countOpenRequest, countUserRequest, trustedProxyHops, clock } = options;
  return async (route: ConsoleRoute, context: RequestContext): Promise<ConsoleCaller> => {
    const address = clientAddress(context, trustedProxyHops);
    const { access, isSensitive } = route;
    if (access === 'anyone') {
      countOpenRequest(address);
      return { session: await optionalSession(requireSession(context.headers)), member: null, address };
    }
    const session = await requireSession(context.headers);
    // Operators have turns of their own, and their pages repeat requests until a long change is done.
    if (access === 'operator') requireOperator(session, options);
    else countUserRequest(session.user.id, route);
    const member = isOfMembers(access) ? await findMember(principals, { session, context, access }) : null;
    if (member !== null) requireRights(member, route.rights);
    if (isSensitive) {
      requireRecentAuthentication({ authenticatedUntil: authenticatedUntil(session) }, clock.now());
    }
    return { session, member, address };
  };
}

/** @throws AppError `forbidden`; `not_found` for those who are not members */
async function findMember(
  principals: MemberPrincipals,
  given: { readonly session: UserSession; readonly context: RequestContext; readonly access: Role },
): Promise<Principal> {
  const member = await principals.find(given.session, given.context.headers);
  requireRole(member as MemberPrincipal, given.access);
  return member;
}

/** @throws AppError `forbidden` */
function requireOperator(
  { user, hasSecondFactor }: UserSession,
  { operatorsNeedSecondFactor }: Pick<AnswerSessionOptions, 'operatorsNeedSecondFactor'>,
): void {
  if (!user.isOperator) throw new AppError('forbidden', 'This requires an operator of the platform.');
  if (operatorsNeedSecondFactor && !hasSecondFactor) {
    throw new AppError('forbidden', 'This requires an operator who signed in with a second factor.');
  }
}

/** @throws AppError `forbidden` */
function requireRole({ actor }: MemberPrincipal, needed: Role): void {
  if (!includesRole(actor.role, needed)) throw new AppError('forbidden', `This requires the role ${needed}.`);
}

async function readRequest(
  { receiveBody, site }: AnswerSessionOptions,
  given: { readonly route: ConsoleRoute; readonly context: RequestContext; readonly caller: ConsoleCaller },
): Promise<ConsoleRequest<'anyone', unknown, unknown, unknown>> {
  const { route, context, caller } = given;
  const { headers } = context;
  const sender = { owner: () => clientNetwork(caller.address), count: () => Promise.resolve() };
  const received = await receiveBody(
    { ...(route.body && { body: route.body }), bodyBytesMax },
    context,
    sender,
  );
  if (received.problem !== undefined) throw received.problem;
  return {
    ...{ session: caller.session, member: caller.member },
    query: checkedQuery(route, queryOf(context)),
    body: checked(route, 'body', { value: received.value }),
    params: context.params,
    client: {
      address: caller.address,
      userAgent: headers['user-agent'] ?? null,
      deviceToken: readCookie(headers, site.cookies.names.device),
    },
    challengeToken: readCookie(headers, site.cookies.names.challenge),
    requestId: context.requestId,
  };
}
