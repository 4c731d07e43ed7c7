import type { ErrorCode } from '@postrider/contracts/errors';
import { permissions } from '@postrider/contracts/statuses';
import { actionsWithSecrets } from '../../test/audit-secrets';
import { aligned, committedTable, writeTable } from '../../test/docs-table';
import type { PermissionRow } from '../../test/permission-row';
import { permissionRows } from '../../test/permission-rows';
import { describeRole } from '../../test/role-rows';
import { startPermissionHarness, type Caller, type PermissionHarness } from '../../test/permission-harness';
import { useApi } from '../../test/use-api';

/** Writes the table of `docs/permissions.md` instead of comparing it. */
// eslint-disable-next-line no-restricted-syntax -- no service reads it
const isWriting = process.env['PERMISSIONS_TABLE'] === 'write';
const page = 'docs/permissions.md';
const methods = ['get', 'post', 'patch', 'delete'] as const;
/** Errors of the test's own setup (no DNS provider, no upstream provider), for callers with permission. */
const notHere: readonly (ErrorCode | undefined)[] = ['manual_dns', 'unsupported_transport'];
let harness: PermissionHarness;

const api = useApi({ shared: true });
beforeAll(async () => {
  harness = await startPermissionHarness(api);
});

it('the table of permissions has a row for every endpoint of the document, and no other', () => {
  const endpoints = Object.entries(api.document.paths ?? {}).flatMap(([path, item]) =>
    methods.filter((method) => item[method] !== undefined).map((method) => `${method.toUpperCase()} ${path}`),
  );
  // An endpoint without a row: say in test/permission-rows.ts who may call it.
  expect(Object.keys(permissionRows).sort()).toEqual(endpoints.sort());
});

/** `allowed`, or the code that refuses the kind of key. */
function expectedFor({ needs, testKeys, restricted }: PermissionRow, caller: Caller): string {
  const isRefusedTestKey = caller.mode === 'test' && testKeys === 'refused';
  if (isRefusedTestKey && needs !== 'ADMIN') return 'test_key_not_allowed';
  if (permissions.indexOf(caller.permission) < permissions.indexOf(needs)) return 'forbidden';
  if (isRefusedTestKey) return 'test_key_not_allowed';
  return caller.isRestricted ? restricted : 'allowed';
}

describe.each(Object.entries(permissionRows))('%s', (endpoint, row) => {
  it(`is for ${row.needs} keys and higher, whatever their mode and restriction`, async () => {
    const [method = ''] = endpoint.split(' ');
    for (const caller of harness.callers) {
      const { permission, mode, isRestricted, key } = caller;
      const { path, ...sent } = await row.call(harness);
      const { refusal } = await api.send(path, { method, key, ...sent });
      const code = refusal?.split(' ')[1] as ErrorCode | undefined;
      const met = code === undefined || notHere.includes(code) ? 'allowed' : code;
      const kind = { permission, mode, isRestricted };
      expect({ ...kind, met }).toEqual({ ...kind, met: expectedFor(row, caller) });
    }
  });
});

it('docs/permissions.md shows these rows; PERMISSIONS_TABLE=write renews it', () => {
  const table = renderTable(permissionRows);
  if (isWriting) writeTable(page, table);
  expect(committedTable(page)).toBe(table);
});

it('no secret is in any audit entry that all of this has written', async () => {
  const { rows } = await api.pool.query<{ count: number }>(
    'SELECT count(DISTINCT action)::int AS count FROM audit_entries',
  );
  expect(rows[0]?.count).toBeGreaterThan(20);
  expect(await actionsWithSecrets(api.pool)).toEqual([]);
});

/** The guide's table as the rows have it, a line for each endpoint. */
function renderTable(rows: Readonly<Record<string, PermissionRow>>): string {
  const lines = Object.entries(rows).map(([endpoint, { needs, testKeys, restricted }]) => [
    `\`${endpoint}\``,
    needs,
    testKeys === 'allowed' ? 'yes' : '`test_key_not_allowed`',
    restricted === 'allowed' ? 'yes' : `\`${restricted}\``,
    describeRole(endpoint),
  ]);
  return aligned([
    ['Endpoint', 'Permission', 'Test key', 'Key of other domains', 'Role in the console'],
    ...lines,
  ]);
}
