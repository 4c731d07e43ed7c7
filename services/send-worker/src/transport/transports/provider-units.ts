import { createRequire } from 'node:module';
import type { HttpClient } from '@postrider/http-client';
import { mailboxProvider } from '@postrider/mail';
import type { Destination } from '../pool/destination';
import { createApiSession } from '../providers/api-session';
import type { ProviderApi } from '../providers/provider-api';
import { createSendGrid } from '../providers/sendgrid';
import type * as ses from '../providers/ses-region';
import type { TransportUnit } from './transport-units';

/** What calls of providers have in common. */
export interface ProviderCalls {
  readonly http: HttpClient;
  readonly timeoutMs: number;
  /** Of Amazon SES; null: its own of each region. */
  readonly sesEndpoint: string | null;
  readonly sendGridUrl: string;
}

export interface SesAccount {
  /** The first is the primary one: mail leaves there as long as it works. */
  readonly regions: readonly string[];
  /** Null: where the SDK looks by itself. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  readonly configurationSet: string | null;
  /** Calls to a region at the same time. */
  readonly connections: number;
}

/** The client of Amazon SES takes 12 MB of memory: it is loaded where it is configured. */
const load = createRequire(__filename);

export function sesUnits(name: string, account: SesAccount, calls: ProviderCalls): readonly TransportUnit[] {
  const { createSesRegion } = load('../providers/ses-region') as typeof ses;
  return account.regions.map((region, index) =>
    apiUnit(
      `${name}@${region}`,
      createSesRegion({
        ...{ region, isPrimary: index === 0, endpoint: calls.sesEndpoint },
        ...{ credentials: account.credentials, configurationSet: account.configurationSet },
        ...{ http: calls.http, timeoutMs: calls.timeoutMs },
      }),
      account.connections,
    ),
  );
}

export function sendGridUnit(
  name: string,
  { apiKey, connections }: { readonly apiKey: string; readonly connections: number },
  { http, timeoutMs, sendGridUrl: url }: ProviderCalls,
): TransportUnit {
  return apiUnit(name, createSendGrid({ apiKey, url, http, timeoutMs }), connections);
}

/** A session is a place among the calls under way, so there is no reason to renew it. */
const callsPerSession = 1_000_000;
const sessionIdleMs = 60_000;

function apiUnit(name: string, api: ProviderApi, connectionsMax: number): TransportUnit {
  const destination: Destination = {
    site: name,
    source: null,
    hostsKey: name,
    limits: {
      connectionsMax,
      messagesPerConnectionMax: callsPerSession,
      messagesPerSecondMax: Infinity,
      idleTimeoutMs: sessionIdleMs,
    },
    waitersMax: Infinity,
    provider: null,
    throttlesAsOne: true,
    // Its events tell what became of the mail.
    isFinal: false,
    takesOneRecipient: true,
    open: () => Promise.resolve({ kind: 'open', session: createApiSession(api) }),
  };
  return {
    name,
    destinations: {
      resolve: (domain) =>
        Promise.resolve({
          kind: 'destination',
          destination: { ...destination, provider: mailboxProvider(domain) },
          release: () => undefined,
        }),
    },
    isWatched: () => true,
    close: () => api.close(),
  };
}
