import type { EmailStatus } from '@postrider/contracts/statuses';
import { uuidV7Floor, type Pool } from '@postrider/db';
import { normaliseAddress } from '@postrider/mail';
import type { Row } from '../output/render-answer';

export interface SoughtMessages {
  readonly recipient: string;
  /** Null: all. */
  readonly organizationId: string | null;
  readonly since?: Date;
  readonly until?: Date;
  /** Only those accepted before this message. */
  readonly beforeId?: string | null;
  readonly limit: number;
}

/** A recipient that is the sought address, with its message. */
export interface FoundMessage extends Row {
  readonly id: string;
  readonly organization_id: string;
  readonly organization: string;
  readonly domain: string | null;
  readonly recipient: string;
  readonly recipient_status: string;
  readonly detail: string | null;
  readonly status: EmailStatus;
  readonly mode: 'live' | 'test';
  readonly from: string;
  readonly created_at: Date;
}

/** The index of recipients begins with the organization: each is looked at by itself, and gives its newest. */
const findSql = `
SELECT m.id, o.id AS organization_id, o.slug AS organization, d.name AS domain, f.address AS recipient, f.role, f.status AS recipient_status, f.detail,
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
  { recipient, organizationId, since, until, beforeId, limit }: SoughtMessages,
): Promise<FoundMessage[]> {
  const ends = [beforeId ?? null, until === undefined ? null : uuidV7Floor(until)];
  const { rows } = await pool.query<FoundMessage>(findSql, [
    organizationId,
    normaliseAddress(recipient.trim()),
    uuidV7Floor(since ?? new Date(0)),
    ends.filter((id) => id !== null).sort()[0] ?? null,
    limit,
  ]);
  return rows;
}
