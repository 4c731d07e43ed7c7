import { lowestId, newId } from '@postrider/contracts/ids';
import type { LateRule } from '@postrider/contracts/organizations';
import { insertNotice, uuidV7Floor, withTransaction, type Pool, type PoolClient } from '@postrider/db';
import {
  startRecurringTask,
  wait,
  type Clock,
  type Logger,
  type Metrics,
  type RecurringTask,
} from '@postrider/runtime';
import { isHoldingSql } from '../restorations/look.repository';
import type { SendGate } from '../restorations/send-gate';

/** An age is a minute at least. */
const sweepIntervalMs = 10_000;
/** A large backlog is looked through beside those who send. */
const restFactor = 2;
/** Organizations of one transaction. */
const organizationsMax = 100;
/** Waiting emails of an organization that one pass looks at, in some milliseconds: those after them come with the next. */
const emailsMax = 1_000;

interface WatchedOrganization {
  readonly id: string;
  readonly rules: readonly LateRule[];
}

interface Looked {
  readonly organizationId: string;
  /** How many emails were looked at. */
  readonly size: number;
  readonly lastId: string;
  readonly late: readonly LateEmail[];
}

interface LateEmail {
  readonly id: string;
  readonly seconds: number;
  readonly ordinal: number;
  readonly address: string;
  readonly provider: string | null;
}

export interface LateSweep {
  readonly reported: number;
  /** Not everything was looked at. */
  readonly hasMore: boolean;
}

/** Tells organizations that have asked for it of emails that wait for too long. */
export function watchLateEmails(options: {
  readonly pool: Pool;
  readonly gate: Pick<SendGate, 'isOpen'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}): RecurringTask {
  const { gate, log, metrics } = options;
  const emails = metrics.counter(
    'send_emails_late',
    'Emails that waited longer than their organization has set.',
  );
  const sweep = createLateEmailsSweep(options);
  return startRecurringTask({
    name: 'late emails',
    intervalMs: sweepIntervalMs,
    log,
    run: async (signal) => {
      // A database that is older than what was sent may have reported them before.
      if (!gate.isOpen()) return;
      const begunMs = performance.now();
      const { reported, hasMore } = await sweep();
      emails.add(reported);
      if (!hasMore) return;
      await wait(restFactor * (performance.now() - begunMs), signal);
      return 'again';
    },
  });
}

/**
 * Records `email.late`, once for an email, where it still waits after the time that its organization has set. The accept path does
 * nothing for it: this looks through what waits, of organizations that have asked for it, from where it stopped the last time.
 *
 * One worker at a time: the lock keeps two of them from recording one email with two of its recipients. Emails from before a restoration
 * are left out, because this database may have forgotten that it reported them.
 */
export function createLateEmailsSweep({
  pool,
  clock,
}: {
  readonly pool: Pool;
  readonly clock: Clock;
}): () => Promise<LateSweep> {
  /** Where the walk through an organization's emails goes on; none: at its beginning. For this round of all organizations, and the next. */
  let positions = new Map<string, string>();
  let nextPositions = new Map<string, string>();
  let lastOrganization = lowestId;

  return () =>
    withTransaction(pool, async (client) => {
      if (!(await lockSweep(client))) return { reported: 0, hasMore: false };
      const organizations = await findOrganizations(client, lastOrganization);
      const now = clock.now();
      const looked = await lookForLate(client, { organizations, positions, now });
      for (const { organizationId, size, lastId } of looked) {
        if (size === emailsMax) nextPositions.set(organizationId, lastId);
      }
      const isLastPage = organizations.length < organizationsMax;
      lastOrganization = isLastPage ? lowestId : (organizations.at(-1)?.id ?? lowestId);
      if (isLastPage) [positions, nextPositions] = [nextPositions, new Map<string, string>()];
      return { reported: await report(client, looked, now), hasMore: !isLastPage || positions.size > 0 };
    });
}

async function lockSweep(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>({
    name: 'late-emails.lock',
    text: `SELECT pg_try_advisory_xact_lock(hashtextextended('send-worker late emails', 0)) AND NOT ${isHoldingSql} AS mine`,
  });
  return rows[0]?.mine === true;
}

async function findOrganizations(client: PoolClient, after: string): Promise<WatchedOrganization[]> {
  const { rows } = await client.query<WatchedOrganization>({
    name: 'late-emails.find-organizations',
    text: `SELECT id, late_after AS rules FROM organizations WHERE late_after <> '[]' AND id > $1
            ORDER BY id LIMIT ${organizationsMax}`,
    values: [after],
  });
  return rows;
}

/**
 * $1 organizations with where to begin and end, and their ages; $2 now. Nothing is late before the shortest age. An email that is being tried is
 * not looked at: soon it waits again, or has gone. The event names the first recipient that waits.
 */
