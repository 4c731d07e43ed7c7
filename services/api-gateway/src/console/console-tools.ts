import { createDropQuotaCounters, type BumpCacheVersion } from '@postrider/admission';
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
import type { DomainOptions } from '../domains/domain-feature';
import type { ReceiveBody } from '../http/request-body';
import type { CursorCodec } from '../paging/cursor';
import { createPublishEndpointChange } from '../webhooks/webhook-request';
import { createGoogleAccounts } from '../google-postmaster/google-postmaster';
import type { GoogleSettings } from '../google-postmaster/google-oauth';
import { consoleSite } from './console-site';
import { createDeadLetterAccess } from './operator/dead-letters';
import type { Changes } from '../changes/follow-changes';
import { createEventStreams } from './events/event-streams';
import { createIssueInvitation } from './issue-invitation';
import { createMemberPrincipals } from './member-principals';
import { createPresentSession } from './session-presenter';
import { createSignInAnswers } from './sign-in-answers';

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
  readonly changes: Changes;
  readonly settings: ConsoleSettings;
  readonly domains: Pick<DomainOptions, 'dnsServers'>;
  readonly google: GoogleSettings | null;
  readonly masterKeys: MasterKeys;
  readonly secretBox: SecretBox;
  readonly acceptEmails: AcceptEmails;
  readonly cursors: CursorCodec;
  readonly receiveBody: ReceiveBody;
  readonly trustedProxyHops: number;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What handlers of the console's endpoints work with. */
export type ConsoleTools = ReturnType<typeof createConsoleTools>;

export function createConsoleTools(options: ConsoleFeatureOptions) {
  const { pool, settings, masterKeys, clock } = options;
  const site = consoleSite(settings.origin);
  const sessions = createSessions({
    ...{ pool, clock, limits: { idleMs: settings.sessionIdleMs, maxMs: settings.sessionMaxMs } },
  });
  const challenges = createChallenges({ pool, clock });
  const throttle = createSignInThrottle({ pool, clock });
  const providers = createOpenIdProviders({ ...options, ...settings, challenges });
  const made = { site, sessions, challenges, throttle, providers };
  const deviceTokens = createDeviceTokens(masterKeys);
  const passwords = createPasswords();
  const presentSession = createPresentSession({ ...settings, pool, clock });
  const methods: SignInMethods = {
    ...{ password: settings.passwordSignIn, passkey: true },
    providers: providers.all.map(({ id, name }) => ({ id, name })),
  };
  return {
    ...{ ...options, ...made, passwords, presentSession, methods },
    offered: { password: settings.passwordSignIn, issuers: providers.all.map(({ issuer }) => issuer) },
    passkeys: createPasskeys({ ...options, ...made, site: site.passkeys }),
    principals: createMemberPrincipals({ pool, clock }),
    streams: createEventStreams({ ...options, ...settings }),
    signIn: createSignIn({ ...options, ...made, passwords, deviceTokens }),
    answers: createSignInAnswers({ ...settings, ...made, pool, deviceTokens, presentSession }),
    issueInvitation: createIssueInvitation({
      ...{ ...options, origin: settings.origin },
      platformMail: createPlatformMail({ ...options, ...settings }),
      organizationName: (id) => organizationName(pool, id),
    }),
    googleAccounts:
      options.google === null
        ? null
        : createGoogleAccounts({ ...options, ...made, settings: options.google }),
    lookup: createRecordLookup(options.domains.dnsServers),
    deadLetters: createDeadLetterAccess(options.openDeadLetters),
    dropQuotaCounters: createDropQuotaCounters(options),
    publishEndpointChange: createPublishEndpointChange(options),
  };
}

async function organizationName(pool: Pool, id: string): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM organizations WHERE id = $1', [id]);
  return rows[0]?.name ?? '';
}
