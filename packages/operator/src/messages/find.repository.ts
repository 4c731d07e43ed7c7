import { uuidV7Floor, type Pool } from '@postrider/db';
import { normaliseAddress } from '@postrider/mail';
import type { Row } from '../output/render-answer';

export interface SoughtMessages {
  readonly recipient: string;
  /** Null: all. */
  readonly organizationId: string | null;
  readonly since?: Date;
  readonly until?: Date;
  readonly limit: number;
}

/** The index of recipients begins with the organization: each is looked at by itself, and gives its newest. */
const findSql = `
SELECT m.id, o.slug AS organization, d.name AS domain, f.address AS recipient, f.role, f.status AS recipient_status, f.detail,
  m.status, m.mode, m.kind, m.from_address AS "from", m.created_at
FROM organizations o
CROSS JOIN LATERAL (
  SELECT r.message_id, r.address, r.role, r.status, r.detail FROM recipients r
  WHERE r.organization_id = o.id AND r.address_key = $2 AND r.message_id >= $3 AND ($4::uuid IS NULL OR r.message_id < $4)
  ORDER BY r.message_id DESC LIMIT $5
) f
CROSS JOIN LATERAL (SELECT * FROM messages WHERE id = f.message_id LIMIT 1) m
LEFT JOIN domains d ON d.id = m.domain_id
WHERE $1::uuid IS NULL OR o.id = $1
ORDER BY m.id DESC LIMIT $5`;

/** A row for each recipient that is this address; newest first. */
export async function findMessages(
  pool: Pool,
  { recipient, organizationId, since, until, limit }: SoughtMessages,
): Promise<Row[]> {
  const { rows } = await pool.query<Row>(findSql, [
    organizationId,
    normaliseAddress(recipient.trim()),
    uuidV7Floor(since ?? new Date(0)),
    until === undefined ? null : uuidV7Floor(until),
    limit,
  ]);
  return rows;
}
