import { includesRole, roles, type Role } from '@postrider/contracts/access';
import { newId } from '@postrider/contracts/ids';
import { createHttpClient } from '@postrider/http-client';
import { createInvitation } from '@postrider/identity';
import { createHostResolver, systemClock } from '@postrider/runtime';
import { createMember, createOrganization, createUser, type MemberFixture } from '@postrider/testkit';
import { openBrowser } from '../../test/console-browser';
import { consoleRows, type ConsoleRow } from '../../test/console-rows';
import { aligned, committedTable, writeTable } from '../../test/docs-table';
import { insertEmail } from '../../test/email-fixture';
import { uniqueName } from '../../test/permission-harness';
import { consoleOrigin } from '../../test/test-api';
import { useApi } from '../../test/use-api';
import { googleEndpoints, type GoogleSettings } from '../google-postmaster/google-oauth';
import { isOfMembers } from '../http/route';
import { consoleRoutes } from './console-routes';

/** Writes the table of `docs/console.md` instead of comparing it. */
// eslint-disable-next-line no-restricted-syntax -- no service reads it
const isWriting = process.env['PERMISSIONS_TABLE'] === 'write';
const page = 'docs/console.md';
/** What refuses a caller; whatever else an answer is, it was for a caller who may call. */
const refusals = ['unauthorized', 'forbidden', 'reauthentication_required'];
let foreignId: string;

/** Google itself is not called: no caller has connected an account. */
const google: GoogleSettings = {
  ...{ clientId: 'client', clientSecret: 'secret', consoleOrigin, endpoints: googleEndpoints },
  http: createHttpClient({
    ...{ resolve: createHostResolver([]), isPermitted: () => false },
    ...{ connectTimeoutMs: 1_000, connectionsPerOriginMax: 1 },
  }),
};
const api = useApi({ alone: true, shared: true, limits: { google } });
beforeAll(async () => {
  const { pool } = api;
  ({ id: foreignId } = await createOrganization(pool, { kind: 'internal' }));
  // Others may leave.
  await createMember(pool, { organizationId: api.organizationId, role: 'owner' });
});

it('the table of access has a row for every endpoint, and no other', () => {
  // An endpoint without a row: say in test/console-rows.ts who may call it.
  expect(Object.keys(consoleRows).sort()).toEqual(
    consoleRoutes.map(({ method, path }) => `${method} ${path}`).sort(),
  );
});

/** New for each endpoint: some of these calls end a session or a membership. */
const callers: Readonly<Record<string, () => Promise<Pick<MemberFixture, 'sessionToken'> | null>>> = {
  'no session': () => Promise.resolve(null),
  'no organization': () => createUser(api.pool, {}),
  ...Object.fromEntries(roles.map((role) => [role, () => join({ role })])),
  'owner who signed in long ago': () => join({ authenticatedAt: longAgo() }),
  'removed owner': async () => {
    const member = await join({});
    await api.pool.query('DELETE FROM memberships WHERE id = $1', [member.membershipId]);
    return member;
  },
  'owner of another organization': () => join({ organizationId: foreignId }),
  operator: () => createUser(api.pool, { isOperator: true, hasSecondFactor: true }),
  'operator who signed in long ago': () =>
    createUser(api.pool, { isOperator: true, hasSecondFactor: true, authenticatedAt: longAgo() }),
  'operator without a second factor': () => join({ isOperator: true }),
};

function longAgo(): Date {
  return new Date(Date.now() - 11 * 60_000);
}

function join(sets: Partial<Parameters<typeof createMember>[1]>) {
  return createMember(api.pool, { organizationId: api.organizationId, ...sets });
}

function expected({ access, isRecent }: ConsoleRow): Record<string, string> {
  const ofSession = access === 'anyone' ? 'allowed' : 'unauthorized';
  const isForOperators = access === 'operator';
  const isForMembers = isOfMembers(access);
  const ofStranger = isForOperators ? 'forbidden' : isForMembers ? 'not_found' : 'allowed';
  const ofRole = (role: Role) =>
    isForOperators || (isForMembers && !includesRole(role, access)) ? 'forbidden' : 'allowed';
  const ofOperator = isForMembers ? 'not_found' : 'allowed';
  return {
    'no session': ofSession,
    'no organization': ofStranger,
    ...Object.fromEntries(roles.map((role) => [role, ofRole(role)])),
    'owner who signed in long ago':
      isRecent && !isForOperators ? 'reauthentication_required' : ofRole('owner'),
    'removed owner': ofStranger,
    'owner of another organization': ofStranger,
    operator: ofOperator,
    'operator who signed in long ago': isRecent && !isForMembers ? 'reauthentication_required' : ofOperator,
    'operator without a second factor': ofRole('owner'),
  };
}

