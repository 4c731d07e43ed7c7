import { createHash } from 'node:crypto';
import { AppError } from '@postrider/contracts/errors';
import type { PoolClient } from '@postrider/db';
import { mailboxWithoutTag } from '@postrider/mail';
import { excessOf, type EarlierMail, type PlatformMailKind } from './platform-mail-limits';

type Client = Pick<PoolClient, 'query'>;

/** A mail that the platform shall send from its own address because of what an organization did. */
export interface PlatformMailRequest {
  /** The same id again is the same mail. */
  readonly id: string;
  readonly kind: PlatformMailKind;
  readonly recipient: string;
  /** Whose limits count it. */
  readonly organizationId: string;
  /** Null: no user asked for it. */
  readonly userId: string | null;
  /** Organizations that may not cause mail while they are paused or under review; of a client that it is about, too. */
  readonly refusedWhilePaused: readonly string[];
  /** Whether `organizationId` must be approved. */
  readonly needsApproval: boolean;
}

/**
 * Counts a mail, or refuses it. It belongs into the transaction that stores what the mail is about, as its last statement: requests for
 * the same recipient, organization or user then wait for each other, so none is decided by a count that another is changing.
 * @throws AppError `sending_paused`, `under_review`, `rate_limited`
 */
export async function recordPlatformMail(
  client: Client,
  request: PlatformMailRequest,
  now: Date,
): Promise<void> {
  const { id, kind, recipient, organizationId, userId } = request;
  const mailboxHash = hashOfMailbox(recipient);
  await requireSending(client, request);
  await lockCounted(client, [`mailbox ${mailboxHash.toString('hex')}`, organizationId, userId]);
  const earlier = await findEarlier(client, { ...request, mailboxHash, now });
  const excess = excessOf(kind, earlier, now);
  if (excess !== null) throw new AppError('rate_limited', excess.message, excess);
  await client.query(
    `INSERT INTO platform_mails (id, kind, organization_id, user_id, mailbox_hash, created_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING`,
    [id, kind, organizationId, userId, mailboxHash, now],
  );
}

/** A mail that the platform could not send counts for nothing. */
export async function forgetPlatformMail(client: Client, id: string): Promise<void> {
  await client.query('DELETE FROM platform_mails WHERE id = $1', [id]);
}

const keptDays = 2;

/** Deletes what no limit counts any more. @returns how many */
export async function deleteOldPlatformMails(options: {
  readonly pool: Client;
  readonly clock: { now(): Date };
}): Promise<number> {
  const before = new Date(options.clock.now().getTime() - keptDays * 86_400_000);
  const { rowCount } = await options.pool.query('DELETE FROM platform_mails WHERE created_at < $1', [before]);
  return rowCount ?? 0;
}

/** Not the address itself: the row outlives what it was about, and erasing a person need not find it. */
function hashOfMailbox(address: string): Buffer {
  return createHash('sha256').update(mailboxWithoutTag(address.trim().toLowerCase())).digest();
}

/** @throws AppError `sending_paused`, `under_review` */
async function requireSending(
  client: Client,
  { organizationId, refusedWhilePaused, needsApproval }: PlatformMailRequest,
): Promise<void> {
  const { rows } = await client.query<{ isPaused: boolean; isHeld: boolean; isUnapproved: boolean }>(
    `SELECT coalesce(bool_or(sending_paused_at IS NOT NULL) FILTER (WHERE id = ANY($2)), false) AS "isPaused",
            coalesce(bool_or(under_review_at IS NOT NULL) FILTER (WHERE id = ANY($2)), false) AS "isHeld",
            coalesce(bool_or(kind = 'client' AND approved_at IS NULL) FILTER (WHERE id = $1), false) AS "isUnapproved"
       FROM organizations WHERE id = $1 OR id = ANY($2)`,
    [organizationId, refusedWhilePaused],
  );
  const [found] = rows;
  if (found?.isHeld) {
    throw new AppError('under_review', `The organization is under review. ${withoutEmail}`);
  }
  if (found?.isPaused) {
    throw new AppError('sending_paused', `Sending of the organization is paused. ${withoutEmail}`);
  }
  if (needsApproval && found?.isUnapproved) {
    throw new AppError('under_review', `The organization is not approved yet. ${withoutEmail}`);
  }
}

const withoutEmail =
  'The platform sends no email for it. Set `send_email` to false and share the link yourself.';

/** In one order everywhere, so that no two requests wait for each other. Held until the transaction ends. */
async function lockCounted(client: Client, names: readonly (string | null)[]): Promise<void> {
  const sorted = names.filter((name) => name !== null).toSorted();
  await client.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('platform mail ' || name, 0)) FROM unnest($1::text[]) AS name`,
    [sorted],
  );
}

async function findEarlier(
  client: Client,
  {
    id,
    kind,
    organizationId,
    userId,
    mailboxHash,
    now,
  }: PlatformMailRequest & { readonly mailboxHash: Buffer; readonly now: Date },
): Promise<EarlierMail[]> {
  const { rows } = await client.query<EarlierMail>(
    `SELECT created_at AS "at", mailbox_hash = $5 AS "isOfMailbox", organization_id = $3 AS "isOfOrganization",
            coalesce(user_id = $4, false) AS "isOfUser"
       FROM platform_mails
      WHERE kind = $2 AND id <> $1 AND created_at > $6::timestamptz - interval '1 day'
        AND (mailbox_hash = $5 OR organization_id = $3 OR user_id = $4)`,
    [id, kind, organizationId, userId, mailboxHash, now],
  );
  return rows;
}
