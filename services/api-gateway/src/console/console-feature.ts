import type { BumpCacheVersion } from '@postrider/admission';
import type { AppError } from '@postrider/contracts';
import type { SignInMethods } from '@postrider/contracts/console';
import type { Pool } from '@postrider/db';
import {
  createChallenges,
  createDeviceTokens,
  createOpenIdProviders,
  createPasskeys,
  createPasswords,
  createSessions,
  createSignIn,
  createSignInThrottle,
  type OpenIdProviders,
  type SignInProvider,
} from '@postrider/identity';
import type { DeadLetters, RedisClient } from '@postrider/messaging';
import {
  createRecordLookup,
  type Clock,
  type Logger,
  type MasterKeys,
  type Metrics,
  type ResolveHost,
  type SecretBox,
} from '@postrider/runtime';
import { createPlatformMail, type AcceptEmails, type PlatformFrom } from '@postrider/submission';
import type { Authenticate } from '../auth/authenticate';
import type { DomainOptions } from '../domains/domain-feature';
import type { Refuse } from '../http/api-routes';
import type { ReceiveBody } from '../http/request-body';
import type { RequestContext } from '../http/request-context';
import type { RequestMeasures } from '../http/request-measures';
import type { TableRoute } from '../http/route-table';
import type { CursorCodec } from '../paging/cursor';
import { acceptanceRoutes } from './acceptance.routes';
import { createAuthenticateSession, createRequireSession } from './authenticate-session';
import { clientRoutes } from './client.routes';
import { createConsolePipeline } from './console-pipeline';
import type { ConsoleRoute } from './console-route';
import { consoleSite } from './console-site';
import { domainDmarcRoutes } from './domain-dmarc.routes';
import { domainMtaStsRoutes } from './domain-mta-sts.routes';
import { domainRoutes } from './domain.routes';
import { eventRoutes } from './event.routes';
import { createEventStreams, type EventStreams } from './events/event-streams';
import { operatorRoutes } from './operator/operator.routes';
import { invitationRoutes } from './invitation.routes';
import { createIssueInvitation } from './issue-invitation';
import { createMemberPrincipals, type MemberPrincipals } from './member-principals';
import { memberRoutes } from './member.routes';
import { createCountOpenRequest } from './open-requests';
import { profileRoutes } from './profile.routes';
import { providerSignInTable } from './provider-sign-in';
import { secondFactorRoutes } from './second-factor.routes';
import { createPresentSession } from './session-presenter';
import { sessionRoutes } from './session.routes';
import { createSignInAnswers } from './sign-in-answers';
import { createCountUserRequest } from './user-requests';

export const consolePrefix = '/console/api/v1';

export interface ConsoleSettings {
  /** Where browsers reach the console. */
  readonly origin: string;
  readonly sessionIdleMs: number;
  readonly sessionMaxMs: number;
  readonly passwordSignIn: boolean;
  readonly operatorsNeedSecondFactor: boolean;
  /** OpenID Connect. */
  readonly providers: readonly SignInProvider[];
  /** For each request to a provider. Default: 10 seconds. */
  readonly providerTimeoutMs?: number | undefined;
  readonly resolveHost: ResolveHost;
  /** Null: invitations are not sent, only copied. */
  readonly platformFrom: PlatformFrom | null;
}

