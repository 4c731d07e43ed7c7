import type { HttpClient } from '@postrider/http-client';
import type { Clock, Logger } from '@postrider/runtime';
import type { z } from 'zod';
import type { ProviderApi } from './calls/provider-api';
import type { ProviderReading } from './notifications/provider-event';
import type { VerifyNotification } from './notifications/verdict';

/*
 * The four parts of a provider: one file each in its folder. The catalogue holds providers as `Provider`, whose methods do not know the
 * types of options and settings: both always come from the same provider's schemas.
 */

/** Settings of a service by their names, as its `config.ts` takes them. */
export type SettingsShape = Readonly<Record<string, z.ZodType>>;

export interface Provider {
  readonly options: ProviderOptions;
  /** One unit for each region, the preferred one first; one in all for a provider without regions. */
  send(account: ProviderAccount, context: SendContext): readonly ProviderUnit[];
  readonly verify: ProviderVerification;
  /** The events of a notification, as it was posted. Null: not a notification of this provider. */
  read(raw: Uint8Array): ProviderReading;
}

/** `options.ts`: what a transport of this kind is configured with. */
export interface ProviderOptions<
  Options extends object = Readonly<Record<string, unknown>>,
  Settings = Readonly<Record<string, unknown>>,
> {
  /** As people write it: `Amazon SES`. */
  readonly title: string;
  /** A row of `transports`, beside its secret. The title of a member is its label in forms. */
  readonly schema: z.ZodType<Options>;
  /** The options of `transports set` that give a member of the schema: flag and help. */
  readonly flags: Readonly<Partial<Record<keyof Options, readonly [flag: string, help: string]>>>;
  /** Of send-worker: the built-in transport, and the endpoint of all accounts. */
  readonly settings: SettingsShape;
  /** The built-in transport. Null: the settings do not define it. */
  fromSettings(settings: Settings): Omit<ProviderAccount<Options>, 'name'> | null;
  /** Regions that are up or out on their own, as `<name>@<region>`; empty: the transport is, as a whole. */
  regions(options: Options): readonly string[];
}

/** An account with a provider: of the settings, or of a row of `transports`. */
export interface ProviderAccount<Options = unknown> {
  /** Of the transport. */
  readonly name: string;
  readonly options: Options;
  /** Null: the account has none. */
  readonly secret: string | null;
}

/** `send.ts` */
export interface SendContext<Settings = Readonly<Record<string, unknown>>> {
  readonly settings: Settings;
  readonly http: HttpClient;
  readonly timeoutMs: number;
}

/** A transport, or one region of it. */
export interface ProviderUnit {
  /** `sendgrid`, `ses@eu-west-1`: of its state and its metrics. */
  readonly name: string;
  readonly api: ProviderApi;
  /** Concurrent calls of one worker. */
  readonly connectionsMax: number;
}

/** `verify.ts`: whether a notification comes from the provider. */
export interface ProviderVerification<Settings = Readonly<Record<string, unknown>>> {
  /** Of api-gateway: the keys that notifications are verified with. */
  readonly settings: SettingsShape;
  /** Null: the settings do not name a key, so its notifications are not accepted. */
  create(settings: Settings, tools: VerifyTools): VerifyNotification | null;
}

export interface VerifyTools {
  /** Connects to public addresses only. */
  readonly httpClient: Pick<HttpClient, 'request'>;
  readonly clock: Clock;
  readonly log: Logger;
}
