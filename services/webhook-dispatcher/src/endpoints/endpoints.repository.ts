import { createSecretKey, type KeyObject } from 'node:crypto';
import type { WebhookEventType } from '@postrider/contracts/events';
import type { WebhookFormat } from '@postrider/contracts/webhooks';
import { insertNotice, withTransaction, type NewNotice, type Pool } from '@postrider/db';
import { SecretBoxError, type Clock, type LockedSecrets, type SecretBox } from '@postrider/runtime';
import type { Endpoint, SigningSecret } from './endpoint';

interface EndpointRow {
  readonly id: string;
  readonly organization_id: string;
  readonly url: string;
  readonly events: WebhookEventType[] | null;
  readonly format: WebhookFormat;
  readonly signing_secret: string;
  readonly previous_secret: string | null;
  readonly previous_secret_until: Date | null;
  readonly failing_since: Date | null;
  readonly created_at: Date;
}

export interface LoadOptions {
  readonly pool: Pool;
  readonly secretBox: SecretBox;
  /** Hears of endpoints whose secrets do not open, and of those whose do. */
  readonly lockedSecrets: LockedSecrets;
  readonly clock: Clock;
}

/** The organization's enabled endpoints with their secrets opened. */
export async function loadEndpoints(options: LoadOptions, organizationId: string): Promise<Endpoint[]> {
  const { pool } = options;
  const { rows } = await pool.query<EndpointRow>({
    name: 'endpoints.load-endpoints',
    text: `SELECT id, organization_id, url, events, format, signing_secret, previous_secret, previous_secret_until,
                  failing_since, created_at
             FROM webhook_endpoints WHERE organization_id = $1 AND status = 'enabled' ORDER BY id`,
    values: [organizationId],
  });
  return rows.map((row) => ({
    id: row.id,
    organizationId: row.organization_id,
    url: new URL(row.url),
    events: new Set(row.events ?? []),
    format: row.format,
    createdAt: row.created_at,
    failingSince: row.failing_since,
    siblings: rows.length,
    secrets: openSecrets(options, row),
  }));
}

const keyBytes: Readonly<Record<WebhookFormat, (secret: string) => Buffer>> = {
  postrider: (secret) => Buffer.from(secret),
  resend: (secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'),
};

/** A receiver may know either secret alone, so both sign or none: what was signed with one would fail at some. */
function openSecrets(
  { secretBox, lockedSecrets, clock }: LoadOptions,
  {
    id,
    format,
    signing_secret: current,
    previous_secret: previous,
    previous_secret_until: until,
  }: EndpointRow,
): SigningSecret[] | null {
  const open = (sealed: string): KeyObject => createSecretKey(keyBytes[format](secretBox.open(sealed, id)));
  try {
    const secrets: SigningSecret[] = [{ key: open(current), validUntil: null }];
    if (previous !== null && until !== null && until > clock.now()) {
      secrets.push({ key: open(previous), validUntil: until });
    }
    lockedSecrets.opened(id);
    return secrets;
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error;
    lockedSecrets.locked(id, error);
    return null;
  }
}

/** Keeps the first failure of a row of failures. */
export async function markFailing(pool: Pool, endpoint: Endpoint, since: Date): Promise<void> {
  await pool.query(
    `UPDATE webhook_endpoints SET failing_since = $3
      WHERE organization_id = $1 AND id = $2 AND failing_since IS NULL`,
    [endpoint.organizationId, endpoint.id, since],
  );
}

export async function markWorking(pool: Pool, endpoint: Endpoint): Promise<void> {
  await pool.query(
    `UPDATE webhook_endpoints SET failing_since = NULL
      WHERE organization_id = $1 AND id = $2 AND failing_since IS NOT NULL`,
    [endpoint.organizationId, endpoint.id],
  );
}

/** Gone: it answered 410. Failing: nothing but failures for too long. */
export type DisabledReason = 'gone' | 'failing';

/** What the organization's alert address gets to read when an endpoint is disabled. */
export interface DisabledNotice extends Pick<NewNotice, 'subject' | 'text' | 'identity'> {
  readonly reason: DisabledReason;
}

/** @returns false when it was not enabled any more */
export function disableEndpoint(pool: Pool, endpoint: Endpoint, notice: DisabledNotice): Promise<boolean> {
  return disable(pool, { endpoint, notice, failingBefore: null });
}

/**
 * As `disableEndpoint`, if nothing at all was delivered since it began to fail: another replica may have had a
 * success of which this one has not heard.
 */
export function disableIfOnlyFailing(
  pool: Pool,
  endpoint: Endpoint,
  { failingBefore, notice }: { failingBefore: Date; notice: DisabledNotice },
): Promise<boolean> {
  return disable(pool, { endpoint, notice, failingBefore });
}

const disableEndpointSql = `
UPDATE webhook_endpoints e SET status = 'disabled', disabled_reason = $3, updated_at = now()
 WHERE e.organization_id = $1 AND e.id = $2 AND e.status = 'enabled'
   AND ($4::timestamptz IS NULL OR e.failing_since <= $4
        AND NOT EXISTS (SELECT FROM webhook_deliveries d
                         WHERE d.endpoint_id = e.id AND d.delivered_at > e.failing_since))`;

/** The organization gets its notice in the same transaction: neither happens without the other. */
function disable(
  pool: Pool,
  options: { endpoint: Endpoint; notice: DisabledNotice; failingBefore: Date | null },
): Promise<boolean> {
  const { endpoint, failingBefore } = options;
  const { organizationId, id } = endpoint;
  const { reason, ...notice } = options.notice;
  return withTransaction(pool, async (client) => {
    const values = [organizationId, id, reason, failingBefore];
    const { rowCount } = await client.query(disableEndpointSql, values);
    if (rowCount !== 1) return false;
    await insertNotice(client, { ...notice, organizationId, kind: 'webhook_disabled' });
    return true;
  });
}
