import { secret, SettingsError, switchSetting } from '@postrider/runtime';
import { z } from 'zod';
import type { ProviderOptions } from '../provider';

const domainName = /^[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?$/i;

const settings = {
  /** A sending key of MAILGUN_DOMAIN, or a key of the account: makes the transport `mailgun`. */
  MAILGUN_API_KEY: z.string().default('').meta(secret),
  /** The domain at Mailgun that mail is sent by. The From of a mail may be in any other domain. */
  MAILGUN_DOMAIN: z
    .string()
    .meta({ pattern: '^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?)?$' })
    .default('')
    .refine((name) => name === '' || domainName.test(name), 'must be a domain name'),
  /** MAILGUN_DOMAIN is in Mailgun's EU region. */
  MAILGUN_EU: switchSetting(false),
  /** Instead of Mailgun's own endpoints, for tests. */
  MAILGUN_ENDPOINT: z.string().default(''),
};

export type MailgunSettings = z.output<z.ZodObject<typeof settings>>;

const connectionsByDefault = 14;

const schema = z.strictObject({
  domain: z.string().regex(domainName, 'must be a domain name').meta({ title: 'Domain at Mailgun' }),
  eu: z.boolean().default(false).meta({ title: 'In the EU region' }),
  connections: z
    .int()
    .min(1)
    .max(1_000)
    .default(connectionsByDefault)
    .meta({ title: 'Connections of a worker' }),
});

export type MailgunOptions = z.output<typeof schema>;

export const options = {
  title: 'Mailgun',
  schema,
  flags: {
    domain: ['--domain <name>', 'at Mailgun, that mail is sent by'],
    eu: ['--eu', "the domain is in Mailgun's EU region"],
  },
  settings,
  fromSettings: ({ MAILGUN_API_KEY: apiKey, MAILGUN_DOMAIN: domain, MAILGUN_EU: eu }) => {
    if (apiKey === '') return null;
    if (domain === '') throw new SettingsError(['MAILGUN_DOMAIN: is needed with MAILGUN_API_KEY']);
    return { options: { domain, eu, connections: connectionsByDefault }, secret: apiKey };
  },
  regions: () => [],
} satisfies ProviderOptions<MailgunOptions, MailgunSettings>;
