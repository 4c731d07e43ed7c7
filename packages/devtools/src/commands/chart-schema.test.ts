import fs from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import type { z } from 'zod';
import { chartFolder } from '../deployment/helm';
import { serviceNames } from '../processes/service-process';
import { chartSchemaFiles } from './chart-schema';
import { settingsSchemaOf } from './env-example';

test('the chart knows the settings that the services read, and its README its values: `postrider chart-schema` renews both', async () => {
  for (const [name, text] of Object.entries(await chartSchemaFiles())) {
    expect({ name, text: fs.readFileSync(path.join(chartFolder, name), 'utf8') }).toEqual({ name, text });
  }
});

/** Values of all kinds of settings: right ones, and mistakes that are easily made. */
const samples = [
  ...['true', 'off', 'maybe', '7', '-1', '1.5', '70000', 'long', 'info', 'loud', '0'],
  ...['mail.example.com', 'Mail.Example.com', 'mail', 'mail_x.example.com', `${'a.'.repeat(130)}com`],
  ...[
    'https://mail.example.com',
    'https://mail.example.com/path',
    'http://mail.example.com',
    'mail.example.com:443',
  ],
  ...[
    'http://127.0.0.1:4000',
    'http://[::1]',
    'https://a@mail.example.com',
    'ftp://mail.example.com',
    'https://',
  ],
  ...['1.1.1.1', '1.1.1.1:53,[2606:4700::1]:53', '1.1.1.1 8.8.8.8', '[::1', '1.1.1.1:x', 'one, two', ' , '],
  ...['10.0.0.0/8', '10.0.0.0/8, ::1', '10.0.0.0/8 ::1', 'localhost', 'ten'],
  ...[
    'mx',
    '*=mx',
    '*=MX',
    '*=ses:eu-west-1',
    '*=smtp://relay.example:587',
    'a.example=smtps://u:p@relay.example .b.example=mx,',
  ],
  ...['*=relay.example', 'smtp://relay.example', '*=http://relay.example', 'a b=mx', '=mx'],
  ...[
    'eu-west-1',
    'eu-west-1, us-east-1',
    'EU-WEST-1',
    'europe',
    'resend',
    'resend, sendgrid',
    'ses',
    'smtp',
  ],
  ...[
    'arn:aws:sns:eu-west-1:123456789012:mail',
    'mail-events',
    '50,100,250x2',
    '50;100',
    '50 100',
    '50x',
    '0,1',
  ],
  ...[
    'fbl@mail.example.com',
    'Postrider <a@example.com>',
    'Postrider',
    'a@b@c',
    '<a@example.com>',
    '@example.com',
  ],
  ...['{"free": {"daily_cap": 200}}', '[]', '{', 'free', '{}', '[{"id": "x"}]'],
];

/** Without quotes, where the setting is a number. */
const asInYaml = (sample: string, { type }: { readonly type?: unknown }): unknown =>
  /integer|^number/.test(String(type)) && /^-?\d+(\.\d+)?$/.test(sample) ? Number(sample) : sample;

/** What a pattern of one line cannot see; the service says it at its start. */
const unseen = new Set([
  ...[
    'PLATFORM_FROM https://a@mail.example.com',
    'PLATFORM_FROM a@b@c',
    'ALERT_FROM https://a@mail.example.com',
    'ALERT_FROM a@b@c',
    'SIGN_IN_PROVIDERS [{"id": "x"}]',
  ],
  'SENDGRID_WEBHOOK_KEY',
]);

type Properties = Readonly<Record<string, { readonly type?: unknown }>>;

test.each(serviceNames)('the chart refuses the values that %s refuses, and no other', async (service) => {
  const { definitions } = JSON.parse((await chartSchemaFiles())['values.schema.json'] ?? '') as {
    definitions: Record<string, { properties?: Properties; allOf?: readonly { properties?: Properties }[] }>;
  };
  const key = service.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const shape = (await settingsSchemaOf(service)).shape as Readonly<Record<string, z.ZodType>>;
  const ajv = new Ajv({ strict: false });
  const settings = {
    ...definitions['sharedSettings']?.properties,
    ...definitions[`${key}Settings`]?.allOf?.[1]?.properties,
  };
  const disagreed = Object.entries(settings)
    .filter(([name]) => name in shape)
    .flatMap(([name, schema]) => {
      const isTaken = ajv.compile(schema);
      return samples
        .filter((sample) => isTaken(asInYaml(sample, schema)) !== shape[name]?.safeParse(sample).success)
        .map((sample) => `${name} ${sample}`);
    });
  expect(disagreed.filter((each) => !unseen.has(each) && !unseen.has(each.split(' ')[0] ?? ''))).toEqual([]);
});
