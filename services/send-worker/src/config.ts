import assert from 'node:assert';
import { hostname } from 'node:os';
import { plansSetting } from '@postrider/contracts/organizations';
import {
  defaultBlocklists,
  knownBlocklists,
  loadDkimKey,
  parseBlocklists,
  type Blocklist,
  type DkimKey,
} from '@postrider/mail';
import { providerSendSettings } from '@postrider/providers';
import {
  commaList,
  dnsSettings,
  durationMs,
  engineSettings,
  hostPortList,
  linkSettings,
  masterKeySettings,
  parseSettings,
  platformSettings,
  port,
  processSettings,
  publicUrlSettings,
  readSettingFile,
  returnPathSettings,
  secret,
  SettingsError,
  switchSetting,
  threadSettings,
  wholeNumber,
} from '@postrider/runtime';
import { z } from 'zod';
import { returnPathModes } from './delivery/route-recipients';
import { defaultWarmUpSteps, parseWarmUpSteps, type WarmUpSteps } from './claims/plan-days';
import { defaultSmtpTimeouts, parseRoutes, RouteError, type RouteTable } from '@postrider/smtp-client';

const platformKeySettings = [
  'PLATFORM_DKIM_DOMAIN',
  'PLATFORM_DKIM_SELECTOR',
  'PLATFORM_DKIM_KEY_FILE',
] as const;

/** As `parseRoutes` and `parseWarmUpSteps` read them. */
const routesPattern =
  '^[\\s,]*(?:(?:\\*|\\.?[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)*)=(?:[Mm][Xx]|smtps?://[^\\s,]+)(?:[\\s,]+|$))*$';
const blocklist = `(?:${knownBlocklists.map((name) => name.replaceAll('.', '\\.')).join('|')}|(?:addresses|domains):[a-z0-9-]{1,63}(?:\\.[a-z0-9-]{1,63})+)`;
const blocklistsPattern = `^[\\s,]*(?:none|${blocklist}(?:[\\s,]+${blocklist})*)?[\\s,]*$`;
const step = '\\s*[1-9]\\d{0,8}(?:x[1-9]\\d{0,2})?\\s*';
const warmUpSteps = () =>
  z
    .string()
    .meta({ pattern: `^(?:${step}(?:,${step})*)?$` })
    .default(defaultWarmUpSteps);