export interface ConsoleFeatureOptions {
  readonly pool: Pool;
  readonly redis: RedisClient;
  readonly bumpCacheVersion: BumpCacheVersion;
  /** @throws when RabbitMQ does not answer */
  readonly openDeadLetters: () => Promise<DeadLetters>;
  readonly metrics: Metrics;
  readonly settings: ConsoleSettings;
  readonly domains: Pick<DomainOptions, 'dnsServers'>;
  readonly masterKeys: MasterKeys;
  readonly secretBox: SecretBox;
  readonly acceptEmails: AcceptEmails;
  readonly cursors: CursorCodec;
  readonly receiveBody: ReceiveBody;
  readonly measures: RequestMeasures;
  readonly trustedProxyHops: number;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface ConsoleFeature {
  /** For the public API's routes below `/console/api/v1`. */
  readonly authenticate: Authenticate;
  readonly routes: readonly ConsoleRoute[];
  /** The console's own endpoints. */
  table(refuse: Refuse, otherMethod: () => AppError): TableRoute[];
  /** Deletes what has expired. */
  sweep(): Promise<void>;
  endStreams(): Promise<void>;
  close(): Promise<void>;
}

export function createConsoleFeature(options: ConsoleFeatureOptions): ConsoleFeature {
  const { pool, settings, clock } = options;
  const site = consoleSite(settings.origin);
  const limits = { idleMs: settings.sessionIdleMs, maxMs: settings.sessionMaxMs };
  const sessions = createSessions({ pool, clock, limits });
  const challenges = createChallenges({ pool, clock });
  const throttle = createSignInThrottle({ pool, clock });
  const requireSession = createRequireSession({ sessions, site });
  const principals = createMemberPrincipals({ pool, clock });
  const countOpenRequest = createCountOpenRequest(clock);
  const providers = createOpenIdProviders({ ...options, ...settings, challenges });
  const streams = createEventStreams({ ...options, ...settings });
  const made = { site, sessions, challenges, throttle, providers, streams, principals };
  const { routes, signIn, answers } = consoleRoutes(options, made);
  const process = createConsolePipeline({
    ...options,
    ...settings,
    countOpenRequest,
    countUserRequest: createCountUserRequest(clock),
    requireSession,
    principals,
    site,
  });
  const redirects = { ...options, ...made, countOpenRequest, requireSession, signIn, answers };
  return {
    authenticate: createAuthenticateSession({ requireSession, principals, site }),
    routes,
    table: (refuse, otherMethod) => [
      ...tableOf({ routes, process, refuse, otherMethod }),
      ...providerSignInTable(redirects, refuse),
    ],
    sweep: async () => {
      await sessions.sweep();
      await challenges.sweep();
      await throttle.sweep();
    },
    endStreams: () => streams.close(),
    close: () => providers.close(),
  };
}

function consoleRoutes(
  options: ConsoleFeatureOptions,
  made: {
    readonly site: ReturnType<typeof consoleSite>;
    readonly sessions: ReturnType<typeof createSessions>;
    readonly challenges: ReturnType<typeof createChallenges>;
    readonly throttle: ReturnType<typeof createSignInThrottle>;
    readonly providers: OpenIdProviders;
    readonly streams: EventStreams;
    readonly principals: MemberPrincipals;
  },
) {
  const { pool, settings, masterKeys, clock } = options;
  const deviceTokens = createDeviceTokens(masterKeys);
  const passwords = createPasswords();
  const passkeys = createPasskeys({ ...options, ...made, site: made.site.passkeys });
  const presentSession = createPresentSession({ ...settings, pool, clock });
  const providers = made.providers.all.map(({ id, name }) => ({ id, name }));
  const issuers = made.providers.all.map(({ issuer }) => issuer);
  const methods: SignInMethods = { password: settings.passwordSignIn, passkey: true, providers };
  const signIn = createSignIn({ ...options, ...made, passwords, deviceTokens });
  const answers = createSignInAnswers({ ...settings, ...made, pool, deviceTokens, presentSession });
  const issueInvitation = createIssueInvitation({
    ...{ ...options, origin: settings.origin },
    platformMail: createPlatformMail({ ...options, ...settings }),
    organizationName: (id) => organizationName(pool, id),
  });
  const shared = {
    ...{
      ...options,
      ...made,
      passwords,
      passkeys,
      presentSession,
      methods,
      offered: { password: settings.passwordSignIn, issuers },
      signIn,
      answers,
      issueInvitation,
      lookup: createRecordLookup(options.domains.dnsServers),
    },
  };
  const routes: ConsoleRoute[] = [
    ...sessionRoutes(shared),
    ...profileRoutes(shared),
    ...secondFactorRoutes(shared),
    ...memberRoutes(shared),
    ...invitationRoutes(shared),
    ...acceptanceRoutes(shared),
    ...clientRoutes(shared),
    ...domainRoutes(shared),
    ...domainDmarcRoutes(shared),
    ...domainMtaStsRoutes(shared),
    ...eventRoutes(shared),
    ...operatorRoutes(shared),
  ];
  return { routes, signIn, answers };
}

async function organizationName(pool: Pool, id: string): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM organizations WHERE id = $1', [id]);
  return rows[0]?.name ?? '';
}

/** One line for each endpoint, and one for each path, which refuses other methods. Paths without parameters first. */
function tableOf(parts: {
  readonly routes: readonly ConsoleRoute[];
  readonly process: (route: ConsoleRoute, context: RequestContext) => Promise<void>;
  readonly refuse: Refuse;
  readonly otherMethod: () => AppError;
}): TableRoute[] {
  const { routes, process, refuse, otherMethod } = parts;
  const byPath = [...Map.groupBy(routes, ({ path }) => path)].toSorted(
    ([one], [other]) => Number(one.includes(':')) - Number(other.includes(':')),
  );
  return byPath.flatMap(([path, own]) => [
    ...own.map((route): TableRoute => ({
      method: route.method,
      path: consolePrefix + path,
      handle: (context) => void process(route, context),
    })),
    {
      method: 'ANY' as const,
      path: consolePrefix + path,
      handle: (context) =>
        refuse(context, otherMethod(), { allow: own.map(({ method }) => method).join(', ') }),
    },
  ]);
}
