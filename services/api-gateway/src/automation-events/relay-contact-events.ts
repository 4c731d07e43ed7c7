import type { SubscriptionChangeActor } from '@postrider/contracts/contacts';
import type { ContactEventType } from '@postrider/contracts/events';
import { planNamed, type PlanName, type PlanTable } from '@postrider/contracts/organizations';
import { contactEventsJobMax } from '@postrider/contracts/queues';
import type { ContactChange } from '@postrider/contracts/webhooks';
import type { Pool } from '@postrider/db';
import type { Clock, RoundResult } from '@postrider/runtime';
import { postEvents, type EventToPost, type PostResult } from './post-events';

/** Gives ids to the broker. What it does not take, the sweep of webhook-dispatcher finds. */
export type PublishContactEvents = (ids: readonly string[]) => void;

/** Organizations of one look, and events of each: they take turns. */
const organizationsMax = 50;
const ofOneMax = 20;
/** A replica that died with events in hand leaves them to others after this time. */
const leaseSeconds = 60;

interface ClaimedEvent {
  readonly id: string;
  readonly organization_id: string;
  readonly plan: PlanName;
  readonly contact_id: string;
  readonly type: ContactEventType;
  readonly actor: SubscriptionChangeActor;
  readonly change: ContactChange | null;
  /** An automation begins with it, or a run of the contact waits for it. */
  readonly is_awaited: boolean;
}

/** Events that wait for the next day cost a look nothing, however many they are. Organizations with events take turns by chance. */
const claimSql = `
WITH RECURSIVE organization AS (
  (SELECT organization_id AS id FROM contact_events WHERE due_at IS NOT NULL ORDER BY organization_id LIMIT 1)
  UNION ALL
  SELECT (SELECT e.organization_id FROM contact_events e
    WHERE e.due_at IS NOT NULL AND e.organization_id > o.id ORDER BY e.organization_id LIMIT 1)
  FROM organization o WHERE o.id IS NOT NULL
), chosen AS (
  SELECT o.id FROM organization o
  WHERE EXISTS (SELECT FROM contact_events e WHERE e.organization_id = o.id AND e.due_at <= now())
  ORDER BY random() LIMIT ${organizationsMax}
), due AS MATERIALIZED (
  SELECT turn.id FROM chosen o
  CROSS JOIN LATERAL (SELECT e.id FROM contact_events e
    WHERE e.organization_id = o.id AND e.due_at <= now() ORDER BY e.due_at, e.id LIMIT ${ofOneMax}
    FOR UPDATE SKIP LOCKED) turn
), claimed AS (
  UPDATE contact_events e SET due_at = now() + interval '${leaseSeconds} s'
  WHERE e.id IN (SELECT id FROM due)
  RETURNING e.id, e.organization_id, e.contact_id, 'contact.' || e.type AS type, e.actor, e.change
)
SELECT c.*, o.plan,
  EXISTS (SELECT FROM automations a WHERE a.organization_id = c.organization_id AND a.trigger_event = c.type
    AND a.status = 'active' AND a.deleted_at IS NULL)
  OR EXISTS (SELECT FROM automation_runs r
    WHERE r.contact_id = c.contact_id AND r.waiting_event = c.type AND r.status = 'running') AS is_awaited
FROM claimed c JOIN organizations o ON o.id = c.organization_id
ORDER BY c.id`;

/**
 * Hands events of contacts on: to webhook-dispatcher, and to automations as posted events. The id of the event is the idempotency key, so one
 * that is handed on again starts nothing a second time. An event beyond the plan's runs of a day waits for the next.
 */
export function createRelayContactEvents(options: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly plans: PlanTable;
  readonly publish: PublishContactEvents;
}): () => Promise<RoundResult> {
  const { pool, plans, publish } = options;
  return async () => {
    const { rows: claimed } = await pool.query<ClaimedEvent>({
      name: 'contact-events.claim',
      text: claimSql,
    });
    if (claimed.length === 0) return 'idle';
    for (let start = 0; start < claimed.length; start += contactEventsJobMax) {
      publish(claimed.slice(start, start + contactEventsJobMax).map(({ id }) => id));
    }
    const awaited = claimed.filter((event) => event.is_awaited);
    const posted = awaited.map((event) => eventToPost(event, plans));
    const results = posted.length > 0 ? await postEvents(options, posted) : [];
    const waiting = new Map(awaited.flatMap((event, index) => waitOf(event, results[index])));
    await settle(pool, claimed, waiting);
    return 'again';
  };
}

function eventToPost(event: ClaimedEvent, plans: PlanTable): EventToPost {
  const { id, organization_id: organizationId, contact_id: contactId, plan, type, actor, change } = event;
  return {
    organizationId,
    whose: { contactId },
    event: type,
    properties: {
      actor,
      ...(change !== null && { status: change.status, topics: change.topics }),
      ...(change?.source !== undefined && { source: change.source }),
    },
    wish: {},
    author: { actor: 'automation', apiKeyId: null, consent: undefined },
    idempotencyKey: `contact-event:${id}`,
    bodyHash: null,
    // Automations that change contacts would otherwise start each other, and themselves, without end.
    startsNothing: actor === 'automation',
    contactsMax: null,
    newContactsMax: null,
    runsMax: planNamed(plan, plans).automationRunsPerDay,
  };
}

/** Seconds until an event is tried again whose organization has no runs left today. */
function waitOf({ id }: ClaimedEvent, result: PostResult | undefined): [string, number][] {
  if (result?.kind !== 'refused') return [];
  const { retryAfterSeconds } = result.error;
  return retryAfterSeconds === undefined ? [] : [[id, retryAfterSeconds]];
}

async function settle(
  pool: Pool,
  claimed: readonly ClaimedEvent[],
  waiting: ReadonlyMap<string, number>,
): Promise<void> {
  await pool.query({
    name: 'contact-events.settle',
    text: `UPDATE contact_events e SET due_at = now() + make_interval(secs => s.wait_seconds)
      FROM unnest($1::uuid[], $2::int[]) AS s (id, wait_seconds) WHERE e.id = s.id`,
    values: [claimed.map(({ id }) => id), claimed.map(({ id }) => waiting.get(id) ?? null)],
  });
}
