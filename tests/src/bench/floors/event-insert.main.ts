/**
 * Floor of events: a bare handler with one INSERT for each table, durable: the contact, the event, the run that it begins.
 * Environment: DATABASE_URL.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { z } from 'zod';
import { newId } from '@postrider/contracts/ids';
import { listenAndTell } from './listen-and-tell';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

const tables = `
  CREATE TABLE IF NOT EXISTS floor_contacts (id uuid PRIMARY KEY, email text UNIQUE);
  CREATE TABLE IF NOT EXISTS floor_events (id uuid PRIMARY KEY, contact_id uuid, event text, properties jsonb);
  CREATE TABLE IF NOT EXISTS floor_runs (id uuid PRIMARY KEY, contact_id uuid, event_id uuid, due_at timestamptz);`;

const eventRequest = z.object({
  event: z.string().min(1).max(100),
  email: z.string().min(3).max(320),
  properties: z.record(z.string(), z.unknown()),
});

const insertContact = {
  name: 'floor-contact',
  text: 'INSERT INTO floor_contacts VALUES ($1, $2) ON CONFLICT (email) DO UPDATE SET email = excluded.email RETURNING id',
};
const insertEvent = { name: 'floor-event', text: 'INSERT INTO floor_events VALUES ($1, $2, $3, $4)' };
const insertRun = { name: 'floor-run', text: 'INSERT INTO floor_runs VALUES ($1, $2, $3, now())' };

async function post(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const parsed = eventRequest.safeParse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  if (!parsed.success) return void response.writeHead(422).end();
  const { event, email, properties } = parsed.data;
  const id = newId();
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ id: string }>({ ...insertContact, values: [newId(), email] });
    const contactId = rows[0]?.id;
    await client.query({ ...insertEvent, values: [id, contactId, event, properties] });
    await client.query({ ...insertRun, values: [newId(), contactId, id] });
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  response.writeHead(202, { 'content-type': 'application/json' }).end(`{"id":"${id}"}`);
}

async function main(): Promise<void> {
  await pool.query(tables);
  const server = createServer((request, response) => {
    post(request, response).catch(() => response.writeHead(500).end());
  });
  listenAndTell(server);
  server.listen(0, '127.0.0.1');
}

void main();
