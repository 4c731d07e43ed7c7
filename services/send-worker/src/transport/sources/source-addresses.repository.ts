import type { Pool } from '@postrider/db';

/** An address as operators have configured it; without disabled ones. */
export interface SourceAddress {
  readonly id: string;
  readonly address: string;
  readonly bindAddress: string;
  readonly helloName: string;
  readonly pool: string;
  readonly status: 'active' | 'draining';
  readonly warmUpStartedAt: Date | null;
  /** Its reverse DNS was looked at and leads back to it. */
  readonly isNamed: boolean;
  /** Some worker had it within the last minutes. */
  readonly isSeen: boolean;
  /** Who has it should say so. */
  readonly toBeSeen: boolean;
}

/** Workers say it each minute. */
const seenEverySeconds = 60;
const unseenAfterSeconds = 180;

export async function readSourceAddresses(pool: Pool): Promise<readonly SourceAddress[]> {
  const { rows } = await pool.query<SourceAddress>({
    name: 'sources.read-addresses',
    text: `SELECT id, address, coalesce(bind_address, address) AS "bindAddress", hello_name AS "helloName", pool, status,
             warm_up_started_at AS "warmUpStartedAt",
             reverse_name_checked_at IS NOT NULL AND reverse_name_error IS NULL AS "isNamed",
             coalesce(seen_at > now() - $2 * interval '1 s', false) AS "isSeen",
             coalesce(seen_at < now() - $1 * interval '1 s', true) AS "toBeSeen"
           FROM source_addresses WHERE status <> 'disabled' ORDER BY address`,
    values: [seenEverySeconds, unseenAfterSeconds],
  });
  return rows;
}

export async function markSeen(pool: Pool, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await pool.query({
    name: 'sources.mark-seen',
    text: `UPDATE source_addresses SET seen_at = now() WHERE id = ANY($1::uuid[])`,
    values: [ids],
  });
}

/** What one address may hand over to one site on one UTC day (`2026-11-22`). */
export interface SourceDay {
  readonly sourceId: string;
  readonly site: string;
  readonly day: string;
}

/**
 * Reserves so many recipients of a day's cap, or none.
 *
 * One statement, so that two workers never reserve the same ones: the second sees what the first has left.
 *
 * @param recipients at most the cap
 */
export async function reserveFromDay(
  pool: Pool,
  { sourceId, site, day }: SourceDay,
  { recipients, cap }: { recipients: number; cap: number },
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'sources.reserve-recipients',
    text: `INSERT INTO source_sending_days AS known (source_id, site, day, recipients) VALUES ($1, $2, $3::date, $4)
           ON CONFLICT (source_id, site, day) DO UPDATE SET recipients = known.recipients + excluded.recipients
           WHERE known.recipients + excluded.recipients <= $5`,
    values: [sourceId, site, day, recipients, cap],
  });
  return rowCount === 1;
}

export async function releaseReservation(
  pool: Pool,
  unused: readonly (SourceDay & { readonly recipients: number })[],
): Promise<void> {
  if (unused.length === 0) return;
  await pool.query({
    name: 'sources.release-recipients',
    text: `UPDATE source_sending_days known SET recipients = known.recipients - unused.recipients
           FROM unnest($1::uuid[], $2::text[], $3::date[], $4::int[]) AS unused(source_id, site, day, recipients)
           WHERE known.source_id = unused.source_id AND known.site = unused.site AND known.day = unused.day`,
    values: [
      unused.map(({ sourceId }) => sourceId),
      unused.map(({ site }) => site),
      unused.map(({ day }) => day),
      unused.map(({ recipients }) => recipients),
    ],
  });
}

/** Days that no cap will ask for again; a month is kept for people. */
export async function deleteOldDays(pool: Pool): Promise<void> {
  await pool.query({
    name: 'sources.delete-old-days',
    text: `DELETE FROM source_sending_days WHERE day < current_date - 31`,
  });
}

export interface UncheckedName {
  readonly id: string;
  readonly address: string;
  readonly helloName: string;
}

export async function findUncheckedNames(
  pool: Pool,
  checkEveryMs: number,
): Promise<readonly UncheckedName[]> {
  const { rows } = await pool.query<UncheckedName>({
    name: 'sources.find-unchecked-names',
    text: `SELECT id, address, hello_name AS "helloName" FROM source_addresses
           WHERE status <> 'disabled'
             AND (reverse_name_checked_at IS NULL OR reverse_name_checked_at < now() - $1 * interval '1 ms')
           ORDER BY reverse_name_checked_at NULLS FIRST LIMIT 100`,
    values: [checkEveryMs],
  });
  return rows;
}

/** The name is compared too: it may have been changed while DNS was asked. */
export async function recordReverseName(
  pool: Pool,
  { id, helloName }: UncheckedName,
  error: string | null,
): Promise<void> {
  await pool.query({
    name: 'sources.record-reverse-name',
    text: `UPDATE source_addresses SET reverse_name_checked_at = now(), reverse_name_error = $3,
             reverse_name_wrong_since = CASE WHEN $3::text IS NOT NULL THEN coalesce(reverse_name_wrong_since, now()) END
           WHERE id = $1 AND hello_name = $2`,
    values: [id, helloName, error],
  });
}
