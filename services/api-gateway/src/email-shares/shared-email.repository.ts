import type { Pool } from '@postrider/db';
import { brandColumn, type Brand } from '../public-pages/brand';

/** A link that works. */
export interface WorkingLink {
  readonly organizationId: string;
  readonly emailId: string;
  readonly withContent: boolean;
  readonly expiresAt: Date;
  readonly brand: Brand;
}

const findLinkSql = `
WITH link AS (
  SELECT s.*, ${brandColumn} AS brand FROM email_share_links s JOIN organizations o ON o.id = s.organization_id
   WHERE s.token_hash = $1 AND s.expires_at > now()
), viewed AS (
  UPDATE email_share_links s SET last_viewed_at = date_trunc('minute', now()) FROM link
   WHERE s.id = link.id AND (link.last_viewed_at IS NULL OR link.last_viewed_at < date_trunc('minute', now()))
)
SELECT organization_id AS "organizationId", message_id AS "emailId", with_content AS "withContent",
  expires_at AS "expiresAt", brand FROM link`;

/** Null: there is none, it has expired or was revoked, or its organization is gone. Notes that it was opened, once a minute. */
export async function findLink(pool: Pool, tokenHash: Buffer): Promise<WorkingLink | null> {
  const { rows } = await pool.query<WorkingLink>({
    name: 'email-shares.find-link',
    text: findLinkSql,
    values: [tokenHash],
  });
  return rows[0] ?? null;
}
