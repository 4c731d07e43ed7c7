import type { AuditAction } from '@postrider/contracts/audit';
import { lowestId, newId } from '@postrider/contracts/ids';
import {
  countCanceledSql,
  insertAuditEntry,
  withTransaction,
  type Pool,
  type PoolClient,
} from '@postrider/db';

/** Broadcasts and runs of automations that are held after a restoration. */
export const campaignKinds = ['broadcasts', 'runs'] as const;
export type CampaignKind = (typeof campaignKinds)[number];
/** - release: it goes on where it stood. - cancel: for good. */
export type HeldChange = 'release' | 'cancel';

export interface Restoration {
  readonly found_at: Date;
  readonly reason: string;
  readonly held_at: Date | null;
  readonly messages: number;
  readonly broadcasts: number;
  readonly runs: number;
}

/** The newest first; the counts are what was held then. */
export async function listRestorations(pool: Pool): Promise<readonly Restoration[]> {
  const { rows } = await pool.query<Restoration>(
    `SELECT found_at, reason, held_at, messages, broadcasts, runs FROM restorations ORDER BY found_at DESC LIMIT 100`,
  );
  return rows;
}

/** @returns false when one is being held already */
export async function declareRestoration(pool: Pool, operator: string): Promise<boolean> {
  const id = newId();
  return withTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `INSERT INTO restorations (id, found_at, reason, marks, last_message_id)
       SELECT $1, now(), 'operator', '{}', coalesce((SELECT id FROM messages ORDER BY id DESC LIMIT 1), '${lowestId}')
       WHERE NOT EXISTS (SELECT FROM restorations WHERE held_at IS NULL)`,
      [id],
    );
    if (rowCount !== 1) return false;
    await insertAuditEntry(client, {
      organizationId: null,
      actor: { type: 'operator', name: operator },
      action: 'restoration.declare',
      target: { type: 'restoration', id },
    });
    return true;
  });
}

export interface StillHeld {
  readonly organization: string;
  readonly messages: number;
  readonly broadcasts: number;
  readonly runs: number;
}

/** Of organizations with something held. */
export async function countHeld(pool: Pool): Promise<readonly StillHeld[]> {
  const { rows } = await pool.query<StillHeld>(
    `WITH held AS (
       SELECT organization_id, 1 AS message, 0 AS broadcast, 0 AS run FROM message_holds WHERE reason = 'restored'
       UNION ALL SELECT organization_id, 0, 1, 0 FROM broadcasts WHERE held_at IS NOT NULL AND status <> 'canceled'
       UNION ALL SELECT organization_id, 0, 0, 1 FROM automation_runs WHERE held_at IS NOT NULL AND status = 'running'
     )
     SELECT o.slug AS organization, sum(message)::int AS messages, sum(broadcast)::int AS broadcasts, sum(run)::int AS runs
     FROM held JOIN organizations o ON o.id = held.organization_id GROUP BY o.slug ORDER BY o.slug`,
  );
  return rows;
}

interface Kind {
  /** $1 organization or null, $2 broadcast or automation or null, $3 rows. */
  readonly choose: string;
  /** $1 ids. */
  readonly changes: Readonly<Record<HeldChange, string>>;
  readonly actions: Readonly<Record<HeldChange, AuditAction<'broadcast' | 'automation'>>>;
}

const runEnds = `finished_at = now(), waiting_since = NULL, waiting_event = NULL`;

const kinds = {
  broadcasts: {
    choose: `SELECT id, organization_id, id AS subject FROM broadcasts
      WHERE held_at IS NOT NULL AND status IN ('scheduled', 'testing') AND ($2::uuid IS NULL OR id = $2)`,
    changes: {
      release: `UPDATE broadcasts SET held_at = NULL, waiting_for = NULL, turn_at = NULL WHERE id = ANY($1::uuid[])`,
      cancel: `UPDATE broadcasts SET held_at = NULL, waiting_for = NULL, status = 'canceled', canceled_at = now(), paused_at = NULL WHERE id = ANY($1::uuid[])`,
    },
    actions: { release: 'broadcast.release', cancel: 'broadcast.cancel' },
  },
  runs: {
    choose: `SELECT id, organization_id, automation_id AS subject FROM automation_runs
      WHERE held_at IS NOT NULL AND status = 'running' AND ($2::uuid IS NULL OR automation_id = $2)`,
    changes: {
      release: `UPDATE automation_runs SET held_at = NULL, due_at = now() WHERE id = ANY($1::uuid[])`,
      cancel: `WITH canceled AS (
          UPDATE automation_runs SET held_at = NULL, status = 'canceled', detail = 'canceled by the operator', ${runEnds}
          WHERE id = ANY($1::uuid[]) RETURNING id, automation_id, version, position, organization_id
        ), counted AS (${countCanceledSql('canceled')})
        SELECT id FROM canceled`,
    },
    actions: { release: 'automation.release_held_runs', cancel: 'automation.cancel_held_runs' },
  },
} as const satisfies Record<CampaignKind, Kind>;

export interface HeldFilter {
  readonly organizationId: string | null;
  /** A broadcast, or an automation. */
  readonly subjectId: string | null;
}

interface Held {
  readonly id: string;
  readonly organization_id: string;
  readonly subject: string;
}

export async function countChosen(pool: Pool, kind: CampaignKind, filter: HeldFilter): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (${kinds[kind].choose} AND ($1::uuid IS NULL OR organization_id = $1)) chosen`,
    [filter.organizationId, filter.subjectId],
  );
  return rows[0]?.count ?? 0;
}

/** A page of 500. @returns how many it changed */
export async function changeHeld(
  pool: Pool,
  filter: HeldFilter,
  {
    kind,
    change,
    operator,
  }: { readonly kind: CampaignKind; readonly change: HeldChange; readonly operator: string },
): Promise<number> {
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<Held>(
      `${kinds[kind].choose} AND ($1::uuid IS NULL OR organization_id = $1) LIMIT 500 FOR UPDATE`,
      [filter.organizationId, filter.subjectId],
    );
    if (rows.length === 0) return 0;
    await client.query(kinds[kind].changes[change], [rows.map(({ id }) => id)]);
    await audit(client, rows, { kind, change, operator });
    return rows.length;
  });
}

/** An entry for each broadcast, or for each automation. */
async function audit(
  client: PoolClient,
  rows: readonly Held[],
  {
    kind,
    change,
    operator,
  }: { readonly kind: CampaignKind; readonly change: HeldChange; readonly operator: string },
): Promise<void> {
  for (const [subject, of = []] of Map.groupBy(rows, (row) => row.subject)) {
    const [first] = of;
    if (first === undefined) continue;
    await insertAuditEntry(client, {
      organizationId: first.organization_id,
      actor: { type: 'operator', name: operator },
      action: kinds[kind].actions[change],
      target: { type: kind === 'broadcasts' ? 'broadcast' : 'automation', id: subject },
      after: { held: of.length },
    });
  }
}