export const settingsSchema = z
  .object({
    ...engineSettings,
    ...masterKeySettings,
    ...linkSettings,
    ...dnsSettings,
    ...processSettings({ healthPort: 4102 }),
    ...threadSettings,
    /** PostgreSQL connections of one process. */
    DATABASE_POOL_SIZE: wholeNumber({ byDefault: 12, min: 4, max: 200 }),

    /** Routes by recipient domain, see docs/transports.md. Without it mail is sent directly to MX hosts. */
    DELIVERY_ROUTES: z.string().meta({ pattern: routesPattern }).default('').transform(readRoutes),
    /** File of throttle rules in addition to the built-in ones (JSON), see docs/delivery/throttling.md. Read again when it changes, and on SIGHUP. */
    THROTTLE_RULES_FILE: z.string().default(''),
    /** Port of mail servers that MX records name; other than 25 only for tests. */
    MX_PORT: port(25),
    /** Only with a source address that has reverse DNS. */
    MX_IPV6: switchSetting(false),
    /**
     * DNSSEC-validating resolvers on a trusted network, for example unbound on this machine. Used for all mail routing, with TLSA records (DANE). Empty: no DANE.
     */
    DNSSEC_RESOLVERS: hostPortList(53),
    /** Host names of this installation's mail relays. Mail to a domain whose MX is one of them is not sent, since it would loop. */
    MX_OWN_HOSTS: commaList().transform((names) => names.map((name) => name.toLowerCase())),
    /** Development only: allow mail and policy hosts on this machine and in private networks. In production, use a route. */
    MX_PRIVATE_ADDRESSES: switchSetting(false),
    /** File of certificate authorities (PEM) for mail and policy hosts, instead of the system's. */
    TLS_CA_FILE: z.string().default(''),
    /**
     * Sender of TLS reports (RFC 8460), in the domain of the platform's DKIM key. Domains that ask for reports get one a day. Empty: no reports.
     */
    TLS_REPORT_FROM: z
      .string()
      .regex(/^(?:[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9.-]{1,253})?$/, 'must be an address')
      .default(''),
    /**
     * Blocklists in which source addresses and sending domains are looked up once a day, comma-separated: known ones by their zone, others as `addresses:zone` or `domains:zone`. `none`: none of these. Lists have terms of use, see docs/deliverability.md.
     */
    BLOCKLISTS: z
      .string()
      .meta({ pattern: blocklistsPattern })
      .default(defaultBlocklists)
      .transform(readBlocklistNames),
    /** Key of the Spamhaus Data Query Service: adds zen.spamhaus.org and dbl.spamhaus.org. */
    SPAMHAUS_DQS_KEY: z
      .string()
      .regex(/^[A-Za-z0-9]{0,63}$/, 'must consist of letters and digits')
      .meta(secret)
      .default(''),
    PLATFORM_HOST: platformSettings.PLATFORM_HOST.default(''),
    /** Host name for EHLO; its address and reverse DNS must match the sending address. */
    EHLO_NAME: z
      .string()
      .regex(/^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?$/, 'must be a host name')
      .default(hostname()),
    ...returnPathSettings,
    /**
     * `recipient`: one return path per recipient, so that every report is matched. `message`: up to 100 recipients of a
     * message at one site share a transaction; a report is matched by the addresses in it.
     */
    RETURN_PATH: z.enum(returnPathModes).default('recipient'),
    ...publicUrlSettings,

    /** Domain of a second DKIM signature in all mail. Requires a selector and a key file. */
    PLATFORM_DKIM_DOMAIN: z.string().default(''),
    /** Selector of that signature. */
    PLATFORM_DKIM_SELECTOR: z.string().default(''),
    /** PKCS#8 PEM file of its RSA or Ed25519 key. */
    PLATFORM_DKIM_KEY_FILE: z.string().default(''),
    /**
     * Address for complaints in each mail (CFBL-Address, RFC 9477): `fbl@<PLATFORM_HOST>`. Must be in the domain of the platform's DKIM key or below it. Empty: none.
     */
    CFBL_ADDRESS: z
      .string()
      .regex(/^(?:[A-Za-z0-9._-]+@[a-z0-9.-]+)?$/, { error: 'must be an address', abort: true })
      .default(''),

    ...providerSendSettings,
    /** How long a transport that is down is paused before one message tries it; doubles with each failure, up to 32 times. */
    TRANSPORT_COOL_DOWN_MS: durationMs(30_000, { min: 100 }),

    /**
     * Upper limit of all timeouts for other mail servers. The default is the longest, the wait for the reply to a message, for which
     * RFC 5321 §4.5.3.2.6 asks for ten minutes. After a shorter time the outcome of the message is unknown.
     */
    SMTP_TIMEOUT_MAX_MS: durationMs(defaultSmtpTimeouts.endMs, { min: 100, max: defaultSmtpTimeouts.endMs }),

    /** Accepted messages of one broadcast that wait to be sent. A broadcast continues when there are fewer. */
    BROADCAST_UNSENT_MAX: wholeNumber({ byDefault: 2_000, min: 1, max: 1_000_000 }),
    // As in webhook-dispatcher: webhook steps of automations.
    WEBHOOK_ALLOW_LOOPBACK: switchSetting(false),
    WEBHOOK_TIMEOUT_MS: durationMs(5_000, { min: 100, max: 30_000 }),

    // As on the gateways, whose descriptions hold.
    PLANS: plansSetting(),
    QUOTA_REBUILD_DELAY_MS: durationMs(3_000, { max: 60_000 }),
    RENDER_MS_PER_SECOND: wholeNumber({ byDefault: 500, min: 10, max: 1_000_000 }),

    /** Lease of a claimed message. Messages of a killed worker are retried after it. */
    LEASE_MS: durationMs(30_000, { min: 1_000 }),
    /**
     * After a time without any worker, mail that has been due for longer is held as `restored` until an operator releases it, since the database may be a restored one. 0: never. Marks in Redis detect a restored database in any case, see docs/recovery.md.
     */
    HOLD_OVERDUE_MS: durationMs(21_600_000, { min: 0, max: 30 * 86_400_000 }),
    /** Recipients per day of a domain in warm-up, from its first day; `10000x2` means two days. */
    WARM_UP_STEPS: warmUpSteps().transform(readWarmUpSteps),
    /** Recipients per day and site of a source address in warm-up. */
    SOURCE_WARM_UP_STEPS: warmUpSteps().transform(readWarmUpSteps),
    /** Messages of a new client organization that must pass screening before its mail is no longer held. */
    REVIEW_FIRST_MESSAGES: wholeNumber({ byDefault: 20, min: 1, max: 10_000 }),
  })
  .refine(
    ({ CFBL_ADDRESS: address, PLATFORM_DKIM_DOMAIN: domain }) => address === '' || isBelow(address, domain),
    {
      path: ['CFBL_ADDRESS'],
      message: 'must be an address of PLATFORM_DKIM_DOMAIN, or of a domain below it',
    },
  )
  .superRefine((settings, context) => {
    const { TLS_REPORT_FROM: reportFrom, PLATFORM_DKIM_DOMAIN: platformDomain } = settings;
    if (reportFrom !== '' && !reportFrom.toLowerCase().endsWith(`@${platformDomain.toLowerCase()}`)) {
      const message = 'must be in PLATFORM_DKIM_DOMAIN, whose key signs the reports';
      context.addIssue({ code: 'custom', path: ['TLS_REPORT_FROM'], message });
    }
    const given = platformKeySettings.filter((name) => settings[name] !== '');
    if (given.length === 0 || given.length === platformKeySettings.length) return;
    const path = platformKeySettings.filter((name) => settings[name] === '').slice(0, 1);
    context.addIssue({ code: 'custom', path, message: `is needed with ${given.join(' and ')}` });
  });

