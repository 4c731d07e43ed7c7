import assert from 'node:assert';
import { nameInMail } from '@postrider/contracts/fields';
import { newId } from '@postrider/contracts/ids';
import { webhookAttemptLimits, type ReplayWebhookRequest } from '@postrider/contracts/webhooks';
import {
  insertAuditEntry,
  insertNotice,
  uuidV7Floor,
  withTransaction,
  type Pool,
  type PoolClient,
} from '@postrider/db';
import { CommandRefused } from '../command-refused';
import type { Row } from '../output/render-answer';

export interface WebhookFilter {
  /** Null: all. */
  readonly organizationId: string | null;
  /** Only disabled and failing ones. */
  readonly dead?: boolean;
  /** Only this one. */
  readonly id?: string;
  /** Only endpoints before this id. */
  readonly beforeId?: string | null;
  readonly limit: number;
}

export interface WebhookRow extends Row {
  readonly id: string;
  readonly organization: string;
  readonly url: string;
  readonly status: 'enabled' | 'disabled';
  readonly disabled_reason: string | null;
  readonly failing_since: Date | null;
  readonly created_at: Date;
}

/** Newest first; never a secret. */
export async function listWebhooks(pool: Pool, filter: WebhookFilter): Promise<WebhookRow[]> {
  const { organizationId, dead = false, id, beforeId, limit } = filter;
  const { rows } = await pool.query<WebhookRow>(
    `SELECT e.id, o.slug AS organization, e.url, e.status, e.disabled_reason, e.failing_since, e.events, e.format, e.created_at
       FROM webhook_endpoints e JOIN organizations o ON o.id = e.organization_id
      WHERE ($1::uuid IS NULL OR e.organization_id = $1)
        AND (NOT $2::bool OR e.status = 'disabled' OR e.failing_since IS NOT NULL)
        AND ($4::uuid IS NULL OR e.id = $4) AND ($5::uuid IS NULL OR e.id < $5)
      ORDER BY e.id DESC LIMIT $3`,
    [organizationId, dead, limit, id ?? null, beforeId ?? null],
  );
  return rows;
}

interface LockedEndpoint {
  readonly organization_id: string;
  readonly url: string;
  readonly status: 'enabled' | 'disabled';
  readonly disabled_reason: string | null;
  readonly failing_since: Date | null;
}

/** @throws CommandRefused */
async function lockEndpoint(client: PoolClient, id: string): Promise<LockedEndpoint> {
  const { rows } = await client.query<LockedEndpoint>(
    'SELECT organization_id, url, status, disabled_reason, failing_since FROM webhook_endpoints WHERE id = $1 FOR NO KEY UPDATE',
    [id],
  );
  const [row] = rows;
  if (row === undefined) throw new CommandRefused(`There is no webhook endpoint with the id ${id}.`);
  return row;
}

/**
 * As PATCH /webhooks/{id} does: its failures no longer count. One that is enabled stays as it is.
 * @returns its organization
 */
export async function enableWebhook(pool: Pool, id: string, operator: string): Promise<string> {
  return withTransaction(pool, async (client) => {
    const { organization_id: organizationId, url: _url, ...before } = await lockEndpoint(client, id);
    if (before.status === 'enabled') return organizationId;
    await client.query(
      `UPDATE webhook_endpoints SET status = 'enabled', disabled_reason = NULL, failing_since = NULL, updated_at = now()
        WHERE id = $1`,
      [id],
    );
    await insertAuditEntry(client, {
      organizationId,
      actor: { type: 'operator', name: operator },
      action: 'webhook.update',
      target: { type: 'webhook', id },
      before: { ...before },
      after: { status: 'enabled', disabled_reason: null, failing_since: null },
    });
    return organizationId;
  });
}

/**
 * Nothing is delivered to it until the organization or an operator enables it; what it misses can be replayed. The organization gets a
 * notice in the same transaction. One that is disabled stays as it is.
 * @returns its organization
 */
