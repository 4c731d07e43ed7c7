import { createHttpClient } from '@postrider/http-client';
import type { RedisClient } from '@postrider/messaging';
import type { Pool } from '@postrider/db';
import {
  createHostResolver,
  type Clock,
  type Logger,
  type Metrics,
  type SecretBox,
} from '@postrider/runtime';
import type { Settings } from '../../config';
import type { Connector } from '../pool/connect-any';
import type { ConnectionPool } from '../pool/connection-pool';
import type { Destinations } from '../routing/destinations';
import type { MxDestinations } from '../routing/mx-destinations';
import { createHealthStore } from './health-store';
import { sendGridUnit, sesUnits, type ProviderCalls } from './provider-units';
import { createTransportCatalogue, type BuiltInUnits, type CreateUnits } from './transport-catalogue';
import { createTransportDestinations } from './transport-destinations';
import { healthRules } from './transport-health';
import { mxUnit, routesUnit, smartHostUnit, type TransportUnit } from './transport-units';

export interface Transports {
  readonly destinations: Destinations;
  close(): Promise<void>;
}

interface Options {
  readonly settings: Settings;
  readonly pool: Pool;
  readonly redis: RedisClient;
  readonly secretBox: SecretBox;
  readonly connections: Pick<ConnectionPool, 'suspended'>;
  readonly connector: Connector;
  readonly mx: MxDestinations;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

const connectTimeoutMs = 10_000;
/** Above what any transport may call at the same time. */
const connectionsPerOriginMax = 1_000;
/** Calls of a built-in provider at the same time: what a new account of Amazon SES may send in a second. */
const builtInCallsMax = 14;

/** Every transport that there is, those of the settings and those of the table, behind one `Destinations`. */
export function createTransports(options: Options): Transports {
  const { settings, pool, redis, secretBox, connections, clock, log, metrics } = options;
  // Operators name these hosts, and an endpoint of their own may be in their network.
  const http = createHttpClient({
    resolve: createHostResolver(settings.DNS_SERVERS),
    isPermitted: () => true,
    connectTimeoutMs,
    connectionsPerOriginMax,
  });
  const calls: ProviderCalls = {
    http,
    timeoutMs: settings.PROVIDER_TIMEOUT_MS,
    sesEndpoint: settings.SES_ENDPOINT === '' ? null : settings.SES_ENDPOINT,
    sendGridUrl: settings.SENDGRID_API_URL,
  };
  const catalogue = createTransportCatalogue({
    ...{ pool, secretBox, clock, log },
    builtIn: builtInUnits(options, calls),
    createUnits: unitsFromRows(options, calls),
  });
  return {
    destinations: createTransportDestinations({
      catalogue,
      health: createHealthStore({
        ...{ redis, clock, log, metrics },
        rules: healthRules(settings.TRANSPORT_COOL_DOWN_MS),
      }),
      suspended: (destination) => connections.suspended(destination),
      clock,
      metrics,
    }),
    close: async () => {
      catalogue.close();
      await http.close();
    },
  };
}

function builtInUnits({ settings, mx, connector }: Options, calls: ProviderCalls): BuiltInUnits {
  const units = new Map<string, readonly TransportUnit[]>([
    ['smtp', [routesUnit('smtp', settings.DELIVERY_ROUTES, { mx, connector })]],
    ['mx', [mxUnit('mx', { mx, connector })]],
  ]);
  if (settings.SES_REGIONS.length > 0) {
    const configurationSet = settings.SES_CONFIGURATION_SET === '' ? null : settings.SES_CONFIGURATION_SET;
    const account = { regions: settings.SES_REGIONS, credentials: null, configurationSet };
    units.set('ses', sesUnits('ses', { ...account, connections: builtInCallsMax }, calls));
  }
  if (settings.SENDGRID_API_KEY !== '') {
    const account = { apiKey: settings.SENDGRID_API_KEY, connections: builtInCallsMax };
    units.set('sendgrid', [sendGridUnit('sendgrid', account, calls)]);
  }
  return units;
}

function unitsFromRows({ mx, connector }: Options, calls: ProviderCalls): CreateUnits {
  return (name, options, secret) => {
    switch (options.kind) {
      case 'mx':
        return [mxUnit(name, { mx, connector })];
      case 'smtp':
        return [smartHostUnit(name, options, { mx, connector, password: secret })];
      case 'ses': {
        const { accessKeyId } = options;
        const credentials =
          accessKeyId === null || secret === null ? null : { accessKeyId, secretAccessKey: secret };
        return sesUnits(name, { ...options, credentials }, calls);
      }
      case 'sendgrid':
        if (secret === null) throw new Error('SendGrid needs a key');
        return [sendGridUnit(name, { apiKey: secret, connections: options.connections }, calls)];
    }
  };
}
