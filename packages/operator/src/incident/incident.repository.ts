import { uuidV7Floor, withTransaction, type Pool } from '@postrider/db';

/** Of five minutes; counts are recipients. */
export interface IncidentInterval {
  readonly from: Date;
  readonly accepted: number;
  readonly delivered: number;
  readonly deferred: number;
  readonly failed: number;
}

/** What failed most at a site, by a transport or from an address. */
export interface FailingGroup {
  readonly by: 'site' | 'transport' | 'source';
  readonly name: string;
  readonly attempts: number;
  /** Recipients among them. */
  readonly recipients: number;
  /** The commonest, with ids and addresses cut out; null: there was no answer. */
  readonly reply: string | null;
}

/** Rows of the last hour that a statement reads, the newest: 1 s on a busy machine with a million attempts. */
export const incidentRowsMax = 200_000;
/** Failures of which attempts are looked up. */
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
 * Attempts of the last hour that failed, of the recipients with the newest failures. The event of a bounce names no round, so attempts
 * are chosen by their time.
 */
const failingSql = `
WITH failures AS MATERIALIZED (
  SELECT message_id, ordinal, type, mode FROM email_events WHERE id >= $1 ORDER BY id DESC LIMIT $4
), recipients AS MATERIALIZED (
  SELECT DISTINCT message_id, ordinal FROM (
    SELECT message_id, ordinal FROM failures
     WHERE mode = 'live' AND type IN ('delivery_delayed', 'bounced', 'failed') LIMIT $3) newest
), attempts AS MATERIALIZED (
  SELECT a.message_id, a.ordinal, a.destination AS site, a.transport, a.source_address AS source,
    left(regexp_replace(left(a.reply, 300), '\\S*\\d\\S{7,}', '…', 'g'), 200) AS reply
  FROM recipients r JOIN LATERAL (
    SELECT * FROM delivery_attempts d WHERE d.message_id = r.message_id AND d.ordinal = r.ordinal
  ) a ON a.finished_at >= $2 AND a.result IN ('deferred', 'bounced')
), grouped AS (
  SELECT CASE WHEN GROUPING(site) = 0 THEN 'site' WHEN GROUPING(transport) = 0 THEN 'transport' ELSE 'source' END AS by,
    coalesce(site, transport, source) AS name, count(*)::int AS attempts,
    count(DISTINCT (message_id, ordinal))::int AS recipients,
    mode() WITHIN GROUP (ORDER BY reply) AS reply
  FROM attempts GROUP BY GROUPING SETS ((site), (transport), (source))
), ranked AS (
  SELECT *, row_number() OVER (PARTITION BY by ORDER BY attempts DESC, name) AS place FROM grouped WHERE name IS NOT NULL
)
SELECT by, name, attempts, recipients, reply FROM ranked WHERE place <= ${groupsMax}
ORDER BY array_position(ARRAY['site', 'transport', 'source'], by), place`;

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