export async function disableWebhook(
  pool: Pool,
  id: string,
  { operator, reason }: { readonly operator: string; readonly reason: string },
): Promise<string> {
  return withTransaction(pool, async (client) => {
    const { organization_id: organizationId, url, ...before } = await lockEndpoint(client, id);
    if (before.status === 'disabled') return organizationId;
    await client.query(
      `UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = 'operator', updated_at = now() WHERE id = $1`,
      [id],
    );
    await insertAuditEntry(client, {
      organizationId,
      actor: { type: 'operator', name: operator },
      action: 'webhook.update',
      target: { type: 'webhook', id },
      before: { ...before },
      after: { status: 'disabled', disabled_reason: 'operator', reason },
    });
    await insertNotice(client, { organizationId, ...disabledNotice({ id, url, reason }) });
    return organizationId;
  });
}

function disabledNotice(endpoint: { readonly id: string; readonly url: string; readonly reason: string }) {
  const { id, url, reason } = endpoint;
  const host = nameInMail(URL.parse(url)?.host ?? id);
  return {
    kind: 'webhook_disabled',
    subject: `Webhook endpoint disabled: ${host}`,
    text: [
      `An operator of the platform disabled the webhook endpoint ${id} at ${host}.`,
      `Reason: ${reason}`,
      '',
      'Nothing is delivered to it any more. Your email is still sent.',
      '',
      'Once it works again:',
      `1. Enable it: PATCH /api/v1/webhooks/${id} {"status": "enabled"}`,
      `2. Fetch what it missed: POST /api/v1/webhooks/${id}/replay {"since": "<time>"}`,
      '',
    ].join('\n'),
    identity: `webhook_disabled:${newId()}`,
  } as const;
}

export interface AskedReplay {
  readonly since: Date;
  readonly until: Date;
  readonly events: ReplayWebhookRequest['events'];
}

interface ReplayRow extends Row {
  readonly id: string;
  readonly organization_id: string;
}

const replayColumns =
  'id, organization_id, endpoint_id, since, until, events, status, deliveries, created_at';

/**
 * As POST /webhooks/{id}/replay does: webhook-dispatcher carries it out. The same one that is still running is not begun again.
 * @throws CommandRefused
 */
export async function startReplay(
  pool: Pool,
  id: string,
  { since, until, events, operator }: AskedReplay & { readonly operator: string },
): Promise<ReplayRow> {
  return withTransaction(pool, async (client) => {
    const { organization_id: organizationId, status } = await lockEndpoint(client, id);
    if (status !== 'enabled') {
      throw new CommandRefused(`The endpoint is disabled. Enable it first (webhooks enable ${id}).`);
    }
    const stretch = [since, until, [...new Set(events)].sort()] as const;
    const { rows: running } = await client.query<ReplayRow & { is_same: boolean }>(
      `SELECT ${replayColumns}, since = $2 AND until = $3 AND events = $4::text[] AS is_same
         FROM webhook_replays WHERE endpoint_id = $1 AND status = 'running'`,
      [id, ...stretch],
    );
    const same = running.find((row) => row.is_same);
    if (same !== undefined) {
      const { is_same: _isSame, ...replay } = same;
      return replay;
    }
    if (running.length >= webhookAttemptLimits.replaysMax) {
      throw new CommandRefused('Too many replays of this endpoint are running. Wait until one ends.');
    }
    const { rows } = await client.query<ReplayRow>(
      `INSERT INTO webhook_replays (id, organization_id, endpoint_id, since, until, events, position, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, now()) RETURNING ${replayColumns}`,
      [newId(), organizationId, id, ...stretch, uuidV7Floor(since)],
    );
    const [row] = rows;
    assert(row !== undefined, 'an insert returns its row');
    await insertAuditEntry(client, {
      organizationId,
      actor: { type: 'operator', name: operator },
      action: 'webhook.replay',
      target: { type: 'webhook', id },
      after: { replay_id: row.id, since: since.toISOString(), until: until.toISOString(), events },
    });
    return row;
  });
}
