import { engines, type SecretBox, type ServiceScope } from '@postrider/runtime';
import { assertMigrated } from '../migrations/assert-migrated';
import { assertPartitions } from '../partitions/assert-partitions';
import { proveSecrets } from '../secret-proofs/prove-secrets';
import type { SecretProof } from '../secret-proofs/secret-proof';
import {
  createApiGatewayDatabase,
  createDatabase,
  type ApiGatewayDatabase,
  type Database,
  type DatabaseOptions,
} from './create-database';

interface DatabaseSettings {
  readonly DATABASE_URL: string;
  readonly DATABASE_POOL_SIZE: number;
}

type Scope = Pick<ServiceScope, 'name' | 'log' | 'metrics' | 'connect'>;

interface OpenOptions extends Pick<DatabaseOptions, 'statementTimeoutMs' | 'plansOnce'> {
  readonly settings: DatabaseSettings;
  /** What the service seals, signs and checks with: it must be what the database was filled with. */
  readonly secrets?: { readonly secretBox?: SecretBox; readonly others?: readonly SecretProof[] };
  /** Makes sure that there are partitions; default: refuses to start without them. */
  readonly checkPartitions?: (pool: Database['pool']) => Promise<unknown>;
}

/**
 * The database of a service: waits for PostgreSQL, and refuses to start on one that is not migrated or was filled with other
 * secrets. Closes with the service.
 */
export function openDatabase(service: Scope, options: OpenOptions): Promise<Database> {
  return open(service, createDatabase(databaseOptions(service, options)), options);
}

/** As `openDatabase`, with Prisma's client ready for its first query. */
export async function openApiGatewayDatabase(
  service: Scope,
  options: OpenOptions,
): Promise<ApiGatewayDatabase> {
  const database = await open(service, createApiGatewayDatabase(databaseOptions(service, options)), options);
  await database.prepare();
  return database;
}

/** For a service that starts without PostgreSQL. */
export function databaseOptions(
  { name, log, metrics }: Omit<Scope, 'connect'>,
  { settings, statementTimeoutMs, plansOnce }: Omit<OpenOptions, 'secrets' | 'checkPartitions'>,
): DatabaseOptions {
  return {
    url: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    applicationName: name,
    metrics,
    ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
    ...(plansOnce !== undefined && { plansOnce }),
    onConnectionError: (error) => log.warn({ err: error }, 'lost a connection to PostgreSQL'),
  };
}

async function open<D extends Database>(service: Scope, database: D, options: OpenOptions): Promise<D> {
  const { settings, secrets, checkPartitions = assertPartitions } = options;
  await service.connect(engines.postgres(settings.DATABASE_URL, database));
  await assertMigrated(database.pool);
  await checkPartitions(database.pool);
  if (secrets) await proveSecrets(database.pool, secrets);
  return database;
}
