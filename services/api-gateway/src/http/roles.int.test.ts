import { roles, type Rights } from '@postrider/contracts/access';
import type { ErrorCode } from '@postrider/contracts/errors';
import { createMember, createOrganization, type MemberFixture } from '@postrider/testkit';
import { openBrowser } from '../../test/console-browser';
import type { PermissionRow } from '../../test/permission-row';
import { permissionRows } from '../../test/permission-rows';
import { startPermissionHarness, type PermissionHarness } from '../../test/permission-harness';
import { expectedForRole, roleRows, type RoleRow } from '../../test/role-rows';
import { useApi } from '../../test/use-api';

/** Errors of the test's own setup (no DNS provider, no upstream provider, several imports at once), for users with the role. */
const notHere: readonly (ErrorCode | undefined)[] = ['manual_dns', 'unsupported_transport', 'rate_limited'];
/** Of a key with both rights, which the answer hands over. */
const rotation = 'POST /keys/{id}/rotate';
const longAgo = new Date(Date.now() - 11 * 60_000);
/** As recently as needed at the last row. */
const recently = new Date(Date.now() + 3_600_000);
let harness: PermissionHarness;
let callers: Readonly<Record<string, MemberFixture>>;

const api = useApi({ shared: true });
beforeAll(async () => {
  harness = await startPermissionHarness(api);
  const { organizationId, otherDomainId } = harness;
  const join = (sets: Partial<Parameters<typeof createMember>[1]>) =>
    createMember(api.pool, { organizationId, authenticatedAt: recently, ...sets });
  const { id: foreignId } = await createOrganization(api.pool);
  const removed = await join({ role: 'owner' });
  await api.pool.query('DELETE FROM memberships WHERE id = $1', [removed.membershipId]);
  callers = {
    ...Object.fromEntries(
      await Promise.all(roles.map(async (role) => [role, await join({ role })] as const)),
    ),
    'admin of other domains': await join({ role: 'admin', domainIds: [otherDomainId] }),
    'owner who signed in long ago': await join({ authenticatedAt: longAgo }),
    'owner without the right to export': await join({ export: false }),
    'owner without the right to read content': await join({ content: false }),
    'removed owner': removed,
    'owner of another organization': await join({ organizationId: foreignId }),
  };
});

/** What each of them meets. */
function expected(endpoint: string, row: RoleRow, { restricted }: PermissionRow): Record<string, string> {
  const without = (right: keyof Rights): string =>
    row.rights.includes(right) || endpoint === rotation ? 'forbidden' : 'allowed';
  return {
    ...Object.fromEntries(roles.map((role) => [role, expectedForRole(row, role)])),
    'admin of other domains': restricted,
    'owner who signed in long ago': row.isRecent ? 'reauthentication_required' : 'allowed',
    'owner without the right to export': without('export'),
    'owner without the right to read content': without('content'),
    'removed owner': 'not_found',
    'owner of another organization': 'not_found',
  };
}

it.each(Object.entries(roleRows))(
  '%s is for users with the role, and for no other',
  async (endpoint, row) => {
    const permissionRow = permissionRows[endpoint];
    if (permissionRow === undefined) throw new Error(`${endpoint} has no row`);
    const [method = ''] = endpoint.split(' ');
    const wanted = expected(endpoint, row, permissionRow);
    const met: Record<string, string> = {};
    for (const [name, caller] of Object.entries(callers)) {
      const { path, ...sent } = await permissionRow.call(harness);
      const { organizationId } = harness;
      const { refusal } = await openBrowser(api, caller).send(method, path, { organizationId, ...sent });
      const code = refusal?.split(' ')[1] as ErrorCode | undefined;
      met[name] = code === undefined || notHere.includes(code) ? 'allowed' : code;
    }
    expect(met).toEqual(wanted);
  },
);
