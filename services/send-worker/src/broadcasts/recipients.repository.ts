import type { AppError } from '@postrider/contracts/errors';
import { lowestId, newId } from '@postrider/contracts/ids';
import { uuidV7Floor, type Pool } from '@postrider/db';
import type { ContentContact } from '@postrider/audiences';

/** Whose turn it is: everybody without a variant, or the sample of one variant; at a local time, those for whom it has come. */
export interface Phase {
  /** Null: those without one. */
  readonly sampled: number | null;
  readonly isTimed: boolean;
}

/** In the order of contacts. */
export interface ClaimedRecipient {
  readonly contactId: string;
  readonly messageId: string;
  readonly variant: number | null;
  /** Its message's id was chosen in an earlier turn, whose worker died or gave it back. */
  readonly isReclaimed: boolean;
}

export type SubmissionOutcome =
  | { readonly kind: 'submitted' | 'suppressed' | 'unsubscribed' | 'over_quota' }
  /** There is no mail for this recipient. */
  | { readonly kind: 'invalid'; readonly error: AppError };

const detailCharsMax = 300;

/** On one line, as a row may keep it: PostgreSQL's text cannot hold NUL. */
function detailOf(outcome: SubmissionOutcome | undefined): string | null {
  if (outcome?.kind !== 'invalid') return null;
  const { code, message } = outcome.error;
  return `${code}: ${message}`.replaceAll(/\p{Cc}+/gu, ' ').slice(0, detailCharsMax);
}

/**
 * No worker lives that long between choosing an id and accepting its message. Ids older than that are chosen again where no
 * message came of them: partitions of old ids are dropped some day.
 */
const idKeptMs = 24 * 3_600_000;

const claimSql = (ofPhase: string, order: string, limit: number): string => `
WITH due AS MATERIALIZED (
  SELECT contact_id FROM broadcast_recipients
  WHERE broadcast_id = $1 AND ${ofPhase} AND outcome IS NULL AND contact_id > $2
    AND (lease_until IS NULL OR lease_until < now())
  ORDER BY ${order} LIMIT ${limit}
  FOR NO KEY UPDATE SKIP LOCKED
), numbered AS (
  SELECT contact_id, row_number() OVER () AS place FROM due
)
UPDATE broadcast_recipients r
SET lease_until = now() + $4 * interval '1 ms',
  message_id = CASE
    WHEN r.message_id IS NULL THEN ($3::uuid[])[numbered.place]
    WHEN r.message_id < $5 AND NOT EXISTS (SELECT FROM messages m WHERE m.id = r.message_id)
      THEN ($3::uuid[])[numbered.place]
    ELSE r.message_id END
FROM numbered
WHERE r.broadcast_id = $1 AND r.contact_id = numbered.contact_id
RETURNING r.contact_id AS "contactId", r.message_id AS "messageId", r.variant,
  NOT r.message_id = ANY($3) AS "isReclaimed"`;

const phases = {
  rest: { ofPhase: 'variant IS NULL', order: 'variant, contact_id' },
  sample: { ofPhase: 'variant = $6', order: 'variant, contact_id' },
  timed: { ofPhase: 'due_at <= now()', order: 'due_at, contact_id' },
} as const;

/**
 * The limit is part of the text, and the order is that of `broadcast_recipients_waiting_idx`, its variant included, or of
 * `broadcast_recipients_due_idx`: otherwise the plan reads and sorts everybody who waits.
 */
function claimStatement(phase: keyof typeof phases, limit: number): { name: string; text: string } {
  const { ofPhase, order } = phases[phase];
  return { name: `broadcasts.claim-${phase}-${limit}`, text: claimSql(ofPhase, order, limit) };
}

export interface RecipientsClaim extends Phase {
  readonly broadcastId: string;
  /** A contact, from which on one looks. */
  readonly after: string;
  /** One of a few sizes of pages: each has a statement. */
  readonly limit: number;
  readonly leaseMs: number;
}

/** Takes recipients for a page; from then on each has the id of its message, whichever worker submits it. */
export async function claimRecipients(pool: Pool, claim: RecipientsClaim): Promise<ClaimedRecipient[]> {
  const { broadcastId, sampled, isTimed, limit, leaseMs } = claim;
  // Those who come first by their id may be due last.
  const after = isTimed ? lowestId : claim.after;
  const phase = isTimed ? 'timed' : sampled === null ? 'rest' : 'sample';
  const ids = Array.from({ length: limit }, newId);
  const oldest = uuidV7Floor(new Date(Date.now() - idKeptMs));
  const { rows } = await pool.query<ClaimedRecipient>({
    ...claimStatement(phase, limit),
    values: [broadcastId, after, ids, leaseMs, oldest, ...(sampled === null ? [] : [sampled])],
  });
  return rows.sort((a, b) => (a.contactId < b.contactId ? -1 : 1));
}