const lookSql = `
WITH page AS MATERIALIZED (
  SELECT o.organization_id, m.id, m.mode,
         coalesce((o.kinds ->> m.kind)::int, CASE WHEN m.lane = 'transactional' THEN o.default_seconds END) AS seconds,
         greatest(m.created_at, m.scheduled_at) AS since
    FROM json_to_recordset($1) AS o (organization_id uuid, after uuid, before uuid, default_seconds int, kinds json)
   CROSS JOIN LATERAL (
         SELECT id, mode, kind, lane, created_at, scheduled_at FROM messages
          WHERE organization_id = o.organization_id AND status = 'queued' AND id > o.after AND id < o.before
          ORDER BY id LIMIT ${emailsMax}) m
), late AS (
  SELECT page.organization_id, page.id, page.seconds, r.ordinal, r.address, r.provider
    FROM page
   CROSS JOIN LATERAL (
         SELECT ordinal, address, provider FROM recipients
          WHERE message_id = page.id AND status = 'queued' ORDER BY ordinal LIMIT 1) r
   WHERE page.mode = 'live' AND page.since <= $2::timestamptz - page.seconds * interval '1 s'
     AND page.id > coalesce((SELECT last_message_id FROM restorations ORDER BY last_message_id DESC LIMIT 1), '${lowestId}')
     AND NOT EXISTS (SELECT FROM email_events WHERE message_id = page.id AND type = 'late')
)
SELECT p.organization_id AS "organizationId", p.size, p.last_id AS "lastId",
       (SELECT coalesce(json_agg(json_build_object('id', id, 'seconds', seconds, 'ordinal', ordinal, 'address', address,
                                                   'provider', provider) ORDER BY id), '[]')
          FROM late WHERE late.organization_id = p.organization_id) AS late
  FROM (SELECT organization_id, count(*)::int AS size, (array_agg(id ORDER BY id DESC))[1] AS last_id
          FROM page GROUP BY 1) p
 ORDER BY 1`;

async function lookForLate(
  client: PoolClient,
  {
    organizations,
    positions,
    now,
  }: {
    readonly organizations: readonly WatchedOrganization[];
    readonly positions: ReadonlyMap<string, string>;
    readonly now: Date;
  },
): Promise<Looked[]> {
  if (organizations.length === 0) return [];
  const asked = organizations.map(({ id, rules }) => ({
    organization_id: id,
    after: positions.get(id) ?? lowestId,
    before: uuidV7Floor(new Date(now.getTime() - Math.min(...rules.map(({ seconds }) => seconds)) * 1_000)),
    default_seconds: rules.find(({ kind }) => kind === null)?.seconds ?? null,
    kinds: Object.fromEntries(rules.flatMap(({ kind, seconds }) => (kind === null ? [] : [[kind, seconds]]))),
  }));
  const { rows } = await client.query<Looked>({
    name: 'late-emails.look',
    text: lookSql,
    values: [JSON.stringify(asked), now],
  });
  return rows;
}

/** Not published: the sweeps of those who read events find them within seconds. */
const insertEventsSql = `
INSERT INTO email_events (id, message_id, organization_id, ordinal, recipient, type, identity, occurred_at, mode, detail, provider)
SELECT id, message_id, organization_id, ordinal, recipient, 'late', 'late', $2, 'live', detail, provider
  FROM json_to_recordset($1) AS e (id uuid, message_id uuid, organization_id uuid, ordinal int, recipient text, detail text, provider text)
ON CONFLICT DO NOTHING`;

/** @returns how many emails */
async function report(client: PoolClient, looked: readonly Looked[], now: Date): Promise<number> {
  const found = looked.filter(({ late }) => late.length > 0);
  if (found.length === 0) return 0;
  const events = found.flatMap(({ organizationId, late }) =>
    late.map(({ id, seconds, ordinal, address, provider }) => ({
      ...{
        id: newId(),
        message_id: id,
        organization_id: organizationId,
        ordinal,
        recipient: address,
        provider,
      },
      detail: `not handed over after ${seconds} seconds`,
    })),
  );
  await client.query({
    name: 'late-emails.insert-events',
    text: insertEventsSql,
    values: [JSON.stringify(events), now],
  });
  for (const each of found) await notify(client, each, now);
  return events.length;
}

/** At most one an hour: a slow provider makes many emails late at once. */
async function notify(client: PoolClient, { organizationId, late }: Looked, now: Date): Promise<void> {
  const emails = late.length === 1 ? 'An email is' : `${late.length} emails are`;
  await insertNotice(client, {
    organizationId,
    kind: 'emails_late',
    subject: `${emails} late`,
    text: [
      `${emails} still waiting after the time that your organization has set. For example: ${late[0]?.id}.`,
      'The page of each email in the console, and GET /emails/{id}, show why it waits and who must act. There is at most one notice an hour; webhooks of the type email.late name each email.',
    ].join('\n\n'),
    identity: `late:${organizationId}:${now.toISOString().slice(0, 13)}`,
  });
}
