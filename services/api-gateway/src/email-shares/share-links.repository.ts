import assert from 'node:assert';
import { shareLinksMax, type ShareLinkResource } from '@postrider/contracts/emails';
import { newId } from '@postrider/contracts/ids';
import type { Mode } from '@postrider/contracts/statuses';
import { insertAuditEntry, withTransaction, type Pool, type PoolClient } from '@postrider/db';
import type { Author } from '../audit/record-audit-entry';
import { isoTimeSql } from '../paging/iso-time';

/** An email of the organization, as far as the caller may see it. */
export interface EmailName {
  readonly organizationId: string;
  readonly emailId: string;
  /** The only domains whose emails may be seen; null: all. */
  readonly domainIds: readonly string[] | null;
}

export interface NewShareLink {
  readonly tokenHash: Buffer;
  readonly withContent: boolean;
  readonly days: number;
  readonly author: Author;
}

export interface ShareLinksRepository {
  /** Null: there is no such email. */
  findMode(name: EmailName): Promise<Mode | null>;
  /** Null: the email has as many links as it may have. */
  create(name: EmailName, link: NewShareLink): Promise<ShareLinkResource | null>;
  list(name: EmailName): Promise<ShareLinkResource[]>;
  /** False: there is no such link of the email. */
  revoke(name: EmailName, given: { readonly id: string; readonly author: Author }): Promise<boolean>;
}

const columns = `'share_link' AS object, s.id, s.message_id AS email_id, s.with_content, s.created_by,
  ${isoTimeSql('s.created_at')} AS created_at, ${isoTimeSql('s.expires_at')} AS expires_at, ${isoTimeSql('s.last_viewed_at')} AS last_viewed_at`;

/** $1 organization, $2 email. */
const works = 's.organization_id = $1 AND s.message_id = $2 AND s.expires_at > now()';

export function createShareLinksRepository({ pool }: { readonly pool: Pool }): ShareLinksRepository {
  return {
    findMode: async ({ organizationId, emailId, domainIds }) => {
      const { rows } = await pool.query<{ mode: Mode }>({
        name: 'email-shares.find-mode',
        text: `SELECT mode FROM messages
                WHERE id = $2 AND organization_id = $1 AND ($3::uuid[] IS NULL OR domain_id = ANY($3))`,
        values: [organizationId, emailId, domainIds],
      });
      return rows[0]?.mode ?? null;
    },
    create: (name, link) => withTransaction(pool, (client) => create(client, name, link)),
    list: async ({ organizationId, emailId }) => {
      const { rows } = await pool.query<ShareLinkResource>({
        name: 'email-shares.list',
        text: `SELECT ${columns} FROM email_share_links s WHERE ${works} ORDER BY s.id DESC LIMIT ${shareLinksMax}`,
        values: [organizationId, emailId],
      });
      return rows;
    },
    revoke: ({ organizationId, emailId }, { id, author }) =>
      withTransaction(pool, async (client) => {
        const { rowCount } = await client.query({
          name: 'email-shares.revoke',
          text: `DELETE FROM email_share_links s WHERE ${works} AND s.id = $3`,
          values: [organizationId, emailId, id],
        });
        if (rowCount === 0) return false;
        await insertAuditEntry(client, {
          ...{ organizationId, ...author, action: 'message.unshare', target: { type: 'email', id: emailId } },
          before: { share_link_id: id },
        });
        return true;
      }),
  };
}

async function create(
  client: PoolClient,
  { organizationId, emailId }: EmailName,
  { tokenHash, withContent, days, author }: NewShareLink,
): Promise<ShareLinkResource | null> {
  // Concurrent requests for one email run one after the other, so that none of them sees room for one more.
  await client.query({
    name: 'email-shares.lock-email',
    text: 'SELECT FROM messages WHERE id = $2 AND organization_id = $1 FOR NO KEY UPDATE',
    values: [organizationId, emailId],
  });
  const { rows } = await client.query<ShareLinkResource>({
    name: 'email-shares.insert',
    text: `
      INSERT INTO email_share_links AS s
        (id, organization_id, message_id, token_hash, with_content, created_by, created_at, expires_at)
      SELECT $3::uuid, $1::uuid, $2::uuid, $4::bytea, $5::boolean, coalesce(
          (SELECT name FROM api_keys WHERE id = $6::uuid), (SELECT name FROM users WHERE id = $6::uuid)),
        now(), now() + $7::int * interval '1 day'
      WHERE (SELECT count(*) FROM email_share_links s WHERE ${works}) < ${shareLinksMax}
      RETURNING ${columns}`,
    values: [organizationId, emailId, newId(), tokenHash, withContent, author.actor.id, days],
  });
  const [row] = rows;
  if (row === undefined) return null;
  assert(row.email_id === emailId, 'the link is of the email that was asked for');
  await insertAuditEntry(client, {
    ...{ organizationId, ...author, action: 'message.share', target: { type: 'email', id: emailId } },
    after: { share_link_id: row.id, with_content: row.with_content, expires_at: row.expires_at },
  });
  return row;
}
