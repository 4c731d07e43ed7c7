/**
 * Floor of accepting: what a small honest program does. Express 5, a zod check, one INSERT through `pg`, durable.
 * Prints its port on stdout. Environment: DATABASE_URL.
 */
import express from 'express';
import pg from 'pg';
import { floorSendRequest } from './floor-request';
import { listenAndTell } from './listen-and-tell';
import { newId } from '@postrider/contracts/ids';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const insert = {
  name: 'floor-insert',
  text: 'INSERT INTO floor_emails (id, sender, recipient, subject, body) VALUES ($1, $2, $3, $4, $5)',
};

const app = express();
app.use(express.json({ limit: '20mb' }));
app.post('/emails', async (request, response) => {
  const parsed = floorSendRequest.safeParse(request.body);
  if (!parsed.success) {
    response.status(422).json({ error: { code: 'validation_error', message: parsed.error.message } });
    return;
  }
  const { from, to, subject, text } = parsed.data;
  const id = newId();
  await pool.query({ ...insert, values: [id, from, to, subject, text] });
  response.json({ id });
});

async function main(): Promise<void> {
  await pool.query(
    'CREATE TABLE IF NOT EXISTS floor_emails (id uuid PRIMARY KEY, sender text, recipient text, subject text, body text)',
  );
  listenAndTell(app.listen(0, '127.0.0.1'));
}

void main();