/** Outcomes of messages whose worker was lost before it recorded them; undefined: never accepted. */
export async function findAccepted(
  pool: Pool,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, SubmissionOutcome>> {
  if (messageIds.length === 0) return new Map();
  const { rows } = await pool.query<{ id: string; suppressed: boolean }>({
    name: 'broadcasts.find-accepted',
    text: `SELECT id, recipient_count = 0 AS suppressed FROM messages WHERE id = ANY($1)`,
    values: [messageIds],
  });
  return new Map(rows.map(({ id, suppressed }) => [id, { kind: suppressed ? 'suppressed' : 'submitted' }]));
}

export interface Addressee extends ContentContact {
  readonly emailKey: string;
}

/** Those that there are still. */
export async function readAddressees(
  pool: Pool,
  { organizationId, contactIds }: { readonly organizationId: string; readonly contactIds: readonly string[] },
): Promise<ReadonlyMap<string, Addressee>> {
  const { rows } = await pool.query<Addressee & { readonly id: string }>({
    name: 'broadcasts.read-addressees',
    text: `SELECT id, email, email_key AS "emailKey", first_name AS "firstName", last_name AS "lastName", properties
           FROM contacts WHERE organization_id = $1 AND id = ANY($2)`,
    values: [organizationId, contactIds],
  });
  return new Map(rows.map(({ id, ...addressee }) => [id, addressee]));
}

const settleSql = `
WITH settled AS (
  UPDATE broadcast_recipients r SET outcome = given.outcome, detail = given.detail, lease_until = NULL
  FROM unnest($2::uuid[], $3::text[], $4::text[]) AS given (contact_id, outcome, detail)
  WHERE r.broadcast_id = $1 AND r.contact_id = given.contact_id AND r.outcome IS NULL
  RETURNING r.outcome
), counted AS (
  SELECT count(*) FILTER (WHERE outcome = 'submitted') AS submitted,
    count(*) FILTER (WHERE outcome = 'suppressed') AS suppressed,
    count(*) FILTER (WHERE outcome = 'unsubscribed') AS unsubscribed,
    count(*) FILTER (WHERE outcome = 'over_quota') AS over_quota,
    count(*) FILTER (WHERE outcome = 'invalid') AS invalid
  FROM settled
)
UPDATE broadcasts b SET submitted = b.submitted + counted.submitted, suppressed = b.suppressed + counted.suppressed,
  unsubscribed = b.unsubscribed + counted.unsubscribed, over_quota = b.over_quota + counted.over_quota,
  invalid = b.invalid + counted.invalid
FROM counted WHERE b.id = $1`;

/** Records outcomes of recipients, and counts those that had none. */
export async function settleRecipients(
  pool: Pool,
  broadcastId: string,
  outcomes: ReadonlyMap<string, SubmissionOutcome>,
): Promise<void> {
  if (outcomes.size === 0) return;
  // Locked in the order of their keys, as taking messages back does.
  const contactIds = [...outcomes.keys()].sort();
  const settled = contactIds.map((id) => outcomes.get(id));
  await pool.query({
    name: 'broadcasts.settle-recipients',
    text: settleSql,
    values: [broadcastId, contactIds, settled.map((outcome) => outcome?.kind), settled.map(detailOf)],
  });
}

/** Gives recipients back. They keep their ids: what was tried may have been accepted. */
export async function releaseRecipients(
  pool: Pool,
  broadcastId: string,
  contactIds: readonly string[],
): Promise<void> {
  if (contactIds.length === 0) return;
  await pool.query({
    name: 'broadcasts.release-recipients',
    text: `UPDATE broadcast_recipients SET lease_until = NULL
           WHERE broadcast_id = $1 AND contact_id = ANY($2) AND outcome IS NULL`,
    values: [broadcastId, contactIds],
  });
}

/** In the order of the index: EXISTS would be planned as a walk through the table, which has the recipients of all broadcasts. */
const waitingSql = (ofPhase: string): string => `
SELECT contact_id FROM broadcast_recipients WHERE broadcast_id = $1 AND ${ofPhase} AND outcome IS NULL
ORDER BY variant, contact_id LIMIT 1`;

const waiting = {
  rest: { name: 'broadcasts.is-rest-waiting', text: waitingSql('variant IS NULL') },
  sample: { name: 'broadcasts.is-sample-waiting', text: waitingSql('variant IS NOT NULL') },
};

/** Whether anybody of the phase still waits, also in the hands of another worker. */
export async function isAnybodyWaiting(
  pool: Pool,
  broadcastId: string,
  phase: 'rest' | 'sample',
): Promise<boolean> {
  const { rows } = await pool.query({ ...waiting[phase], values: [broadcastId] });
  return rows.length > 0;
}

/** When the next recipients of a broadcast at a local time are due; null: none waits. */
export async function findNextDue(pool: Pool, broadcastId: string): Promise<Date | null> {
  const { rows } = await pool.query<{ dueAt: Date }>({
    name: 'broadcasts.find-next-due',
    text: `SELECT due_at AS "dueAt" FROM broadcast_recipients
           WHERE broadcast_id = $1 AND outcome IS NULL AND due_at IS NOT NULL ORDER BY due_at LIMIT 1`,
    values: [broadcastId],
  });
  return rows[0]?.dueAt ?? null;
}
