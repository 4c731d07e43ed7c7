/**
 * Floor of webhooks: undici and an HMAC, 50 at a time; with RECORD=on, one INSERT for each, as a small program
 * would do it. Environment: TARGET, COUNT, RECORD, DATABASE_URL.
 */
import { createHmac } from 'node:crypto';
import pg from 'pg';
import { Pool } from 'undici';
import { newId } from '@postrider/contracts/ids';
import { emailWebhookBody } from '@postrider/contracts/webhooks';
import { sentEvent } from '../events';
import { inParallel, tellRun } from './tell-run';

const { TARGET = '', COUNT = '0', RECORD = 'off', DATABASE_URL = '' } = process.env;
const concurrency = 50;
const warmUp = 500;
const endpoint = new Pool(TARGET, { connections: concurrency });
const database = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const insert = {
  name: 'floor-insert',
  text: 'INSERT INTO floor_deliveries (id, status, at) VALUES ($1, $2, now())',
};

async function post(): Promise<void> {
  const body = JSON.stringify(emailWebhookBody(sentEvent({ organizationId: newId(), domainId: newId() })));
  const seconds = Math.floor(Date.now() / 1_000);
  const digest = createHmac('sha256', 'secret').update(`${seconds}.${body}`).digest('hex');
  const { statusCode, body: answer } = await endpoint.request({
    method: 'POST',
    path: '/hook',
    headers: { 'content-type': 'application/json', signature: `t=${seconds},v1=${digest}` },
    body,
  });
  await answer.dump();
  if (statusCode !== 200) throw new Error(`the endpoint answered ${statusCode}`);
  if (RECORD === 'on') await database.query({ ...insert, values: [newId(), statusCode] });
}

async function main(): Promise<void> {
  await database.query(
    'CREATE TABLE IF NOT EXISTS floor_deliveries (id uuid PRIMARY KEY, status int, at timestamptz)',
  );
  await inParallel({ count: warmUp, concurrency }, post);
  await tellRun(async () => {
    await inParallel({ count: Number(COUNT), concurrency }, post);
    return Number(COUNT);
  });
  await Promise.all([endpoint.close(), database.end()]);
}

void main();
