import type { Lane } from '@postrider/contracts/statuses';
import { uuidV7Floor, type Pool } from '@postrider/db';

/** - held: by an operator or after a restoration. - queued: and not held. - failed: final. - unconfirmed: handed over, without a reply. */
export type MailState = 'held' | 'queued' | 'failed' | 'unconfirmed';

/** Live mail in one state; null: whichever the rest chooses. */
export interface MailFilter {
  readonly state: MailState;
  readonly organizationId: string | null;
  readonly domainIds: readonly string[] | null;
  /** By the time of acceptance. */
  readonly since: Date;
  readonly until: Date;
  /** A part of the reason for which a recipient waits, or failed. */
  readonly detail: string | null;
  /** The reason for which it is held. */
  readonly heldAs: string | null;
}

export interface ListedMail {
  readonly id: string;
  readonly organizationId: string;
  readonly organization: string;
  readonly domain: string | null;
  readonly from: string;
  readonly kind: string | null;
  readonly lane: Lane;
  /** The first recipient in the state, and how many there are. */
  readonly recipient: string;
  readonly recipients: number;
  /** Why that recipient waits, or failed. */
  readonly detail: string | null;
  readonly heldAs: string | null;
  readonly heldBy: string | null;
  readonly createdAt: Date;
}

/** $5: status of the recipient. $6: part of its detail. */
const isChosenRecipient = `r.status = $5 AND ($6::text IS NULL OR position(lower($6) IN lower(coalesce(r.detail, ''))) > 0)`;

/** $1 from this id on. $2 before this id. $3 domains. $4 reason for which it is held. $7 limit. $8 organization. */
const isChosenMessage = (status: string): string => `
  m.id >= $1 AND m.id < $2 AND m.mode = 'live' AND m.status = '${status}' AND ($3::uuid[] IS NULL OR m.domain_id = ANY($3))
  AND EXISTS (SELECT FROM recipients r WHERE r.message_id = m.id AND ${isChosenRecipient})`;

const heldSql = `
SELECT m.*, h.reason AS held_as, h.operator AS held_by
FROM message_holds h JOIN messages m ON m.id = h.message_id
WHERE h.message_id >= $1 AND h.message_id < $2 AND ($4::text IS NULL OR h.reason = $4)
  AND ($8::uuid IS NULL OR h.organization_id = $8) AND ${isChosenMessage('queued')}
ORDER BY h.message_id DESC LIMIT $7`;

/**
 * The index of statuses begins with the organization: each is looked at by itself, and gives its newest. Columns are compared as a row, so
 * that the planner knows no other index with this order: by the primary key it would read all mail, once for each organization.
 */
const byOrganizationSql = (status: string, isHeld: string): string => `
SELECT found.*, NULL::text AS held_as, NULL::text AS held_by
FROM organizations o CROSS JOIN LATERAL (
  SELECT m.* FROM messages m
  WHERE (m.organization_id, m.status, m.id) < (o.id, '${status}', $2) AND (m.organization_id, m.status) >= (o.id, '${status}')
    AND ${isHeld} AND ${isChosenMessage(status)}
  ORDER BY m.organization_id DESC, m.status DESC, m.id DESC LIMIT $7
) found
WHERE ($8::uuid IS NULL OR o.id = $8) AND $4::text IS NULL
ORDER BY found.id DESC LIMIT $7`;

const notHeld = 'NOT EXISTS (SELECT FROM message_holds h WHERE h.message_id = m.id)';
const chosenSql: Readonly<Record<MailState, string>> = {
  held: heldSql,
  queued: byOrganizationSql('queued', notHeld),
  failed: byOrganizationSql('failed', 'true'),
  unconfirmed: byOrganizationSql('unconfirmed', 'true'),
};

/** Newest first, from before the id `beforeId` on. */
export async function listMail(
  pool: Pool,
  filter: MailFilter,
  { beforeId, limit }: { readonly beforeId: string | null; readonly limit: number },
): Promise<ListedMail[]> {
  const { state, organizationId, domainIds, since, until, detail, heldAs } = filter;
  const end = uuidV7Floor(until);
  const { rows } = await pool.query<ListedMail>({
    text: `
      WITH chosen AS MATERIALIZED (${chosenSql[state]})
      SELECT m.id, m.organization_id AS "organizationId", o.slug AS organization, d.name AS domain, m.from_address AS "from",
        m.kind, m.lane, m.created_at AS "createdAt", m.held_as AS "heldAs", m.held_by AS "heldBy",
        first.address AS recipient, first.detail, first.recipients
      FROM chosen m JOIN organizations o ON o.id = m.organization_id LEFT JOIN domains d ON d.id = m.domain_id
      CROSS JOIN LATERAL (
        SELECT r.address, r.detail, count(*) OVER ()::int AS recipients FROM recipients r
        WHERE r.message_id = m.id AND ${isChosenRecipient} ORDER BY r.ordinal LIMIT 1) first
      ORDER BY m.id DESC`,
    values: [
      ...[uuidV7Floor(since), beforeId !== null && beforeId < end ? beforeId : end, domainIds, heldAs],
      ...[state === 'held' ? 'queued' : state, detail, limit, organizationId],
    ],
  });
  return rows;
}
