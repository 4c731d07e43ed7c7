import type { DomainResource } from '@postrider/contracts/domains';
import { plans } from '@postrider/contracts/organizations';
import { createApiGatewayDatabase, type ApiGatewayDatabase } from '@postrider/db';
import { createLogger, createSecretBox, type HostPort } from '@postrider/runtime';
import {
  createApiKey,
  createOrganization,
  platformRecords,
  startDnsServer,
  testMasterKey,
  type ApiKeyFixture,
  type DnsServer,
} from '@postrider/testkit';
import { createCloudflareDns } from '../src/domains/providers/cloudflare/cloudflare-dns';
import { createDomainFeature, type DomainOptions } from '../src/domains/domain-feature';
import type { SendingSetup } from '../src/domains/store/sending-setup';
import { createSesIdentities } from '../src/domains/providers/ses/ses-identities';
import { createCursorCodec } from '../src/paging/cursor';
import { startCloudflareServer, type CloudflareServer } from './cloudflare-server';
import { startSesServer, type SesServer } from './ses-server';
import { type Answer, databasePatience, startTestApi, type TestApi, unreachableDomains } from './test-api';
import { createTurnedClock, type TurnedClock } from './turned-clock';

/** A gateway with everything that domains need around them, and a hand on its sweep. */
export interface DomainHarness {
  readonly api: TestApi;
  readonly clock: TurnedClock;
  readonly database: ApiGatewayDatabase;
  readonly dns: DnsServer;
  readonly cloudflare: CloudflareServer;
  readonly ses: SesServer;
  /** One pass of the sweep, as another replica would do it. */
  sweep(): Promise<unknown>;
  /** An organization and its ADMIN key. */
  newTenant(kind?: 'internal' | 'client'): Promise<Tenant>;
  /** Serves exactly these records of domains, beside the platform's own. */
  publish(...records: Published[]): void;
  close(): Promise<void>;
}

export interface Tenant {
  readonly organizationId: string;
  readonly key: ApiKeyFixture;
  create(body: unknown): Promise<Answer<DomainResource>>;
  read(id: string): Promise<DomainResource>;
  act(id: string, action: 'verify' | 'publish' | 'register-identity'): Promise<Answer<DomainResource>>;
}

export type Published = Pick<DomainResource['records'][number], 'type' | 'name' | 'value'>;

export interface DomainHarnessOptions {
  readonly setup?: Partial<SendingSetup>;
  /** Without a token. */
  readonly withoutCloudflare?: boolean;
}

export async function startDomainHarness(harnessOptions: DomainHarnessOptions = {}): Promise<DomainHarness> {
  const clock = createTurnedClock();
  const dns = await startDnsServer({ zone: { records: platformRecords } });
  const cloudflare = await startCloudflareServer('zone.test');
  const ses = await startSesServer();
  const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' };
  const options: DomainOptions = {
    ...unreachableDomains,
    setup: { ...unreachableDomains.setup, ...harnessOptions.setup },
    dnsServers: [{ host: dns.host, port: dns.port } satisfies HostPort],
    dnsProvider: harnessOptions.withoutCloudflare
      ? null
      : createCloudflareDns({ apiToken: cloudflare.token, apiUrl: cloudflare.url }),
    identityProvider: createSesIdentities({ endpoint: ses.url, credentials }),
  };
  const api = await startTestApi({ clock, limits: { domains: options } });
  const database = createApiGatewayDatabase({
    url: api.context.databaseUrl,
    applicationName: 'domain sweep',
    ...databasePatience,
  });
  const masterKey = Buffer.from(testMasterKey, 'base64');
  const feature = createDomainFeature({
    domains: options,
    database,
    secretBox: createSecretBox({ masterKey }),
    masterKeys: { masterKey },
    plans,
    cursors: createCursorCodec({ masterKey }),
    bumpCacheVersion: api.bumpCacheVersion,
    clock,
    log: createLogger({ name: 'domain sweep', level: 'silent' }),
  });
  return {
    ...{ api, clock, database, dns, cloudflare, ses },
    sweep: () => feature.sweep(),
    newTenant: (kind = 'internal') => newTenant(api, kind),
    publish: (...records) => {
      const zone = records.map(({ type, name, value }) => ({ type, name, value }));
      dns.setZone({ records: [...platformRecords, ...zone] });
    },
    close: async () => {
      await api.close();
      await database.close();
      await Promise.all([dns.close(), cloudflare.close(), ses.close()]);
    },
  };
}

async function newTenant(api: TestApi, kind: 'internal' | 'client'): Promise<Tenant> {
  const { pool } = api.context;
  const plan = kind === 'internal' ? 'internal' : 'scale';
  const { id: organizationId } = await createOrganization(pool, { kind, plan });
  await pool.query(`UPDATE organizations SET alert_email = 'ops@tenant.test' WHERE id = $1`, [
    organizationId,
  ]);
  const key = await createApiKey(pool, { organizationId });
  return {
    organizationId,
    key,
    create: (body) => api.post('/domains', key, body),
    read: async (id) => (await api.get<DomainResource>(`/domains/${id}`, key)).body,
    act: (id, action) => api.post(`/domains/${id}/${action}`, key),
  };
}
