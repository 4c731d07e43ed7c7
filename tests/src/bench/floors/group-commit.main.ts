/**
 * The bare accept: node:http, a zod check, a Redis rate limiter and four tables in one group commit. What is
 * left when everything that makes the product is taken away. Environment: DATABASE_URL, REDIS_URL.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Redis } from 'ioredis';
import pg from 'pg';
import { newId } from '@postrider/contracts/ids';
import { floorSendRequest } from './floor-request';
import { listenAndTell } from './listen-and-tell';

interface Waiting {
  readonly row: readonly [string, string, string, string, string];
  readonly done: (error: Error | null) => void;
}

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 4 });
const redis = new Redis(process.env['REDIS_URL'] ?? '');
const waiting: Waiting[] = [];
let inFlight = 0;

const tables = `
  CREATE TABLE IF NOT EXISTS bare_emails (id uuid PRIMARY KEY, sender text, recipient text, subject text, body text);
  CREATE TABLE IF NOT EXISTS bare_recipients (id uuid PRIMARY KEY, address text);
  CREATE TABLE IF NOT EXISTS bare_events (id uuid PRIMARY KEY, type text, at timestamptz);
  CREATE TABLE IF NOT EXISTS bare_outbox (id uuid PRIMARY KEY);`;

const insert = {
  name: 'bare-insert',
  text: `WITH input AS (
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[]) AS t (id, sender, recipient, subject, body)
  ), e AS (INSERT INTO bare_emails SELECT id, sender, recipient, subject, body FROM input),
     r AS (INSERT INTO bare_recipients SELECT id, recipient FROM input),
     v AS (INSERT INTO bare_events SELECT id, 'queued', now() FROM input)
  INSERT INTO bare_outbox SELECT id FROM input`,
};

function flush(): void {
  while (waiting.length > 0 && inFlight < 2) {
    const batch = waiting.splice(0, 200);
    inFlight += 1;
    const values = [0, 1, 2, 3, 4].map((column) => batch.map((item) => item.row[column]));
    pool
      .query({ ...insert, values })
      .then(
        () => batch.forEach((item) => item.done(null)),
        (error: Error) => batch.forEach((item) => item.done(error)),
      )
      .finally(() => {
        inFlight -= 1;
        flush();
      });
  }
}

async function accept(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const parsed = floorSendRequest.safeParse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  if (!parsed.success) return void response.writeHead(422).end();
  const used = await redis.incr('floor:rate');
  if (used < 0) return void response.writeHead(429).end();
  const { from, to, subject, text } = parsed.data;
  const id = newId();
  await new Promise<void>((resolve, reject) => {
    waiting.push({
      row: [id, from, to, subject, text],
      done: (error) => (error ? reject(error) : resolve()),
    });
    setImmediate(flush);
  });
  response.writeHead(200, { 'content-type': 'application/json' }).end(`{"id":"${id}"}`);
}

async function main(): Promise<void> {
  await pool.query(tables);
  const server = createServer((request, response) => {
    accept(request, response).catch(() => response.writeHead(500).end());
  });
  listenAndTell(server);
  server.listen(0, '127.0.0.1');
}

void main();
