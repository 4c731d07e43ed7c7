import type { Pool } from '@postrider/db';
import type { ReviewStatus } from '@postrider/reviews';

interface Reason {
  readonly code: string;
  readonly detail: string;
}

/** A message that the screening flagged and no operator has decided about. */
export interface FlaggedMessage {
  readonly id: string;
  readonly organizationId: string;
  readonly organization: string;
  readonly from: string;
  readonly subject: string;
  /** Of the message, which may be canceled or expired meanwhile. */
  readonly email: string;
  readonly reasons: readonly Reason[];
  readonly createdAt: Date;
}

const summary = `r.message_id AS id, r.organization_id AS "organizationId", o.slug AS organization, m.from_header AS "from",
  m.subject, m.status AS email, r.reasons, r.created_at AS "createdAt"`;

/** Oldest first, in the order in which they should be decided, after the id `afterId`. */
export async function listFlagged(
  pool: Pool,
  {
    organizationId,
    afterId,
    limit,
  }: { readonly organizationId: string | null; readonly afterId: string; readonly limit: number },
): Promise<FlaggedMessage[]> {
  const { rows } = await pool.query<FlaggedMessage>(
    `SELECT ${summary}
       FROM message_reviews r
       JOIN organizations o ON o.id = r.organization_id
       JOIN messages m ON m.id = r.message_id
      WHERE r.status = 'flagged' AND r.message_id > $1 AND ($2::uuid IS NULL OR r.organization_id = $2)
      ORDER BY r.message_id LIMIT $3`,
    [afterId, organizationId, limit],
  );
  return rows;
}

/** A message that was held, whatever was decided, with its content while it is stored. */
export interface ReviewedMessage extends FlaggedMessage {
  readonly status: ReviewStatus;
  readonly to: readonly string[];
  readonly screenedAt: Date | null;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly text: string | null;
  readonly html: string | null;
}

export async function findReview(pool: Pool, messageId: string): Promise<ReviewedMessage | undefined> {
  const { rows } = await pool.query<ReviewedMessage>(
    `SELECT ${summary}, r.status, m.to_addresses AS "to", r.screened_at AS "screenedAt", r.decided_at AS "decidedAt",
       r.decided_by AS "decidedBy", c.text, c.html
       FROM message_reviews r
       JOIN organizations o ON o.id = r.organization_id
       JOIN messages m ON m.id = r.message_id
       LEFT JOIN message_contents c ON c.message_id = r.message_id
      WHERE r.message_id = $1`,
    [messageId],
  );
  return rows[0];
}
