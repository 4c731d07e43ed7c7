import { createSecretKey, type KeyObject } from 'node:crypto';
import { newId, type WebhookEventType } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import { SecretBoxError, type Clock, type LockedSecrets, type SecretBox } from '@postrider/runtime';
import type { Endpoint, SigningSecret } from './endpoint';

interface EndpointRow {
  readonly id: string;
  readonly organization_id: string;
  readonly url: string;
  readonly events: WebhookEventType[] | null;
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
    text: `SELECT id, organization_id, url, events, signing_secret, previous_secret, previous_secret_until,
                  failing_since, created_at
             FROM webhook_endpoints WHERE organization_id = $1 AND status = 'enabled' ORDER BY id`,
    values: [organizationId],
  });
  return rows.map((row) => ({
    id: row.id,
    organizationId: row.organization_id,
    url: new URL(row.url),
    events: new Set(row.events ?? []),
    createdAt: row.created_at,
    failingSince: row.failing_since,
    secrets: openSecrets(options, row),
  }));
}

/** A receiver may know either secret alone, so both sign or none: what was signed with one would fail at some. */
function openSecrets(
  { secretBox, lockedSecrets, clock }: LoadOptions,
  { id, signing_secret: current, previous_secret: previous, previous_secret_until: until }: EndpointRow,
): SigningSecret[] | null {
  const open = (sealed: string): KeyObject => createSecretKey(Buffer.from(secretBox.open(sealed, id)));
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
export interface DisabledNotice {
  readonly reason: DisabledReason;
  readonly subject: string;
  readonly text: string;
  /** One notice for each time that it is disabled. */
  readonly identity: string;
}

/**
 * The organization gets its notice in the same statement, if it has an alert address: neither happens without the other.
 * $1 organization, $2 endpoint, $3 reason, $4–$7 id, subject, text and identity of the notice.
 */
const disableEndpointSql = (condition: string): string => `
  WITH disabled AS (
    UPDATE webhook_endpoints e SET status = 'disabled', disabled_reason = $3, updated_at = now()
     WHERE e.organization_id = $1 AND e.id = $2 AND e.status = 'enabled' ${condition}
    RETURNING e.organization_id
  ), notice AS (
    INSERT INTO notices (id, organization_id, kind, recipient, subject, text, identity)
    SELECT $4, o.id, 'webhook_disabled', o.alert_email, $5, $6, $7
      FROM disabled JOIN organizations o ON o.id = disabled.organization_id AND o.alert_email IS NOT NULL
    ON CONFLICT (identity) DO NOTHING
  )
  SELECT FROM disabled`;

/** @returns false when it was not enabled any more */
export async function disableEndpoint(
  pool: Pool,
  endpoint: Endpoint,
  notice: DisabledNotice,
): Promise<boolean> {
  const { rowCount } = await pool.query(disableEndpointSql(''), disableValues(endpoint, notice));
  return rowCount === 1;
}

/**
 * As `disableEndpoint`, if nothing at all was delivered since it began to fail: another replica may have had a
 * success of which this one has not heard.
 */
export async function disableIfOnlyFailing(
  pool: Pool,
  endpoint: Endpoint,
  { failingBefore, notice }: { failingBefore: Date; notice: DisabledNotice },
): Promise<boolean> {
  const onlyFailing = `
       AND e.failing_since <= $8
       AND NOT EXISTS (SELECT FROM webhook_deliveries d
                        WHERE d.endpoint_id = e.id AND d.delivered_at > e.failing_since)`;
  const values = [...disableValues(endpoint, notice), failingBefore];
  const { rowCount } = await pool.query(disableEndpointSql(onlyFailing), values);
  return rowCount === 1;
}

function disableValues(endpoint: Endpoint, { reason, subject, text, identity }: DisabledNotice): unknown[] {
  return [endpoint.organizationId, endpoint.id, reason, newId(), subject, text, identity];
}
