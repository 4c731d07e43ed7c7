import { z } from 'zod';
import { parseLinkOrigin, type LinkOrigin } from './link-origin';
import {
  commaList,
  durationMs,
  hostPortList,
  key256,
  key256List,
  port,
  secret,
  urlWithScheme,
  wholeNumber,
} from './setting-types';

/** Fragments that services spread into their own schema: `z.object({ ...engineSettings, ...processSettings(4102) })`. */

export const databaseSetting = {
  /** PostgreSQL 15 or newer: `postgresql://user:password@host:5432/database`. */
  DATABASE_URL: urlWithScheme('postgres', 'postgresql').meta(secret),
};

/** Of commands that need nothing else. */
export const databaseSettings = z.object(databaseSetting);

export const redisSetting = {
  /** Redis 7 or newer: `redis://host:6379`; `redis-cluster://host:port,host:port` names seed nodes of a cluster. */
  REDIS_URL: urlWithScheme('redis', 'rediss', 'redis-cluster', 'rediss-cluster').meta(secret),
};

export const amqpSetting = {
  /** RabbitMQ 3.10 or newer: `amqp://user:password@host:5672/vhost`. */
  AMQP_URL: urlWithScheme('amqp', 'amqps').meta(secret),
};

export const engineSettings = { ...databaseSetting, ...redisSetting, ...amqpSetting };

export function processSettings({ healthPort }: { healthPort: number }) {
  return {
    /** Log lines of lower levels are not written. */
    LOG_LEVEL: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
        error: 'must be one of trace, debug, info, warn, error, fatal, silent',
      })
      .default('info'),
    /** Address that /healthz, /readyz and /metrics listen on. */
    HEALTH_HOST: z.string().default('0.0.0.0'),
    /** Port of /healthz, /readyz and /metrics. */
    HEALTH_PORT: port(healthPort),
    /** Kubernetes kills after 30 s by default; a drain must be over before that. */
    SHUTDOWN_GRACE_MS: durationMs(25_000, { min: 100, max: 600_000 }),
  };
}

export const masterKeySettings = {
  /** Seals secrets at rest: 32 bytes in base64 (`openssl rand -base64 32`). */
  MASTER_KEY: key256(),
  /** Former master keys, comma-separated, used only to open secrets. To rotate, move the old key here. */
  MASTER_KEYS_PREVIOUS: key256List(),
};

export const linkSettings = {
  /** Signs the links in mails (unsubscribe, opens, clicks): 32 bytes in base64. */
  LINK_SECRET: key256(),
  /** Former link secrets, comma-separated: links signed with them keep working. */
  LINK_SECRETS_PREVIOUS: key256List(),
};

export const returnPathSettings = {
  /** Signs return paths, so that bounces cannot be forged. At least 16 characters. */
  RETURN_PATH_SECRET: z.string().min(16, 'must have at least 16 characters').meta(secret),
  /** Former secrets, comma-separated: reports and replies to mail sent with them are still accepted. */
  RETURN_PATH_SECRETS_PREVIOUS: commaList()
    .refine((items) => items.every((item) => item.length >= 16), {
      error: 'must be a list of secrets of at least 16 characters',
    })
    .meta(secret),
};

/** As what signs and reads return paths takes them. */
export function returnPathSecrets(settings: {
  readonly RETURN_PATH_SECRET: string;
  readonly RETURN_PATH_SECRETS_PREVIOUS: readonly string[];
}): { readonly secret: string; readonly previous: readonly string[] } {
  return { secret: settings.RETURN_PATH_SECRET, previous: settings.RETURN_PATH_SECRETS_PREVIOUS };
}

export const relaySettings = {
  /** Authenticates smtp-relay to api-gateway: 32 bytes in base64, the same in both. */
  RELAY_SECRET: key256(),
};

export const platformSettings = {
  /** The platform's own mail host, for example `mail.postrider.example`: customers' records point to it. Workers that have it check the platform's own records, see docs/dns.md. */
  PLATFORM_HOST: z
    .string()
    .max(253, 'must be a host name in lowercase')
    .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'must be a host name in lowercase'),
};

/** As `parseLinkOrigin` reads it. */
const originPattern =
  '^(?:https://[^\\s/?#@]+/?|http://(?:localhost|127(?:\\.\\d{1,3}){3}|\\[::1\\])(?::\\d+)?/?)?$';

export const publicUrlSettings = {
  /**
   * Where recipients reach the gateway: signup forms, and links of domains whose tracking host is not verified. https; plain http
   * on this machine alone (development), and then for all domains, since nothing answers at their tracking hosts.
   */
  PUBLIC_URL: z.string().meta({ pattern: originPattern }).transform(readPublicUrl),
};

export const consoleUrlSettings = {
  /** Where browsers reach the console: a host of its own keeps it apart from public pages. https; plain http on this machine alone. Empty: PUBLIC_URL. */
  CONSOLE_URL: z
    .string()
    .meta({ pattern: originPattern })
    .default('')
    .transform((text, context): LinkOrigin | null => (text === '' ? null : readPublicUrl(text, context))),
};

function readPublicUrl(text: string, context: z.RefinementCtx): LinkOrigin {
  const address = parseLinkOrigin(text);
  if (address) return address;
  context.addIssue({ code: 'custom', message: 'must be https://host, or http:// on this machine' });
  return z.NEVER;
}

export const dnsSettings = {
  /** DNS resolvers, `host:port`, comma-separated. Empty: those of the system. */
  DNS_SERVERS: hostPortList(53),
};

export const threadSettings = {
  /** Threads for work that would block the event loop. One organization gets at most all but one. They start when needed. */
  WORK_THREADS: wholeNumber({ byDefault: 2, min: 2, max: 64 }),
};
