import { uuidV7Floor, withTransaction, type Pool } from '@postrider/db';

/** Of five minutes; counts are recipients. */
export interface IncidentInterval {
  readonly from: Date;
  readonly accepted: number;
  readonly delivered: number;
  readonly deferred: number;
  readonly failed: number;
}

/** Recipients whose mail was deferred or failed, by what they have in common. */
export interface FailingGroup {
  readonly by: 'site' | 'transport' | 'source' | 'detail';
  readonly name: string;
  readonly deferrals: number;
  /** Recipients whose mail bounced or failed. */
  readonly failures: number;
  readonly recipients: number;
  /** The commonest, with ids, addresses and host names cut out; null: there is none. */
  readonly detail: string | null;
}

/** An organization that sends or waits most. */
export interface BusyOrganization {
  readonly id: string;
  readonly name: string;
  /** Recipients accepted in the last hour. */
  readonly accepted: number;
  /** Messages that are queued, of those that are due first. */
  readonly waiting: number;
}

/** Rows of the last hour that a statement reads, the newest: 1 s on a busy machine with a million attempts. */
export const incidentRowsMax = 200_000;
/** Deferrals and failures of which attempts are looked up. */
export const incidentFailuresMax = 20_000;
const groupsMax = 5;
const deadlineMs = 3_000;
/** An id is made by the process that writes it, and the row's time by PostgreSQL: their clocks may differ. */
const idSkewMs = 60_000;

const floorOf = (since: Date): string => uuidV7Floor(new Date(since.getTime() - idSkewMs));

const intervalsSql = `
WITH accepted AS MATERIALIZED (
  SELECT created_at AS at, recipient_count AS recipients, mode FROM messages WHERE id >= $1 ORDER BY id DESC LIMIT $3
), happened AS MATERIALIZED (
  SELECT occurred_at AS at, type, mode FROM email_events WHERE id >= $1 ORDER BY id DESC LIMIT $3
), facts AS (
  SELECT at, 'accepted' AS what, recipients FROM accepted WHERE mode = 'live'
  UNION ALL
  SELECT at, CASE type WHEN 'sent' THEN 'delivered' WHEN 'delivery_delayed' THEN 'deferred' ELSE 'failed' END, 1
    FROM happened WHERE mode = 'live' AND type IN ('sent', 'delivery_delayed', 'bounced', 'failed')
), counted AS (
  SELECT date_bin('5 minutes', at, 'epoch') AS "from",
    coalesce(sum(recipients) FILTER (WHERE what = 'accepted'), 0)::int AS accepted,
    coalesce(sum(recipients) FILTER (WHERE what = 'delivered'), 0)::int AS delivered,
    coalesce(sum(recipients) FILTER (WHERE what = 'deferred'), 0)::int AS deferred,
    coalesce(sum(recipients) FILTER (WHERE what = 'failed'), 0)::int AS failed
  FROM facts WHERE at >= $2 GROUP BY 1
)
SELECT each AS "from", coalesce(accepted, 0) AS accepted, coalesce(delivered, 0) AS delivered,
  coalesce(deferred, 0) AS deferred, coalesce(failed, 0) AS failed,
  CASE WHEN (SELECT count(*) FROM accepted) = $3 THEN (SELECT min(at) FROM accepted) END AS "acceptedSince",
  CASE WHEN (SELECT count(*) FROM happened) = $3 THEN (SELECT min(at) FROM happened) END AS "happenedSince"
FROM generate_series(date_bin('5 minutes', $2::timestamptz, 'epoch'), now(), interval '5 minutes') AS each
LEFT JOIN counted ON counted."from" = each ORDER BY each`;

/**
 * Events, since an attempt exists only where a connection did: a blocked port, a smart host that is down and a silent DNS server have none.
 * Site, transport and source are those of the recipient's last attempt. Without one, the site is the domain, and the transport that of the
 * sending domain.
 */
