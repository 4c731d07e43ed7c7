import { commaList } from '@postrider/runtime';
import { z } from 'zod';
import type { ProviderOptions } from '../provider';

const region = /^[a-z]{2}(-[a-z]+)+-\d$/;

export const sesSettings = {
  /**
   * Regions of Amazon SES, comma-separated. Domains are registered in all of them. The transport `ses` sends by the first; the others take over while it is down. Credentials come from the AWS SDK's own environment variables, profile or instance role.
   */
  SES_REGIONS: commaList(region.source.slice(1, -1)).refine(
    (regions) => regions.every((each) => region.test(each)),
    'must be a list of regions such as eu-west-1',
  ),
  /** Its event destination reports deliveries and bounces. Without it, mail through Amazon SES stays unconfirmed. */
  SES_CONFIGURATION_SET: z.string().default(''),
  /** Instead of Amazon's own endpoints, for tests. */
  SES_ENDPOINT: z.string().default(''),
};

export type SesSettings = z.output<z.ZodObject<typeof sesSettings>>;

/** Concurrent calls of one region: what a new account may send in a second. */
const connectionsByDefault = 14;

const schema = z.strictObject({
  /** The first is the primary one: mail leaves there as long as it works. */
  regions: z
    .array(z.string().regex(region, 'must be a region such as eu-west-1'))
    .min(1)
    .max(10)
    .meta({ title: 'Regions, primary first' }),
  /** Null, and no secret either: where the SDK looks by itself. */
  accessKeyId: z.string().max(128).nullable().default(null).meta({ title: 'Access key ID' }),
  /** Its event destinations report what happened to the mail. */
  configurationSet: z.string().max(64).nullable().default(null).meta({ title: 'Configuration set' }),
  connections: z
    .int()
    .min(1)
    .max(1_000)
    .default(connectionsByDefault)
    .meta({ title: 'Connections of a worker' }),
});

export type SesOptions = z.output<typeof schema>;

export const options = {
  title: 'Amazon SES',
  schema,
  flags: {
    regions: ['--region <regions...>', 'regions of Amazon SES, primary first'],
    accessKeyId: ['--access-key-id <id>', 'for Amazon SES (default: the lookup of the AWS SDK)'],
    configurationSet: ['--configuration-set <name>', 'for Amazon SES: receives its events'],
  },
  settings: sesSettings,
  fromSettings: ({ SES_REGIONS: regions, SES_CONFIGURATION_SET: configurationSet }) => {
    if (regions.length === 0) return null;
    const options = {
      ...{ regions, accessKeyId: null, connections: connectionsByDefault },
      configurationSet: configurationSet === '' ? null : configurationSet,
    };
    return { options, secret: null };
  },
  regions: ({ regions }) => regions,
} satisfies ProviderOptions<SesOptions, SesSettings>;
