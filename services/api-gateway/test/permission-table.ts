import { aligned } from './docs-table';
import type { PermissionRow } from './permission-rows';

/** The guide's table as the rows have it, a line for each endpoint. */
export function renderTable(rows: Readonly<Record<string, PermissionRow>>): string {
  const lines = Object.entries(rows).map(([endpoint, { needs, testKeys, restricted }]) => [
    `\`${endpoint}\``,
    needs,
    testKeys === 'allowed' ? 'yes' : '`test_key_not_allowed`',
    restricted === 'allowed' ? 'yes' : `\`${restricted}\``,
  ]);
  return aligned([['Endpoint', 'Permission', 'Test key', 'Key of other domains'], ...lines]);
}
