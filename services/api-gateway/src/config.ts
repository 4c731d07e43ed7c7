import { plansSetting } from '@postrider/contracts/organizations';
import { signInProviderSecretsSetting, signInProvidersSetting, unpairedProviders } from '@postrider/identity';
import { providerVerifySettings, sesSettings } from '@postrider/providers';
import { platformFromSetting } from '@postrider/submission';
import {
  commaList,
  consoleUrlSettings,
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
  wholeNumber,
} from '@postrider/runtime';
import { z } from 'zod';

export const settingsSchema = z
  .object({
    ...engineSettings,
    ...masterKeySettings,
    ...linkSettings,
    ...relaySettings,
    /** Former secrets, comma-separated, still accepted from relays. */
    RELAY_SECRETS_PREVIOUS: key256List(),
    /** Requests per minute to links in mails from one address. Image proxies of mailbox providers request for thousands of readers. */
    PUBLIC_LINKS_PER_MINUTE: wholeNumber({ byDefault: 6_000, min: 1, max: 1_000_000 }),
    ...processSettings({ healthPort: 4100 }),
    /** Address that the API listens on. */
    API_HOST: z.string().default('0.0.0.0'),
    /** Port of the API. */
    API_PORT: port(4000),
    /** PostgreSQL connections of one process. */
    DATABASE_POOL_SIZE: wholeNumber({ byDefault: 12, min: 4, max: 200 }),
    /** Delay before lost quota counters are rebuilt. No accepting statement should take longer. */
    QUOTA_REBUILD_DELAY_MS: durationMs(3_000, { max: 60_000 }),
    /** Limits of plans that differ from the defaults, as JSON: {"free": {"daily_cap": 200}}. Null means no cap. Must be the same on every gateway. */
    PLANS: plansSetting(),
    /** Number of trusted proxies in front that append to X-Forwarded-For. */
    TRUSTED_PROXY_HOPS: wholeNumber({ byDefault: 0, min: 0, max: 10 }),
    /** Failed authentications per minute from one address (IPv6: /64), over REST and SMTP, or for one key id over SMTP. */
    AUTH_FAILURES_PER_MINUTE: wholeNumber({ byDefault: 300, min: 1, max: 1_000_000 }),
    /** Bytes of request bodies in progress; each takes five times its size in memory. One organization gets a quarter, and one body more. */
    LARGE_BODY_BYTES_MAX: wholeNumber({ byDefault: 48_000_000, min: 24_000_000, max: 10_000_000_000 }),
    /** Size of an import file: a million rows have 20 to 100 MB. It is stored in PostgreSQL until it is processed. */
    IMPORT_BYTES_MAX: wholeNumber({ byDefault: 200_000_000, min: 1_000_000, max: 2_000_000_000 }),
    ...threadSettings,
    /** CPU time that templates of one organization may take; unused time accumulates up to ten seconds. Quick templates are free. */
    RENDER_MS_PER_SECOND: wholeNumber({ byDefault: 500, min: 10, max: 1_000_000 }),
    /** APIs of other services to offer below `/compat/<name>`: resend. */
    COMPATIBLE_APIS: commaList('resend').pipe(
      z.array(z.enum(['resend'], { error: 'must be a list of: resend' })),
    ),
    /** Development only: allow webhook endpoints with plain http, and on this machine. */
    WEBHOOK_ALLOW_LOOPBACK: switchSetting(false),
    /** Development only: the test inbox has live email as well, for each key and user that may read the inbox. */
    INBOX_LIVE_EMAIL: switchSetting(false),

    ...platformSettings,
    ...publicUrlSettings,
    ...consoleUrlSettings,
    /** Hours after which an unused console session ends. */
    SESSION_IDLE_HOURS: wholeNumber({ byDefault: 72, min: 1, max: 720 }),
    /** Days after which every console session ends. */
    SESSION_DAYS_MAX: wholeNumber({ byDefault: 30, min: 1, max: 365 }),
    /** Lets users of the console sign in with a password. Off: passkeys and SIGN_IN_PROVIDERS only. */
    PASSWORD_SIGN_IN: switchSetting(true),
    /**
     * OpenID Connect providers of the console, as JSON: [{"id": "google", "name": "Google", "issuer": "https://accounts.google.com",
     * "client_id": "…"}]. docs/console.md lists the fields.
     */
    SIGN_IN_PROVIDERS: signInProvidersSetting,
    /** Client secret of each provider, as JSON: {"google": "…"}. */
    SIGN_IN_PROVIDER_SECRETS: signInProviderSecretsSetting.meta(secret),
    /** OAuth client of Google, with which organizations show Google Postmaster Tools: docs/google-postmaster.md. Empty: they cannot. */
    GOOGLE_CLIENT_ID: z.string().default(''),
    /** Secret of that client. */
    GOOGLE_CLIENT_SECRET: z.string().default('').meta(secret),
    /** Operators use the operator pages of the console only after signing in with a second factor or passkey. */
    OPERATOR_SECOND_FACTOR: switchSetting(true),
    /** Sender of invitations and of mail to alert addresses: `email` or `Name <email>`, of a verified domain of an internal organization. Empty: invitation links are only copied, and mail about alerts waits. */
    PLATFORM_FROM: platformFromSetting,
    /** Confirmation emails per signup form and hour, against floods of made-up addresses. */
    SIGNUP_MAILS_PER_HOUR: wholeNumber({ byDefault: 1_000, min: 1, max: 1_000_000 }),
    ...dnsSettings,
    /** Transport of new domains: SMTP, or Amazon SES. */
    DOMAIN_TRANSPORT: z.enum(['smtp', 'ses'], { error: 'must be smtp or ses' }).default('smtp'),
    /** Which new domains start with daily limits (warm-up): clients, all, none. */
    WARM_UP_NEW_DOMAINS: z
      .enum(['clients', 'all', 'none'], { error: 'must be clients, all or none' })
      .default('clients'),
    /** Adds an Ed25519 key to the RSA key of new domains and at key rotations (RFC 8463). */
    DKIM_ED25519: switchSetting(false),
    /** Days after which DKIM keys are rotated. 0: only by `postrider domains rotate-keys`. */
    DKIM_ROTATION_DAYS: wholeNumber({ byDefault: 0, min: 0, max: 3_650 }),
    /** API token to publish DNS records of internal organizations; must be allowed to edit DNS of their zones. Without it they publish records themselves. */
    CLOUDFLARE_API_TOKEN: z.string().default('').meta(secret),
    SES_REGIONS: sesSettings.SES_REGIONS,
    ...providerVerifySettings,
    SES_ENDPOINT: sesSettings.SES_ENDPOINT,
  })
  .refine(({ DOMAIN_TRANSPORT, SES_REGIONS }) => DOMAIN_TRANSPORT !== 'ses' || SES_REGIONS.length > 0, {
    path: ['SES_REGIONS'],
    message: 'is needed with DOMAIN_TRANSPORT=ses',
  })
  .refine(({ GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: hidden }) => (id === '') === (hidden === ''), {
    path: ['GOOGLE_CLIENT_SECRET'],
    message: 'must be set together with GOOGLE_CLIENT_ID',
  })
  .superRefine(({ SIGN_IN_PROVIDERS: providers, SIGN_IN_PROVIDER_SECRETS: secrets }, context) => {
    for (const id of unpairedProviders(providers, secrets)) {
      const message = `${id} must be in SIGN_IN_PROVIDERS and in SIGN_IN_PROVIDER_SECRETS`;
      context.addIssue({ code: 'custom', path: ['SIGN_IN_PROVIDER_SECRETS'], message });
    }
  });

export type Settings = z.output<typeof settingsSchema>;

export function readSettings(): Settings {
  return parseSettings(settingsSchema, process.env);
}