const failingSql = `
WITH happened AS MATERIALIZED (
  SELECT message_id, ordinal, recipient, type, mode, provider, detail, occurred_at FROM email_events
   WHERE id >= $1 ORDER BY id DESC LIMIT $4
), newest AS MATERIALIZED (
  SELECT * FROM happened
   WHERE mode = 'live' AND occurred_at >= $2 AND type IN ('delivery_delayed', 'bounced', 'failed') LIMIT $3
), facts AS MATERIALIZED (
  SELECT n.message_id, n.ordinal, n.type = 'delivery_delayed' AS delayed,
    coalesce(a.destination, n.provider, split_part(n.recipient, '@', 2)) AS site,
    coalesce(a.transport, d.transport) AS transport, a.source_address AS source,
    left(regexp_replace(regexp_replace(left(n.detail, 300), '\\S*\\d\\S{7,}', '…', 'g'), '[\\w-]+(\\.[\\w-]+)*\\.[A-Za-z]{2,}', '…', 'g'), 200)
      AS detail
  FROM newest n LEFT JOIN messages m ON m.id = n.message_id LEFT JOIN domains d ON d.id = m.domain_id
  LEFT JOIN LATERAL (
    SELECT * FROM delivery_attempts t WHERE t.message_id = n.message_id AND t.ordinal = n.ordinal ORDER BY t.round DESC LIMIT 1
  ) a ON TRUE
), grouped AS (
  SELECT CASE WHEN GROUPING(site) = 0 THEN 'site' WHEN GROUPING(transport) = 0 THEN 'transport'
              WHEN GROUPING(source) = 0 THEN 'source' ELSE 'detail' END AS by,
    coalesce(CASE WHEN GROUPING(site) = 0 THEN site END, CASE WHEN GROUPING(transport) = 0 THEN transport END,
             CASE WHEN GROUPING(source) = 0 THEN source END, CASE WHEN GROUPING(detail) = 0 THEN detail END) AS name,
    count(*) FILTER (WHERE delayed)::int AS deferrals, count(*) FILTER (WHERE NOT delayed)::int AS failures,
    count(DISTINCT (message_id, ordinal))::int AS recipients, mode() WITHIN GROUP (ORDER BY facts.detail) AS commonest
  FROM facts GROUP BY GROUPING SETS ((site), (transport), (source), (detail))
), ranked AS (
  SELECT *, row_number() OVER (PARTITION BY by ORDER BY deferrals + failures DESC, name) AS place
    FROM grouped WHERE name IS NOT NULL
)
SELECT by, name, deferrals, failures, recipients, commonest AS detail FROM ranked WHERE place <= ${groupsMax}
ORDER BY array_position(ARRAY['site', 'transport', 'source', 'detail'], by), place`;

const organizationsMax = 10;
/** Messages of each lane that are looked at, those that are due first. */
const waitingMax = 10_000;

/** Who floods: the organizations with the most recipients in the last hour, and with the most messages that wait. */
const organizationsSql = `
WITH newest AS MATERIALIZED (
  SELECT organization_id, recipient_count, mode, created_at FROM messages WHERE id >= $1 ORDER BY id DESC LIMIT $3
), accepted AS (
  SELECT organization_id, sum(recipient_count) AS accepted FROM newest
   WHERE mode = 'live' AND created_at >= $2 GROUP BY 1
), queued AS MATERIALIZED (
  SELECT first.organization_id FROM unnest($4::text[]) AS each(lane) CROSS JOIN LATERAL (
    SELECT organization_id FROM messages WHERE status = 'queued' AND lane = each.lane ORDER BY due_at LIMIT ${waitingMax}
  ) first
), waiting AS (
  SELECT organization_id, count(*) AS waiting FROM queued GROUP BY 1
), busy AS (
  SELECT organization_id, coalesce(accepted, 0)::int AS accepted, coalesce(waiting, 0)::int AS waiting
    FROM accepted FULL JOIN waiting USING (organization_id)
), ranked AS (
  SELECT *, row_number() OVER (ORDER BY accepted DESC) AS by_accepted, row_number() OVER (ORDER BY waiting DESC) AS by_waiting
    FROM busy
)
SELECT o.id, o.name, accepted, waiting FROM ranked JOIN organizations o ON o.id = organization_id
 WHERE least(by_accepted, by_waiting) <= ${organizationsMax / 2} ORDER BY accepted + waiting DESC, o.id`;

type IntervalRow = IncidentInterval & {
  readonly acceptedSince: Date | null;
  readonly happenedSince: Date | null;
};

/** Null: not counted in time. */
export function readIntervals(pool: Pool, since: Date): Promise<IntervalRow[] | null> {
  return inTime<IntervalRow>(pool, intervalsSql, [floorOf(since), since, incidentRowsMax]);
}

/** Null: not counted in time. */
export function readFailing(pool: Pool, since: Date): Promise<FailingGroup[] | null> {
  const values = [floorOf(since), since, incidentFailuresMax, incidentRowsMax];
  return inTime<FailingGroup>(pool, failingSql, values);
}

/** Null: not counted in time. */
export function readBusyOrganizations(pool: Pool, since: Date): Promise<BusyOrganization[] | null> {
  const values = [floorOf(since), since, incidentRowsMax, ['transactional', 'bulk']];
  return inTime<BusyOrganization>(pool, organizationsSql, values);
}

/** Cancelled by the server: the statement took longer than `deadlineMs`. */
const queryCanceled = '57014';

async function inTime<T extends object>(
  pool: Pool,
  text: string,
  values: readonly unknown[],
): Promise<T[] | null> {
  try {
    return await withTransaction(pool, async (client) => {
      await client.query(`SET LOCAL statement_timeout = ${deadlineMs}`);
      return (await client.query<T>(text, [...values])).rows;
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === queryCanceled) return null;
    throw error;
  }
}
