import {
  createApiKey,
  createDomain,
  createOrganization,
  createTenant,
  dumpTenant,
  pathObjects,
  placesOf,
  type ApiKeyFixture,
  type PathObjects,
  type Tenant,
  type TenantDump,
} from '@postrider/testkit';
import { objectBodies, references, type Reference } from '../../test/tenant-walk-cases';
import type { Answer } from '../../test/test-api';
import { useApi } from '../../test/use-api';

/** Who has nothing to do with the tenant, or knows it from a side that must not matter. */
const strangerNames = ['another organization', 'the one that created it', 'a client of its'] as const;

interface Stranger {
  readonly key: ApiKeyFixture;
  readonly domainName: string;
  readonly isClient: boolean;
}
let tenant: Tenant;
let objects: PathObjects;
let ids: readonly string[];
let strangers: Readonly<Record<(typeof strangerNames)[number], Stranger>>;

const api = useApi();
beforeAll(async () => {
  const { pool } = api;
  const parent = await createOrganization(pool);
  tenant = await createTenant(pool, { parentOrganizationId: parent.id });
  const client = await createOrganization(pool, {
    kind: 'client',
    parentOrganizationId: tenant.organizationId,
  });
  objects = pathObjects(tenant, client.id);
  ids = idsOf(await dumpTenant(pool, tenant.organizationId)).filter((id) => id !== parent.id);
  strangers = {
    'another organization': await newStranger((await createOrganization(pool)).id),
    'the one that created it': await newStranger(parent.id),
    'a client of its': { ...(await newStranger(client.id)), isClient: true },
  };
});

async function newStranger(organizationId: string): Promise<Stranger> {
  const { name: domainName } = await createDomain(api.pool, { organizationId });
  const key = await createApiKey(api.pool, { organizationId });
  return { key, domainName, isClient: false };
}

/** Ids of all rows, and whatever else in them looks like one. */
function idsOf(dump: TenantDump): string[] {
  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
  return [...new Set(JSON.stringify(dump).match(uuid))];
}

interface Operation {
  /** `GET /emails/{id}`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly takesBody: boolean;
}

function operations(): Operation[] {
  return Object.entries(api.document.paths ?? {}).flatMap(([path, item]) =>
    (['get', 'post', 'patch', 'delete'] as const).flatMap((verb) => {
      const operation = item[verb];
      if (operation === undefined) return [];
      const method = verb.toUpperCase();
      const takesBody = 'requestBody' in operation;
      return [{ name: `${method} ${path}`, method, path, takesBody }];
    }),
  );
}
const namesObject = ({ path }: Operation): boolean => path.includes('{');

function call(
  key: ApiKeyFixture,
  { method, path }: Operation,
  { query = '', body, headers }: Partial<Reference>,
) {
  const filled = path.replace(
    /\{\w+\}/g,
    (placeholder, index: number) => objects[path.slice(0, index + placeholder.length)] ?? 'no-object',
  );
  return api.send(filled + query, {
    method,
    key,
    ...(body !== undefined && { body }),
    ...(headers && { headers }),
  });
}

const summary = ({ status, refusal }: Answer<unknown>): string => refusal ?? String(status);

/** What of the tenant an answer shows beyond what the request said itself; nothing, if all is well. */
function shown({ text }: Answer<unknown>, request: unknown = ''): string[] {
  const said = JSON.stringify(request);
  return [tenant.mark, ...ids].filter((secret) => text.includes(secret) && !said.includes(secret));
}

describe('the walk', () => {
  it('has an object of the tenant for every path with one', () => {
    const missing = operations()
      .flatMap(({ path }) => placesOf(path))
      .filter((place) => objects[place] === undefined)
      .map((place) => `${place} has no object: add it to pathObjects of the testkit`);
    expect(missing).toEqual([]);
  });

  it('has a body for every operation that takes one', () => {
    const referring = references(tenant, strangers['another organization']);
    const missing = operations()
      .filter(({ name, takesBody }) => takesBody && !(name in objectBodies) && !(name in referring))
      .map(({ name }) => `${name} has no body: add one to test/tenant-walk-cases.ts`);
    expect(missing).toEqual([]);
  });

  it('knows no operation that does not exist', () => {
    const names = new Set(operations().map(({ name }) => name));
    const known = [
      ...Object.keys(objectBodies),
      ...Object.keys(references(tenant, strangers['another organization'])),
    ];
    expect(known.filter((name) => !names.has(name))).toEqual([]);
    const places = new Set(operations().flatMap(({ path }) => placesOf(path)));
    expect(Object.keys(objects).filter((place) => !places.has(place))).toEqual([]);
  });
});

describe.each(strangerNames)('to %s', (strangerName) => {
  let before: TenantDump;
  beforeEach(async () => {
    before = await dumpTenant(api.pool, tenant.organizationId);
  });
  afterEach(async () => {
    expect(await dumpTenant(api.pool, tenant.organizationId)).toEqual(before);
  });

  it('no list or report shows anything', async () => {
    const { key, isClient } = strangers[strangerName];
    for (const operation of operations()) {
      if (operation.method !== 'GET' || namesObject(operation)) continue;
      // A partner sees its clients.
      if (operation.path === '/organizations' && strangerName === 'the one that created it') continue;
      const answer = await call(key, operation, {});
      const expected = isClient && operation.path === '/organizations' ? '403 forbidden' : '200';
      expect([operation.name, summary(answer), shown(answer)]).toEqual([operation.name, expected, []]);
    }
  });

  it('objects of another organization do not exist', async () => {
    const { key, isClient } = strangers[strangerName];
    for (const operation of operations().filter(namesObject)) {
      const answer = await call(key, operation, { body: objectBodies[operation.name] });
      const isPartnerOnly = isClient && operation.path.startsWith('/organizations/');
      const expected = isPartnerOnly ? '403 forbidden' : '404 not_found';
      expect([operation.name, summary(answer), shown(answer)]).toEqual([operation.name, expected, []]);
    }
  });

  it('nothing can be named in a body or query', async () => {
    const stranger = strangers[strangerName];
    const byName = new Map(operations().map((operation) => [operation.name, operation]));
    for (const [name, cases] of Object.entries(references(tenant, stranger))) {
      const operation = byName.get(name);
      if (operation === undefined) continue;
      for (const reference of cases) {
        const answer = await call(stranger.key, operation, reference);
        const isPartnerOnly = stranger.isClient && operation.path === '/organizations';
        const expected = isPartnerOnly ? '403 forbidden' : reference.answer;
        const seen = [name, reference, summary(answer), shown(answer, reference)];
        expect(seen).toEqual([name, reference, expected, []]);
      }
    }
  });
});

describe('to its owner', () => {
  it('every list shows something, and every object exists', async () => {
    for (const operation of operations()) {
      if (operation.method !== 'GET') continue;
      const answer = await call(tenant.key, operation, {});
      expect([operation.name, summary(answer)]).toEqual([operation.name, '200']);
      const { data } = answer.body as { readonly data?: readonly unknown[] };
      expect([operation.name, data?.length]).not.toEqual([operation.name, 0]);
    }
  });
});
