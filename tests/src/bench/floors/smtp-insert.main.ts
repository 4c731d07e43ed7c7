/**
 * Floor of the relay: nodemailer's smtp-server and one INSERT per message, durable before the 250.
 * Environment: DATABASE_URL.
 */
import pg from 'pg';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { newId } from '@postrider/contracts/ids';
import { listenAndTell } from './listen-and-tell';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const insert = { name: 'floor-insert', text: 'INSERT INTO floor_mails (id, message) VALUES ($1, $2)' };

async function store(stream: SMTPServerDataStream): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  await pool.query({ ...insert, values: [newId(), Buffer.concat(chunks)] });
}

async function main(): Promise<void> {
  await pool.query('CREATE TABLE IF NOT EXISTS floor_mails (id uuid PRIMARY KEY, message bytea)');
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, done) => {
      store(stream).then(
        () => done(),
        (error: Error) => done(error),
      );
    },
  });
  listenAndTell(server.server);
  server.listen(0, '127.0.0.1');
}

void main();
