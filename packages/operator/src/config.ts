import { hostname } from 'node:os';
import type { ProviderName } from '@postrider/providers';
import {
  amqpSetting,
  databaseSetting,
  dnsSettings,
  hostPortList,
  linkSettings,
  masterKeySettings,
  port,
  readSettings,
  redisSetting,
  returnPathSecrets,
  returnPathSettings,
  wholeNumber,
  type MasterKeys,
} from '@postrider/runtime';
import { parseRoutes, RouteError, type RouteTable } from '@postrider/smtp-client';
import { z } from 'zod';

/** Each is read when a command needs it; errors name the missing or wrong settings (`SettingsError`). */
const read = <Shape extends z.ZodRawShape>(shape: Shape) => readSettings(z.object(shape), process.env);

/** Those that `setup` has just written, for what this process reads from now on. */
export function useSettings(settings: Readonly<Record<string, string>>): void {
  Object.assign(process.env, settings);
}

export const databaseSettings = () => read(databaseSetting);
/** Of programs that a command runs: where programs are, and how libpq connects. No secret of the services is among it. */
export function programEnvironment(): Record<string, string> {
  const { env } = process;
  const names = Object.keys(env).filter((name) => name === 'PATH' || name.startsWith('PG'));
  return {
    ...Object.fromEntries(names.map((name) => [name, env[name] ?? ''])),
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
  };
}

export const redisSettings = () => read(redisSetting);
export const amqpSettings = () => read(amqpSetting);

export function masterKeys(): MasterKeys {
  const { MASTER_KEY, MASTER_KEYS_PREVIOUS } = read(masterKeySettings);
  return { masterKey: MASTER_KEY, previousKeys: MASTER_KEYS_PREVIOUS };
}

export function linkSecrets(): { secret: Buffer; previous: readonly Buffer[] } {
  const { LINK_SECRET, LINK_SECRETS_PREVIOUS } = read(linkSettings);
  return { secret: LINK_SECRET, previous: LINK_SECRETS_PREVIOUS };
}

/** Where browsers reach the console; empty where this command has neither setting. */
export function consoleOrigin(): string {
  const url = z.string().default('');
  const { CONSOLE_URL, PUBLIC_URL } = read({ CONSOLE_URL: url, PUBLIC_URL: url });
  return (CONSOLE_URL || PUBLIC_URL).replace(/\/+$/, '');
}

/** Empty: those of the system. */
export const dnsResolvers = () => read(dnsSettings).DNS_SERVERS;

/** Where smtp-relay reaches api-gateway, and this command too. */
export const gatewayUrl = (byDefault: string) => read({ API_URL: z.string().default(byDefault) }).API_URL;

export const returnPathSecretSettings = () => returnPathSecrets(read(returnPathSettings));

/** As the services read them; those that are not set here are not checked. */
export const doctorSettings = () => {
  const text = z.string().default('');
  return read({
    ...{
      ...dnsSettings,
      DNSSEC_RESOLVERS: hostPortList(53),
      MX_PORT: port(25),
      EHLO_NAME: z.string().default(hostname()),
    },
    ...{ PLATFORM_HOST: text, SMTP_NAME: text, PUBLIC_URL: text, CONSOLE_URL: text, TLS_REPORT_FROM: text },
    ...{ PLATFORM_DKIM_DOMAIN: text, PLATFORM_DKIM_SELECTOR: text, PLATFORM_DKIM_KEY_FILE: text },
    DELIVERY_ROUTES: text.transform(readRoutes),
  });
};

function readRoutes(text: string, context: z.RefinementCtx): RouteTable {
  try {
    return parseRoutes(text);
  } catch (error) {
    const message = error instanceof RouteError ? error.message : 'cannot be read';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
}

/** As metrics-aggregator reads them. */
export const storageSettings = () =>
  read({
    DATABASE_DISK_PATH: z.string().default(''),
    MESSAGES_KEPT_WEEKS: wholeNumber({ byDefault: 52, min: 0, max: 520 }),
  });

/** Regions of a built-in transport, where this command has the settings of a worker. */
export async function regionsBySettings(name: ProviderName): Promise<readonly string[]> {
  const { providers } = await import('@postrider/providers');
  const { options } = providers[name];
  const account = options.fromSettings(read(options.settings));
  return account === null ? [] : options.regions(account.options);
}
