import assert from 'node:assert';
import type { PlanName } from '@postrider/contracts/organizations';
import type { Permission } from '@postrider/contracts/statuses';
import {
  createApiKey,
  createDomain,
  createOrganization,
  type ApiKeyFixture,
  type ApiKeyOverrides,
  type DomainFixture,
  type DomainOverrides,
  type OrganizationOverrides,
  type TestContext,
} from '@postrider/testkit';
import { actionsWithSecrets } from './audit-secrets';
import { startTestApi, type Answer, type TestApi, type TestApiOptions } from './test-api';

export interface UseApiOptions extends TestApiOptions {
  /**
   * On engines of its own, which is what settings also bring about. For tests that see more than their organization: they read queues,
   * count rows of a whole table, name domains, or sign in, which is limited by client address.
   */
  readonly alone?: true;
  /** The file's tests share their organization; default: each has its own. */
  readonly shared?: true;
  /** Default: without limits. */
  readonly plan?: PlanName;
  readonly organization?: OrganizationOverrides;
  /** Of the key; default ADMIN. */
  readonly permission?: Permission;
  readonly key?: Partial<ApiKeyOverrides>;
  /** The organization has a verified domain of this stream. */
  readonly stream?: 'transactional' | 'bulk';
  readonly domain?: Partial<DomainOverrides>;
}

/** A gateway, and an organization with a key and, if one is asked for, a domain. */
export interface UsedApi extends TestApi {
  readonly pool: TestContext['pool'];
  readonly organizationId: string;
  readonly key: ApiKeyFixture;
  readonly domain: DomainFixture;
  /** Another gateway on its engines, which closes with it. */
  startReplica(options?: TestApiOptions): Promise<TestApi>;
  /** Another key of the organization. */
  createKey(overrides?: Partial<ApiKeyOverrides>): Promise<ApiKeyFixture>;
  /** Another domain of the organization. */
  createDomain(overrides?: Partial<DomainOverrides>): Promise<DomainFixture>;
  /** By default with the organization's key. */
  get<Body = unknown>(path: string, key?: ApiKeyFixture): Promise<Answer<Body>>;
  delete(path: string, key?: ApiKeyFixture): Promise<Answer<unknown>>;
}

interface Owner {
  readonly organizationId: string;
  readonly key: ApiKeyFixture;
  readonly domain: DomainFixture | null;
}

/** Registers the hooks of a test file that calls the gateway. */
export function useApi(options: UseApiOptions = {}): UsedApi {
  let api: TestApi;
  let owner: Owner;
  const replicas: TestApi[] = [];
  beforeAll(async () => {
    api = await apiFor(options);
  });
  const makeOwner = async (): Promise<void> => {
    owner = await createOwner(api.context, options);
  };
  if (options.shared) beforeAll(makeOwner);
  else beforeEach(makeOwner);
  afterAll(async () => {
    for (const replica of replicas) await replica.close();
    await (isKept(options) ? expectNoSecrets(api) : api.close());
  });

  const ofOrganization = {
    get pool() {
      return api.context.pool;
    },
    get organizationId() {
      return owner.organizationId;
    },
    get key() {
      return owner.key;
    },
    get domain() {
      return owner.domain;
    },
    startReplica: async (further: TestApiOptions = {}) => {
      const replica = await startTestApi({ ...further, replicaOf: api });
      replicas.push(replica);
      return replica;
    },
    createKey: (overrides: Partial<ApiKeyOverrides> = {}) =>
      createApiKey(api.context.pool, { organizationId: owner.organizationId, ...overrides }),
    createDomain: (overrides: Partial<DomainOverrides> = {}) => {
      assert(overrides.name === undefined || !isKept(options), 'a file that names domains is `alone`');
      return createDomain(api.context.pool, { organizationId: owner.organizationId, ...overrides });
    },
    get: (path: string, key = owner.key) => api.get(path, key),
    delete: (path: string, key = owner.key) => api.delete(path, key),
  };
  // What a file asks of it is asked of the gateway that runs by then.
  return new Proxy(ofOrganization, {
    get: (own, name) => Reflect.get(name in own ? own : api, name) as unknown,
  }) as unknown as UsedApi;
}

/** Of kept-environment.cjs. */
declare const closeAtEnd: (close: () => Promise<void>) => void;

/** Of a worker of the test runner. Starting a gateway on new engines takes a second of processor time. */
let kept: Promise<TestApi> | undefined;

const settings = ['replicaOf', 'databaseUrl', 'clock', 'startWithoutRedis', 'limits'] as const;

function isKept(options: UseApiOptions): boolean {
  // A name belongs to one organization of an installation, so two files cannot have the same one.
  const namesDomain = options.domain?.name !== undefined;
  return !options.alone && !namesDomain && settings.every((name) => options[name] === undefined);
}

async function apiFor(options: UseApiOptions): Promise<TestApi> {
  if (!isKept(options)) return startTestApi(options);
  kept ??= startTestApi().then((started) => {
    closeAtEnd(() => started.close());
    return started;
  });
  return kept;
}

async function expectNoSecrets({ context }: TestApi): Promise<void> {
  expect(await actionsWithSecrets(context.pool)).toEqual([]);
}

async function createOwner({ pool }: TestContext, options: UseApiOptions): Promise<Owner> {
  const { plan, permission, stream } = options;
  const { id: organizationId } = await createOrganization(pool, {
    ...(plan && { plan }),
    ...options.organization,
  });
  const [key, domain] = await Promise.all([
    createApiKey(pool, { organizationId, ...(permission && { permission }), ...options.key }),
    stream || options.domain
      ? createDomain(pool, { organizationId, ...(stream && { stream }), ...options.domain })
      : null,
  ]);
  return { organizationId, key, domain };
}
