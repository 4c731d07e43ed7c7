import type { Pool } from '@postrider/db';
import type { ReviewStatus } from '@postrider/reviews';
import type { Row } from '../output/render-answer';

/** Oldest first: in the order in which they should be decided. */
export async function listReviews(
  pool: Pool,
  { status, organizationId, limit }: { status: ReviewStatus; organizationId: string | null; limit: number },
): Promise<Row[]> {
  const { rows } = await pool.query<Row>(
    `SELECT r.message_id, o.slug AS organization, r.status, m.from_header AS "from", m.subject, m.status AS email,
       (SELECT string_agg(reason ->> 'code', ', ') FROM jsonb_array_elements(r.reasons) AS reason) AS reasons, r.created_at
      FROM message_reviews r
      JOIN organizations o ON o.id = r.organization_id
      JOIN messages m ON m.id = r.message_id
     WHERE r.status = $1 AND ($2::uuid IS NULL OR r.organization_id = $2)
     ORDER BY r.message_id LIMIT $3`,
    [status, organizationId, limit],
  );
  return rows;
}

export async function showReview(pool: Pool, messageId: string): Promise<Row | undefined> {
  const { rows } = await pool.query<Row>(
    `SELECT r.message_id, o.slug AS organization, r.status, r.reasons, r.created_at, r.screened_at, r.decided_at,
       r.decided_by, m.from_header AS "from", m.to_addresses AS "to", m.subject, m.status AS email, r.footer, c.text, c.html
      FROM message_reviews r
      JOIN organizations o ON o.id = r.organization_id
      JOIN messages m ON m.id = r.message_id
      LEFT JOIN message_contents c ON c.message_id = r.message_id
     WHERE r.message_id = $1`,
    [messageId],
  );
  return rows[0];
}
