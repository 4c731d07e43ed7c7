import { segmentEntered } from '@postrider/contracts/automations';
import { planNamed, type PlanName, type PlanTable } from '@postrider/contracts/organizations';
import type { Pool } from '@postrider/db';
import type { Clock, RoundResult } from '@postrider/runtime';
import { postEvents, type EventToPost, type PostResult } from '../automation-events/post-events';

/** Organizations of one look, and contacts of each: they take turns. */
const organizationsMax = 50;
const ofOneMax = 20;
/** A replica that died with contacts in hand leaves them to others after this time. */
const leaseSeconds = 60;

interface ClaimedEntry {
  readonly segment_id: string;
  readonly contact_id: string;
  readonly organization_id: string;
  readonly plan: PlanName;
  readonly entered_at: Date;
}

/** Entries that wait for the next day cost a look nothing, however many they are. */
const claimSql = `
WITH organization AS (
  SELECT id FROM (SELECT DISTINCT organization_id AS id FROM segment_watches) w
  WHERE EXISTS (SELECT FROM segment_members m WHERE m.organization_id = w.id AND m.due_at <= now())
  ORDER BY random() LIMIT ${organizationsMax}
), due AS MATERIALIZED (
  SELECT turn.segment_id, turn.contact_id FROM organization o
  CROSS JOIN LATERAL (SELECT m.segment_id, m.contact_id FROM segment_members m
    WHERE m.organization_id = o.id AND m.due_at <= now() ORDER BY m.due_at LIMIT ${ofOneMax}
    FOR UPDATE SKIP LOCKED) turn
), claimed AS (
  UPDATE segment_members m SET due_at = now() + interval '${leaseSeconds} s'
  FROM due WHERE m.segment_id = due.segment_id AND m.contact_id = due.contact_id
  RETURNING m.segment_id, m.contact_id, m.organization_id, m.entered_at
)
SELECT c.*, o.plan FROM claimed c JOIN organizations o ON o.id = c.organization_id
ORDER BY c.entered_at, c.contact_id`;

/**
 * Starts automations for contacts that entered their segments. An entry is posted as an event under its own idempotency key, so one that is
 * taken again starts nothing a second time. An entry beyond the plan's runs of a day waits for the next.
 */
export function createRelaySegmentEntries(options: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly plans: PlanTable;
}): () => Promise<RoundResult> {
  const { pool, plans } = options;
  return async () => {
    const { rows: entries } = await pool.query<ClaimedEntry>({
      name: 'segment-entries.claim',
      text: claimSql,
    });
    if (entries.length === 0) return 'idle';
    const results = await postEvents(
      options,
      entries.map((entry) => eventToPost(entry, plans)),
    );
    await pool.query({
      name: 'segment-entries.settle',
      text: `WITH settled AS MATERIALIZED (
          SELECT m.segment_id, m.contact_id, s.wait_seconds
          FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS s (segment_id, contact_id, wait_seconds)
          JOIN segment_members m ON m.segment_id = s.segment_id AND m.contact_id = s.contact_id
          ORDER BY m.segment_id, m.contact_id FOR UPDATE OF m
        )
        UPDATE segment_members m SET due_at = now() + make_interval(secs => s.wait_seconds)
        FROM settled s WHERE m.segment_id = s.segment_id AND m.contact_id = s.contact_id`,
      values: [
        entries.map(({ segment_id: id }) => id),
        entries.map(({ contact_id: id }) => id),
        results.map(waitOf),
      ],
    });
    return 'again';
  };
}

function eventToPost(entry: ClaimedEntry, plans: PlanTable): EventToPost {
  const { segment_id: segmentId, contact_id: contactId, organization_id: organizationId } = entry;
  return {
    organizationId,
    whose: { contactId },
    event: segmentEntered,
    segmentId,
    properties: { segment_id: segmentId },
    wish: {},
    author: { actor: 'automation', apiKeyId: null, consent: undefined },
    idempotencyKey: `segment-entry:${segmentId}:${contactId}:${entry.entered_at.toISOString()}`,
    bodyHash: null,
    contactsMax: null,
    newContactsMax: null,
    runsMax: planNamed(entry.plan, plans).automationRunsPerDay,
  };
}

/** Seconds until an entry is tried again whose organization has no runs left today; null: it is done. */
function waitOf(result: PostResult): number | null {
  return result.kind === 'refused' ? (result.error.retryAfterSeconds ?? null) : null;
}
