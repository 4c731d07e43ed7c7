import type { z } from 'zod';
import type { Provider, SettingsShape } from './provider';
import * as mailgun from './mailgun';
import * as sendgrid from './sendgrid';
import * as ses from './ses';

/** Every provider, by the name of its built-in transport, its kind of transport, and its path below `/provider-events`. */
const catalogue = { ses, sendgrid, mailgun };

export type ProviderName = keyof typeof catalogue;

export const providers: Readonly<Record<ProviderName, Provider>> = catalogue;
export const providerNames = Object.keys(catalogue) as readonly ProviderName[];

export function isProviderName(name: string): name is ProviderName {
  return Object.hasOwn(catalogue, name);
}

type Parts = (typeof catalogue)[ProviderName];
type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (each: infer All) => void
  ? All
  : never;

/** Settings of send-worker. */
export const providerSendSettings = merged(({ options }) => options.settings) as AllOf<
  Parts['options']['settings']
>;
/** Settings of api-gateway. */
export const providerVerifySettings = merged(({ verify }) => verify.settings) as AllOf<
  Parts['verify']['settings']
>;

export type ProviderSendSettings = z.output<z.ZodObject<typeof providerSendSettings>>;
export type ProviderVerifySettings = z.output<z.ZodObject<typeof providerVerifySettings>>;

function merged(settingsOf: (provider: Provider) => SettingsShape): SettingsShape {
  return Object.assign({}, ...Object.values(providers).map(settingsOf)) as SettingsShape;
}
