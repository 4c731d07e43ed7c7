import { secret, urlWithScheme } from '@postrider/runtime';
import { z } from 'zod';
import type { ProviderOptions } from '../provider';

const settings = {
  /** Key with the permission mail.send: makes the transport `sendgrid`. */
  SENDGRID_API_KEY: z.string().default('').meta(secret),
  /** https://api.eu.sendgrid.com for accounts in the European Union. */
  SENDGRID_API_URL: urlWithScheme('https', 'http').default('https://api.sendgrid.com'),
};

export type SendGridSettings = z.output<z.ZodObject<typeof settings>>;

const connectionsByDefault = 14;

const schema = z.strictObject({
  connections: z
    .int()
    .min(1)
    .max(1_000)
    .default(connectionsByDefault)
    .meta({ title: 'Connections of a worker' }),
});

export type SendGridOptions = z.output<typeof schema>;

export const options = {
  title: 'SendGrid',
  schema,
  flags: {},
  settings,
  fromSettings: ({ SENDGRID_API_KEY: apiKey }) =>
    apiKey === '' ? null : { options: schema.parse({}), secret: apiKey },
  regions: () => [],
} satisfies ProviderOptions<SendGridOptions, SendGridSettings>;
