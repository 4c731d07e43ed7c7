import { plansSetting } from '@postrider/contracts';
import { providerVerifySettings, sesSettings } from '@postrider/providers';
import {
  commaList,
  dnsSettings,
  durationMs,
  engineSettings,
  key256List,
  linkSettings,
  masterKeySettings,
  parseSettings,
  platformSettings,
  port,
  processSettings,
  publicUrlSettings,
  relaySettings,
  secret,
  switchSetting,
  threadSettings,
  urlWithScheme,
  wholeNumber,
} from '@postrider/runtime';
import { z } from 'zod';

export const settingsSchema = z
  .object({
    ...engineSettings,
    ...masterKeySettings,
    ...linkSettings,
    ...relaySettings,
    /** Former ones, comma-separated: relays that still show one of them are believed. */
    RELAY_SECRETS_PREVIOUS: key256List(),
    /** Requests a minute to links in mails from one address; image proxies of mailbox providers bring those of thousands. */
    PUBLIC_LINKS_PER_MINUTE: wholeNumber({ byDefault: 6_000, min: 1, max: 1_000_000 }),
    ...processSettings({ healthPort: 4100 }),
    API_HOST: z.string().default('0.0.0.0'),
    API_PORT: port(4000),
    /** Connections of one gateway: two accepting statements, their replays, reads and management beside them. */
    DATABASE_POOL_SIZE: wholeNumber({ byDefault: 12, min: 4, max: 200 }),
    /** How long quota counters that were lost are not rebuilt: no accepting statement should take longer. */
    QUOTA_REBUILD_DELAY_MS: durationMs(3_000, { max: 60_000 }),
    /** Numbers of plans that differ from the defaults, as JSON: {"free": {"daily_cap": 200}}. Null means no cap. The same on every gateway. */
    PLANS: plansSetting(),
    /** Proxies of ours in front, each of which appends to X-Forwarded-For. */
    TRUSTED_PROXY_HOPS: wholeNumber({ byDefault: 0, min: 0, max: 10 }),
    /** Failed authentications a minute of one address (IPv6: /64), over REST and SMTP, or for one key that SMTP clients name. */
    AUTH_FAILURES_PER_MINUTE: wholeNumber({ byDefault: 300, min: 1, max: 1_000_000 }),
    /** Bodies that have arrived and are handled, together; each takes five times its size in memory. One organization has half. */
    LARGE_BODY_BYTES_MAX: wholeNumber({ byDefault: 48_000_000, min: 24_000_000, max: 10_000_000_000 }),
    /** Of one file of addresses that is imported: a million rows have 20 to 100 MB. It is kept in PostgreSQL until it was read. */
    IMPORT_BYTES_MAX: wholeNumber({ byDefault: 200_000_000, min: 1_000_000, max: 2_000_000_000 }),
    /** How often imports are looked for that another process has left. */
    IMPORT_SWEEP_INTERVAL_MS: durationMs(5_000, { min: 100 }),
    /** Slower bodies end with 408; looked at every ten seconds. */
    BODY_BYTES_PER_SECOND_MIN: wholeNumber({ byDefault: 10_000, min: 1, max: 100_000_000 }),
    ...threadSettings,
    /** Processor time that templates of one organization may take; ten seconds' worth can be saved up. Quick ones are free. */
    RENDER_MS_PER_SECOND: wholeNumber({ byDefault: 500, min: 10, max: 1_000_000 }),
    /** Other services whose own clients are understood, below `/compat/<name>`: resend. */
    COMPATIBLE_APIS: commaList().pipe(z.array(z.enum(['resend'], { error: 'must be a list of: resend' }))),
    /** Development only: webhook endpoints with plain http, and on this machine. */
    WEBHOOK_ALLOW_LOOPBACK: switchSetting(false),

    ...platformSettings,
    ...publicUrlSettings,
    /** Mails by which one signup form may ask for confirmation in an hour: a flood of made-up addresses ends there. */
    SIGNUP_MAILS_PER_HOUR: wholeNumber({ byDefault: 1_000, min: 1, max: 1_000_000 }),
    ...dnsSettings,
    /** How often due verifications of domains are looked for. */
    DOMAIN_SWEEP_INTERVAL_MS: durationMs(5_000, { min: 100 }),
    /** How mail of new domains leaves: by SMTP, or through Amazon SES. */
    DOMAIN_TRANSPORT: z.enum(['smtp', 'ses'], { error: 'must be smtp or ses' }).default('smtp'),
    /** Whose new domains begin with daily caps: clients, all, none. */
    WARM_UP_NEW_DOMAINS: z
      .enum(['clients', 'all', 'none'], { error: 'must be clients, all or none' })
      .default('clients'),
    /** Gives new domains, and those whose keys are rotated, a key of Ed25519 beside the one of RSA (RFC 8463). */
    DKIM_ED25519: switchSetting(false),
    /** Signing keys are replaced by new ones after so many days; 0: only by `postrider domains rotate-keys`. */
    DKIM_ROTATION_DAYS: wholeNumber({ byDefault: 0, min: 0, max: 3_650 }),
    /** Publishes DNS records of internal organizations: may edit DNS of their zones. Without it they publish themselves. */
    CLOUDFLARE_API_TOKEN: z.string().default('').meta(secret),
    CLOUDFLARE_API_URL: urlWithScheme('https', 'http').default('https://api.cloudflare.com/client/v4'),
    /**
     * Regions of Amazon SES where domains are registered, comma-separated; the first is the primary one. Credentials come
     * from the AWS SDK's own environment variables, profile or instance role.
     */
    SES_REGIONS: sesSettings.SES_REGIONS,
    ...providerVerifySettings,
    /** Instead of Amazon's own endpoints, for tests. */
    SES_ENDPOINT: sesSettings.SES_ENDPOINT,
  })
  .refine(({ DOMAIN_TRANSPORT, SES_REGIONS }) => DOMAIN_TRANSPORT !== 'ses' || SES_REGIONS.length > 0, {
    path: ['SES_REGIONS'],
    message: 'is needed with DOMAIN_TRANSPORT=ses',
  });

export type Settings = z.output<typeof settingsSchema>;

export function readSettings(): Settings {
  return parseSettings(settingsSchema, process.env);
}
