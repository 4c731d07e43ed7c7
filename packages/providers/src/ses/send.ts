import { createRequire } from 'node:module';
import type { ProviderAccount, ProviderUnit, SendContext } from '../provider';
import type { SesOptions, SesSettings } from './options';
import type * as sesRegion from './ses-region';

/** The client of Amazon SES takes 12 MB of memory: it is loaded where it is configured. */
const load = createRequire(__filename);

export function send(
  { name, options, secret }: ProviderAccount<SesOptions>,
  { settings, http, timeoutMs }: SendContext<SesSettings>,
): readonly ProviderUnit[] {
  const { createSesRegion } = load('./ses-region') as typeof sesRegion;
  const { regions, accessKeyId, configurationSet, connections } = options;
  const endpoint = settings.SES_ENDPOINT === '' ? null : settings.SES_ENDPOINT;
  const credentials =
    accessKeyId === null || secret === null ? null : { accessKeyId, secretAccessKey: secret };
  return regions.map((region, index) => ({
    name: `${name}@${region}`,
    api: createSesRegion({
      ...{ region, isPrimary: index === 0, endpoint, credentials, configurationSet, http, timeoutMs },
    }),
    connectionsMax: connections,
  }));
}