/** RFC 9477 §3.1: a mail says so only where a signature of the address's own domain stands for it. */
function isBelow(address: string, domain: string): boolean {
  const host = /^[A-Za-z0-9._-]+@([a-z0-9.-]+)$/.exec(address)?.[1] ?? '';
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
}

export type Settings = z.output<typeof settingsSchema>;

export function readSettings(): Settings {
  return parseSettings(settingsSchema, process.env);
}

function readWarmUpSteps(text: string, context: z.RefinementCtx): WarmUpSteps {
  const steps = parseWarmUpSteps(text);
  if (steps) return steps;
  context.addIssue({ code: 'custom', message: 'must be a list like 50,100,250x2' });
  return z.NEVER;
}

function readBlocklistNames(text: string, context: z.RefinementCtx): readonly string[] {
  const names = text.split(/[\s,]+/).filter((name) => name !== '' && name !== 'none');
  const parsed = parseBlocklists(names);
  if ('lists' in parsed) return names;
  context.addIssue({ code: 'custom', message: parsed.error });
  return z.NEVER;
}

export function blocklistsOf(
  settings: Pick<Settings, 'BLOCKLISTS' | 'SPAMHAUS_DQS_KEY'>,
): readonly Blocklist[] {
  const parsed = parseBlocklists(settings.BLOCKLISTS, settings.SPAMHAUS_DQS_KEY);
  assert('lists' in parsed, 'the setting was parsed');
  return parsed.lists;
}

function readRoutes(text: string, context: z.RefinementCtx): RouteTable {
  try {
    return parseRoutes(text);
  } catch (error) {
    context.addIssue({
      code: 'custom',
      message: error instanceof RouteError ? error.message : 'cannot be read',
    });
    return z.NEVER;
  }
}

/**
 * The key of the platform's own domain, which signs every message beside the customer's: reputation that new domains
 * start from, and where complaint loops are registered. Null without the settings.
 * @throws SettingsError when the file cannot be read or holds no RSA or Ed25519 key
 */
export function readPlatformKey(
  settings: Pick<Settings, (typeof platformKeySettings)[number]>,
): DkimKey | null {
  if (settings.PLATFORM_DKIM_DOMAIN === '') return null;
  const file = settings.PLATFORM_DKIM_KEY_FILE;
  const privateKeyPem = readSettingFile('PLATFORM_DKIM_KEY_FILE', file);
  try {
    return loadDkimKey({
      domain: settings.PLATFORM_DKIM_DOMAIN,
      selector: settings.PLATFORM_DKIM_SELECTOR,
      privateKeyPem,
    });
  } catch {
    throw new SettingsError([`PLATFORM_DKIM_KEY_FILE: ${file} holds no RSA or Ed25519 key in PEM`]);
  }
}
