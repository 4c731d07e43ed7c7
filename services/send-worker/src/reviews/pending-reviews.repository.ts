import type { Lane } from '@postrider/contracts';
import type { PoolClient } from '@postrider/db';

/** A held message that nobody has looked at. */
export interface PendingReview {
  readonly messageId: string;
  readonly organizationId: string;
  /** False: canceled, expired or gone meanwhile. */
  readonly isQueued: boolean;
  readonly from: string;
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  /** Base64 of the entity that is sent instead of both. */
  readonly mime: string | null;
  readonly kind: string | null;
  /** What the legal footer of bulk kinds is made of. */
  readonly organizationName: string;
  readonly postalAddress: string | null;
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

/** Bodies may have 4 MB each. */
const PAGE = 10;

const takeSql = `
WITH pending AS MATERIALIZED (
  SELECT message_id, organization_id FROM message_reviews WHERE status = 'pending'
  ORDER BY message_id LIMIT ${PAGE} FOR UPDATE SKIP LOCKED
)
SELECT p.message_id AS "messageId", p.organization_id AS "organizationId", coalesce(m.status = 'queued', false) AS "isQueued",
  coalesce(m.from_header, '') AS "from", coalesce(m.subject, '') AS subject, c.html, c.text, c.mime,
  m.kind, o.name AS "organizationName", o.postal_address AS "postalAddress"
FROM pending p
JOIN organizations o ON o.id = p.organization_id
LEFT JOIN messages m ON m.id = p.message_id
LEFT JOIN message_contents c ON c.message_id = p.message_id
ORDER BY p.message_id`;

/** The oldest that no other replica has in hand, locked until the transaction ends. */
export async function takePending(client: PoolClient): Promise<readonly PendingReview[]> {
  const { rows } = await client.query<PendingReview>({ name: 'send-worker.reviews-take', text: takeSql });
  return rows;
}

export const pendingPage = PAGE;

/** Two replicas that screen for one organization count its messages one after the other. */
export async function lockOrganizations(client: PoolClient, ids: readonly string[]): Promise<void> {
  await client.query({
    name: 'send-worker.reviews-lock',
    text: 'SELECT FROM organizations WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE',
    values: [ids],
  });
}

/** Nothing is left to decide about these. */
export async function dropReviews(client: PoolClient, messageIds: readonly string[]): Promise<void> {
  await client.query({
    name: 'send-worker.reviews-drop',
    text: 'DELETE FROM message_reviews WHERE message_id = ANY($1::uuid[])',
    values: [messageIds],
  });
}

export async function writeScreenings(
  client: PoolClient,
  screenings: readonly ScreenedReview[],
): Promise<void> {
  await client.query({
    name: 'send-worker.reviews-write',
    text: `UPDATE message_reviews r SET status = CASE WHEN i.is_suspicious THEN 'flagged' ELSE 'passed' END,
             reasons = i.reasons, footer = i.footer, screened_at = now()
           FROM unnest($1::uuid[], $2::bool[], $3::jsonb[], $4::jsonb[]) AS i(message_id, is_suspicious, reasons, footer)
           WHERE r.message_id = i.message_id`,
    values: [
      screenings.map(({ messageId }) => messageId),
      screenings.map(({ isSuspicious }) => isSuspicious),
      screenings.map(({ reasons }) => JSON.stringify(reasons)),
      screenings.map(({ footer }) => footer && JSON.stringify(footer)),
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

/** Those that passed are due now, or at their time. */
export async function freeMessages(
  client: PoolClient,
  messageIds: readonly string[],
): Promise<readonly FreedMessage[]> {
  const sorted = messageIds.toSorted();
  if (sorted.length === 0) return [];
  const { rows } = await client.query<FreedMessage>({
    name: 'send-worker.reviews-free',
    text: `UPDATE messages SET due_at = greatest(now(), scheduled_at)
           WHERE id = ANY($1::uuid[]) AND id >= $2 AND id <= $3 AND status = 'queued'
           RETURNING id, organization_id AS "organizationId", lane, due_at AS "dueAt"`,
    values: [sorted, sorted[0], sorted.at(-1)],
  });
  return rows;
}