it.each(Object.entries(consoleRows))('%s is for those whom its row names', async (endpoint, row) => {
  const [method = '', path = ''] = endpoint.split(' ');
  const met: Record<string, string> = {};
  for (const [name, create] of Object.entries(callers)) {
    const caller = await create();
    const browser = openBrowser(api, caller === null ? {} : { sessionToken: caller.sessionToken });
    const { refusal } = await browser.send(method, await withObject(path), {
      organizationId: api.organizationId,
    });
    const code = refusal?.split(' ')[1] ?? '';
    const isRefused = refusals.includes(code) || (isOfMembers(row.access) && code === 'not_found');
    met[name] = isRefused ? code : 'allowed';
  }
  expect(met).toEqual(expected(row));
});

/** Of endpoints that read one before they look for the object. */
const bodies: Readonly<Record<string, object>> = {
  'PATCH /members/:id': { role: 'viewer' },
  'PATCH /organizations/:id': { plan: 'scale' },
  'POST /organizations/:id/invitations': { email: 'eve@elsewhere.example', send_email: false },
  'PATCH /domains/:id/sending': { daily_cap: 1 },
  'PUT /domains/:id/dmarc-policy': { policy: 'none' },
  'PUT /domains/:id/mta-sts': { mode: 'testing', mail_servers: ['mx1.example.com'] },
};
const ofObjects = Object.entries(consoleRows).filter(
  ([endpoint, { access }]) => endpoint.includes('/:id') && isOfMembers(access),
);

it.each(ofObjects)('%s finds no object of another organization', async (endpoint) => {
  const [method = '', path = ''] = endpoint.split(' ');
  const browser = openBrowser(api, await join({ organizationId: foreignId }));
  const options = { organizationId: foreignId, body: bodies[endpoint] };
  expect((await browser.send(method, await withObject(path), options)).refusal).toBe('404 not_found');
});

/** A path with an object of the organization that each member with the role could change. */
async function withObject(path: string): Promise<string> {
  const { pool } = api;
  const author = { type: 'operator', name: 'test' } as const;
  if (path.startsWith('/members/:id')) {
    return path.replace(':id', (await join({ role: 'viewer' })).membershipId);
  }
  if (path.startsWith('/invitations/:id')) {
    const grant = { role: 'viewer', domainIds: [], content: false, export: false } as const;
    const { invitation } = await createInvitation(
      pool,
      {
        organizationId: api.organizationId,
        email: `${uniqueName()}@example.com`,
        grant,
        author,
        permit: () => undefined,
      },
      systemClock,
    );
    return path.replace(':id', invitation.id);
  }
  if (path === '/google-postmaster') {
    await pool.query(
      `INSERT INTO google_postmaster_connections (id, organization_id, refresh_token, connected_at)
       VALUES ($1, $2, 'sealed', now()) ON CONFLICT DO NOTHING`,
      [newId(), api.organizationId],
    );
    return path;
  }
  if (path.startsWith('/domains/:id')) {
    return path.replace(':id', (await api.createDomain()).id);
  }
  if (path.startsWith('/emails/:id')) {
    const { organizationId } = api;
    return path.replace(':id', await insertEmail(pool, { organizationId, to: ['ada@example.com'] }));
  }
  const sets = { kind: 'client', parentOrganizationId: api.organizationId } as const;
  return path.includes(':id') ? path.replace(':id', (await createOrganization(pool, sets)).id) : path;
}

it('docs/console.md shows these rows; PERMISSIONS_TABLE=write renews it', () => {
  const lines = Object.entries(consoleRows).map(([endpoint, { access, isRecent }]) => [
    `\`${endpoint.replaceAll(/:(\w+)/g, '{$1}')}\``,
    access,
    isRecent ? 'yes' : '–',
  ]);
  const table = aligned([['Endpoint', 'Who', 'Recent sign-in'], ...lines]);
  if (isWriting) writeTable(page, table);
  expect(committedTable(page)).toBe(table);
});
