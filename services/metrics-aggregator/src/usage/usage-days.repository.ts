import { uuidV7Floor, type Database } from '@postrider/db';

type Queryable = Pick<Database['pool'], 'query'>;

/** Ten million messages of a day take about ten seconds to add up. */
const STATEMENT_TIMEOUT = '5min';

/** Sums the live recipients accepted from `from` (a UTC midnight) to `to`; inside a transaction. */
export async function sumUsageDay(client: Queryable, { from, to }: { from: Date; to: Date }): Promise<void> {
  await client.query(`SET LOCAL statement_timeout = '${STATEMENT_TIMEOUT}'`);
  await client.query(
    `INSERT INTO usage_days (organization_id, day, recipients)
     SELECT organization_id, $3::date, sum(recipient_count) FROM messages
      WHERE id >= $1 AND id < $2 AND mode = 'live'
      GROUP BY organization_id ORDER BY organization_id
     ON CONFLICT (organization_id, day) DO UPDATE SET recipients = excluded.recipients`,
    [uuidV7Floor(from), uuidV7Floor(to), from.toISOString().slice(0, 10)],
  );
}
