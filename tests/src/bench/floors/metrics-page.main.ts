/**
 * Floor of the metrics: a bare handler that sums the same counters, prepared, and sends them as JSON.
 * Environment: DATABASE_URL, ORGANIZATION_ID.
 */
import { createServer } from 'node:http';
import pg from 'pg';
import { listenAndTell } from './listen-and-tell';

const { DATABASE_URL = '', ORGANIZATION_ID = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });

// The product's own statements (api-gateway, metrics.repository.ts): this floor judges all that is around them.
const sums = `sum(sent)::int8 AS sent, sum(delivered)::int8 AS delivered, sum(bounced_hard)::int8 AS "bouncedHard",
  sum(bounced_soft)::int8 AS "bouncedSoft", sum(complained)::int8 AS complained, sum(opened)::int8 AS opened,
  sum(clicked)::int8 AS clicked, sum(unsubscribed)::int8 AS unsubscribed`;
const window = `organization_id = $1 AND day BETWEEN $2::date AND $3::date
  AND ($4::uuid IS NULL OR domain_id = $4)`;
const series = {
  name: 'floor-series',
  text: `SELECT day, ${sums} FROM daily_counters WHERE facet = 'total' AND ${window} GROUP BY day ORDER BY day`,
};
const breakdown = {
  name: 'floor-breakdown',
  text: `SELECT by.*, CASE WHEN $5 = 'key' THEN coalesce(k.name, by.key) ELSE by.key END AS label
    FROM (SELECT facet_key AS key, ${sums}, sum(delayed)::int8 AS delayed, sum(blocked)::int8 AS blocked
            FROM daily_counters WHERE facet = $5 AND ${window} AND ($6::text IS NULL OR facet_key = $6)
           GROUP BY facet_key ORDER BY sum(sent) DESC, facet_key LIMIT 10000) by
    LEFT JOIN api_keys k ON $5 = 'key' AND k.organization_id = $1 AND k.id::text = by.key
   ORDER BY by.sent DESC, by.key`,
};
const dayMs = 86_400_000;

async function readMetrics(): Promise<string> {
  const now = Date.now();
  const [first, last] = [now - 89 * dayMs, now].map((ms) => new Date(ms).toISOString().slice(0, 10));
  const values = [ORGANIZATION_ID, first, last, null];
  const [days, providers] = await Promise.all([
    pool.query({ ...series, values }),
    pool.query({ ...breakdown, values: [...values, 'provider', null] }),
  ]);
  return JSON.stringify({ days: days.rows, breakdown: providers.rows });
}

const server = createServer((_request, response) => {
  readMetrics().then(
    (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    () => response.writeHead(500).end(),
  );
});
listenAndTell(server);
server.listen(0, '127.0.0.1');
