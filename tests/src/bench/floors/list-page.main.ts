/**
 * Floor of a list page: a bare handler with the same key-set SQL, prepared, and the same columns as JSON.
 * Environment: DATABASE_URL, ORGANIZATION_ID.
 */
import { createServer } from 'node:http';
import pg from 'pg';
import { listenAndTell } from './listen-and-tell';

const { DATABASE_URL = '', ORGANIZATION_ID = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const pageSize = 25;
const newest = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const page = {
  name: 'floor-page',
  text: `SELECT id, from_header, to_addresses, subject, status, mode, kind, created_at, sent_at
           FROM messages WHERE organization_id = $1 AND id < $2 ORDER BY id DESC LIMIT ${pageSize + 1}`,
};

interface Row {
  readonly id: string;
}

async function readPage(before: string): Promise<string> {
  const { rows } = await pool.query<Row>({ ...page, values: [ORGANIZATION_ID, before] });
  const data = rows.slice(0, pageSize);
  return JSON.stringify({ object: 'list', data, next: data.at(-1)?.id });
}

const server = createServer((request, response) => {
  const before = new URL(request.url ?? '/', 'http://floor').searchParams.get('before') ?? newest;
  readPage(before).then(
    (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    () => response.writeHead(500).end(),
  );
});
listenAndTell(server);
server.listen(0, '127.0.0.1');
