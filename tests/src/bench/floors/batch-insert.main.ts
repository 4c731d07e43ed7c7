/**
 * Floor of a batch: Express 5, a zod check of every item, one multi-row INSERT for each of four tables in a transaction.
 * Environment: DATABASE_URL.
 */
import express from 'express';
import pg from 'pg';
import { z } from 'zod';
import { newId } from '@postrider/contracts/ids';
import { floorSendRequest } from './floor-request';
import { listenAndTell } from './listen-and-tell';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const batch = z.array(floorSendRequest).min(1).max(100);

const statements = [
  `INSERT INTO floor_batch_emails SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[])`,
  `INSERT INTO floor_batch_recipients SELECT * FROM unnest($1::uuid[], $2::text[])`,
  `INSERT INTO floor_batch_events SELECT id, 'queued', now() FROM unnest($1::uuid[]) AS t (id)`,
  `INSERT INTO floor_batch_outbox SELECT id FROM unnest($1::uuid[]) AS t (id)`,
];

const app = express();
app.use(express.json({ limit: '20mb' }));
app.post('/emails/batch', async (request, response) => {
  const items = batch.parse(request.body);
  const ids = items.map(() => newId());
  const column = (name: 'from' | 'to' | 'subject' | 'text'): string[] => items.map((item) => item[name]);
  const values = [
    [ids, column('from'), column('to'), column('subject'), column('text')],
    [ids, column('to')],
    [ids],
    [ids],
  ];
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    for (const [index, text] of statements.entries()) {
      await client.query({ name: `floor-batch-${index}`, text, values: values[index] ?? [] });
    }
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  response.json({ data: ids.map((id) => ({ id })) });
});

async function main(): Promise<void> {
  await pool.query(`
    CREATE TABLE IF NOT EXISTS floor_batch_emails (id uuid PRIMARY KEY, sender text, recipient text, subject text, body text);
    CREATE TABLE IF NOT EXISTS floor_batch_recipients (id uuid PRIMARY KEY, address text);
    CREATE TABLE IF NOT EXISTS floor_batch_events (id uuid PRIMARY KEY, type text, at timestamptz);
    CREATE TABLE IF NOT EXISTS floor_batch_outbox (id uuid PRIMARY KEY);`);
  listenAndTell(app.listen(0, '127.0.0.1'));
}

void main();
