import type { Pool, Queryable } from '@postrider/db';

/** An endpoint that a pass has gone past: it has a cursor of its own until it has caught up. */
export interface EndpointBehind {
  readonly endpointId: string;
  readonly organizationId: string | null;
}

/** The name of an endpoint's own cursor. */
export function cursorOf(pass: string, endpointId: string): string {
  return `${pass}.${endpointId}`;
}

/**
 * Endpoints behind a pass, in the order of their turns: organizations alternate, and within one the endpoint that has waited longest.
 * The organization of a deleted endpoint is null.
 */
export async function listEndpointsBehind(
  pool: Pool,
  pass: string,
  limit: number,
): Promise<EndpointBehind[]> {
  const { rows } = await pool.query<{ endpoint_id: string; organization_id: string | null }>({
    name: 'missed-events.list-endpoints-behind',
    text: `WITH behind AS MATERIALIZED (
             SELECT substr(name, length($1) + 2)::uuid AS endpoint_id, updated_at
               FROM sweep_cursors WHERE starts_with(name, $1 || '.')
           )
           SELECT b.endpoint_id, e.organization_id
             FROM behind b LEFT JOIN webhook_endpoints e ON e.id = b.endpoint_id
            ORDER BY row_number() OVER (PARTITION BY e.organization_id ORDER BY b.updated_at), b.updated_at
            LIMIT $2`,
    values: [pass, limit],
  });
  return rows.map((row) => ({ endpointId: row.endpoint_id, organizationId: row.organization_id }));
}

/** Ids of all endpoints behind a pass. */
export async function findEndpointsBehind(db: Queryable, pass: string): Promise<Set<string>> {
  const { rows } = await db.query<{ endpoint_id: string }>({
    name: 'missed-events.find-endpoints-behind',
    text: `SELECT substr(name, length($1) + 2) AS endpoint_id FROM sweep_cursors WHERE starts_with(name, $1 || '.')`,
    values: [pass],
  });
  return new Set(rows.map((row) => row.endpoint_id));
}

/** How far an endpoint behind a pass was looked at; null: it has caught up. */
export async function readCursor(db: Queryable, pass: string, endpointId: string): Promise<string | null> {
  const { rows } = await db.query<{ position: string }>(
    'SELECT position FROM sweep_cursors WHERE name = $1',
    [cursorOf(pass, endpointId)],
  );
  return rows[0]?.position ?? null;
}

/** Gives endpoints their own cursors. They have been looked at up to `position`. */
export async function leaveEndpointsBehind(
  db: Queryable,
  pass: string,
  { endpointIds, position }: { endpointIds: readonly string[]; position: string },
): Promise<void> {
  await db.query({
    name: 'missed-events.leave-endpoints-behind',
    text: `INSERT INTO sweep_cursors (name, position, updated_at)
           SELECT name, $2, now() FROM unnest($1::text[]) AS name ON CONFLICT DO NOTHING`,
    values: [endpointIds.map((id) => cursorOf(pass, id)), position],
  });
}

/** Ends an endpoint's own cursor: it has caught up, or is gone. */
export async function endCursor(db: Queryable, pass: string, endpointId: string): Promise<void> {
  await db.query('DELETE FROM sweep_cursors WHERE name = $1', [cursorOf(pass, endpointId)]);
}
