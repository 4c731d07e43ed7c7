import type { BroadcastContent, BroadcastTemplate } from '@postrider/audiences';
import type { Pool } from '@postrider/db';
import { brandColumn, type Brand } from '../public-pages/brand';
import type { ArchiveAddress } from '../topics/archive-address';

/** A topic with an archive. */
export interface Archive extends ArchiveAddress {
  readonly topicId: string;
  readonly organizationId: string;
  readonly brand: Brand;
  readonly name: string;
  readonly description: string | null;
  readonly createdAt: Date;
  /** Its first open form; null: there is none. */
  readonly signupFormId: string | null;
}

/** What the list says of a broadcast, before it is rendered. */
export interface ListedBroadcast {
  readonly id: string;
  readonly sentAt: Date;
  /** Null: of the template. */
  readonly subject: string | null;
  readonly previewText: string | null;
  readonly template: BroadcastTemplate | null;
}

/** An admin may stop sending for a while; what others stopped, or are looking into, is not shown on the platform's host either. */
const isTrustedSql = `o.under_review_at IS NULL AND (o.sending_paused_at IS NULL OR o.sending_paused_reason = 'admin')`;

const findArchiveSql = `
SELECT t.id AS "topicId", t.organization_id AS "organizationId", t.slug, t.archive_token AS "archiveToken", t.name, t.description,
  t.created_at AS "createdAt", ${brandColumn} AS brand,
  (SELECT f.id FROM signup_form_topics s JOIN signup_forms f ON f.id = s.form_id
    WHERE s.topic_id = t.id AND f.status = 'enabled' ORDER BY f.id LIMIT 1) AS "signupFormId"
FROM topics t JOIN organizations o ON o.id = t.organization_id
WHERE t.archive_token = $1 AND t.slug = $2 AND t.archive AND ${isTrustedSql}`;

/** Null: there is none, it is off, or its organization may not send. */
export async function findArchive(
  pool: Pool,
  { archiveToken, slug }: ArchiveAddress,
): Promise<Archive | null> {
  const { rows } = await pool.query<Archive>({
    name: 'archive.find',
    text: findArchiveSql,
    values: [archiveToken, slug],
  });
  return rows[0] ?? null;
}

/**
 * Finished, and with an email that left: what was held back, or went to an empty segment, is not published. A resend is the same email as
 * its parent.
 */
const isShownSql = `b.organization_id = $1 AND b.topic_id = $2 AND b.status = 'sent' AND b.in_archive AND b.parent_id IS NULL
  AND EXISTS (SELECT FROM broadcast_counters k WHERE k.broadcast_id = b.id AND k.sent > 0)`;

/** Of an A/B test, what the winner said: a template gives subject and bodies together. */
const variantSql = `b.ab_test -> 'variants' -> coalesce(b.winner, 0)::int`;

const listedColumns = `b.id, b.started_at AS "sentAt", coalesce(${variantSql} ->> 'subject', b.subject) AS subject,
  b.preview_text AS "previewText", coalesce(${variantSql} -> 'template', b.template) AS template`;

const listSql = `
SELECT ${listedColumns} FROM broadcasts b
WHERE ${isShownSql}
  AND ($3::uuid IS NULL OR (b.started_at, b.id) < (SELECT c.started_at, c.id FROM broadcasts c WHERE c.id = $3 AND c.topic_id = $2))
ORDER BY b.started_at DESC, b.id DESC LIMIT $4`;

/** @param page those sent before `before`; null: the newest */
export async function listArchived(
  pool: Pool,
  { organizationId, topicId }: Archive,
  page: { readonly before: string | null; readonly limit: number },
): Promise<ListedBroadcast[]> {
  const { rows } = await pool.query<ListedBroadcast>({
    name: 'archive.list',
    text: listSql,
    values: [organizationId, topicId, page.before, page.limit],
  });
  return rows;
}

/** Null: there is none, or it is not shown. */
export async function findArchived(
  pool: Pool,
  { organizationId, topicId }: Archive,
  id: string,
): Promise<ListedBroadcast | null> {
  const { rows } = await pool.query<ListedBroadcast>({
    name: 'archive.find-broadcast',
    text: `SELECT ${listedColumns} FROM broadcasts b WHERE ${isShownSql} AND b.id = $3`,
    values: [organizationId, topicId, id],
  });
  return rows[0] ?? null;
}

/** What it says, with the winner of its A/B test. */
export async function readContent(
  pool: Pool,
  { organizationId }: Archive,
  id: string,
): Promise<(BroadcastContent & { readonly winner: number | null }) | null> {
  const { rows } = await pool.query<BroadcastContent & { readonly winner: number | null }>({
    name: 'archive.read-content',
    text: `SELECT subject, preview_text AS "previewText", html, text, template, ab_test AS "abTest", winner
      FROM broadcasts WHERE organization_id = $1 AND id = $2`,
    values: [organizationId, id],
  });
  return rows[0] ?? null;
}
