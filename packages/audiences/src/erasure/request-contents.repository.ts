import type { Queryable } from '@postrider/db';
import type { Person } from './person.repository';

/** Each up to 40 kB. */
const pageRowsMax = 500;

/** Bodies have the address as it is, the query string as it is written in one. */
const namesPerson = `strpos(lower(concat_ws(' ', c.request_body, c.response_body, c.request_headers)), $2) > 0
  OR strpos(replace(lower(c.query), '%40', '@'), $2) > 0`;

const deletePageSql = `
WITH page AS MATERIALIZED (
  SELECT log_id FROM api_request_contents WHERE organization_id = $1 AND log_id > $3 ORDER BY log_id LIMIT ${pageRowsMax}
), deleted AS (
  DELETE FROM api_request_contents c USING page WHERE c.log_id = page.log_id AND (${namesPerson})
)
SELECT log_id FROM page ORDER BY log_id DESC LIMIT 1`;

/**
 * Deletes the next headers and bodies of API requests that name the person.
 * @returns the last log entry that was looked at; null: there were none behind `after`
 */
export async function deleteRequestContentPage(
  db: Queryable,
  { organizationId, address }: Person,
  after: string,
): Promise<string | null> {
  const { rows } = await db.query<{ log_id: string }>({
    name: 'erasure.delete-request-contents',
    text: deletePageSql,
    values: [organizationId, address, after],
  });
  return rows[0]?.log_id ?? null;
}
