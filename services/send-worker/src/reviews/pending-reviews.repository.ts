import type { Lane } from '@postrider/contracts';
import type { Pool, PoolClient } from '@postrider/db';
import type { HeldMessage } from '@postrider/mail';

/** A held message that nobody has looked at, and that this worker has in hand now. */
export interface ClaimedReview {
  readonly messageId: string;
  readonly organizationId: string;
  /** This one counted. */
  readonly tries: number;
}

/** What the screening found about one message. */
export interface ScreenedReview {
  readonly messageId: string;
  readonly organizationId: string;
  readonly isSuspicious: boolean;
  readonly reasons: readonly { readonly code: string; readonly detail: string }[];
  /** The legal footer that was screened with it; null: it gets none for its kind. */
  readonly footer: { readonly name: string; readonly postal_address: string | null } | null;
}

/** A worker that died lets go of its reviews after this; far above the wait for a thread and the screening itself. */
const LEASE = `interval '2 minutes'`;

const isOpen = `status = 'pending' AND NOT organization_id = ANY($2::uuid[]) AND (lease_until IS NULL OR lease_until <= now())`;

/** One probe of an index per organization that has something pending, however much it is. */
const claimSql = `
WITH RECURSIVE first AS (
  (SELECT organization_id, message_id FROM message_reviews WHERE ${isOpen} AND organization_id > $1
   ORDER BY organization_id, message_id LIMIT 1)
  UNION ALL
  SELECT next.organization_id, next.message_id FROM first CROSS JOIN LATERAL (
    SELECT organization_id, message_id FROM message_reviews WHERE ${isOpen} AND organization_id > first.organization_id
    ORDER BY organization_id, message_id LIMIT 1
  ) next
), claimed AS MATERIALIZED (
  SELECT message_id FROM message_reviews WHERE ${isOpen} AND message_id IN (SELECT message_id FROM first LIMIT $3)
  ORDER BY message_id FOR UPDATE SKIP LOCKED
)
UPDATE message_reviews r SET lease_until = now() + ${LEASE}, screening_tries = screening_tries + 1
FROM claimed c WHERE r.message_id = c.message_id
RETURNING r.message_id AS "messageId", r.organization_id AS "organizationId", r.screening_tries AS tries`;

/**
 * The oldest pending message of each of the next organizations after one, in the order of their ids. Who comes back
 * with the last one's id, and at the end with none, gives each organization its turn, whatever others have piled up.
 */
export async function claimPending(
  pool: Pool,
  { after, except, limit }: { after: string; except: readonly string[]; limit: number },
): Promise<readonly ClaimedReview[]> {
  const { rows } = await pool.query<ClaimedReview>({
    name: 'send-worker.reviews-claim',
    text: claimSql,
    values: [after, except, limit],
  });
  return rows;
}

/** What is read of a message for its screening. */
export interface HeldRow extends Omit<HeldMessage, 'footer'> {
  readonly kind: string | null;
  /** What the legal footer of bulk kinds is made of. */
  readonly organizationName: string;
  readonly postalAddress: string | null;
}

/** Undefined: canceled, expired or gone meanwhile. */
export async function findHeldMessage(pool: Pool, messageId: string): Promise<HeldRow | undefined> {
  const { rows } = await pool.query<HeldRow>({
    name: 'send-worker.reviews-content',
    text: `SELECT m.from_header AS "from", m.subject, m.kind, c.html, c.text, c.mime, o.name AS "organizationName",
             o.postal_address AS "postalAddress"
           FROM messages m
           JOIN organizations o ON o.id = m.organization_id
           LEFT JOIN message_contents c ON c.message_id = m.id
           WHERE m.id = $1 AND m.status = 'queued'`,
    values: [messageId],
  });
  return rows[0];
}

/** It comes again, after a second; a try that was nobody's fault counts as none. */
export async function returnReview(
  pool: Pool,
  { messageId, countsTry }: { messageId: string; countsTry: boolean },
): Promise<void> {
  await pool.query({
    name: 'send-worker.reviews-return',
    text: `UPDATE message_reviews SET lease_until = now() + interval '1 second', screening_tries = screening_tries - $2
           WHERE message_id = $1 AND status = 'pending'`,
    values: [messageId, countsTry ? 0 : 1],
  });
}

/** False: somebody has decided meanwhile, or another worker has screened it. */
export async function lockPending(client: PoolClient, messageId: string): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'send-worker.reviews-lock',
    text: `SELECT FROM message_reviews WHERE message_id = $1 AND status = 'pending' FOR UPDATE`,
    values: [messageId],
  });
  return rowCount === 1;
}

/** Two replicas that screen for one organization count its messages one after the other. */
export async function lockOrganization(client: PoolClient, id: string): Promise<void> {
  await client.query({
    name: 'send-worker.reviews-lock-organization',
    text: 'SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE',
    values: [id],
  });
}

export async function isQueued(client: PoolClient, messageId: string): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'send-worker.reviews-is-queued',
    text: `SELECT FROM messages WHERE id = $1 AND status = 'queued'`,
    values: [messageId],
  });
  return rowCount === 1;
}

/** Nothing is left to decide about it. */
export async function dropReview(client: PoolClient, messageId: string): Promise<void> {
  await client.query({
    name: 'send-worker.reviews-drop',
    text: 'DELETE FROM message_reviews WHERE message_id = $1',
    values: [messageId],
  });
}

export async function writeScreening(
  client: PoolClient,
  { messageId, isSuspicious, reasons, footer }: ScreenedReview,
): Promise<void> {
  await client.query({
    name: 'send-worker.reviews-write',
    text: `UPDATE message_reviews SET status = $2, reasons = $3, footer = $4, screened_at = now(), lease_until = NULL
           WHERE message_id = $1`,
    values: [
      messageId,
      isSuspicious ? 'flagged' : 'passed',
      JSON.stringify(reasons),
      footer && JSON.stringify(footer),
    ],
  });
}

/** A held message that may leave. */
export interface FreedMessage {
  readonly id: string;
  readonly organizationId: string;
  readonly lane: Lane;
  readonly dueAt: Date;
}

/** One that passed is due now, or at its time; undefined when it is not queued any more. */
export async function freeMessage(client: PoolClient, messageId: string): Promise<FreedMessage | undefined> {
  const { rows } = await client.query<FreedMessage>({
    name: 'send-worker.reviews-free',
    text: `UPDATE messages SET due_at = greatest(now(), scheduled_at) WHERE id = $1 AND status = 'queued'
           RETURNING id, organization_id AS "organizationId", lane, due_at AS "dueAt"`,
    values: [messageId],
  });
  return rows[0];
}
