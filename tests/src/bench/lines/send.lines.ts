import { dueQueueSql } from '@postrider/db';
import { eventually } from '@postrider/testkit';
import { request } from 'undici';
import type { BenchLine, BenchResult } from '../bench-line';
import { mailsOfTenKilobytes } from '../mails';
import { runFloor, type Environment } from '../measure/child-program';
import { compare } from '../measure/compare';
import { measureDrain } from '../measure/drain';
import { createRoundSize } from '../measure/round-size';
import type { Sample } from '../measure/sample';
import { startFastSink } from '../peers/smtp-sink';
import type { BenchHarness } from '../bench-harness';
import type { System } from '../../system/system';

const batchSize = 100;
/** Messages of the first round. */
const messagesFirst = 1_000;
const floorMessagesFirst = 500;
const signSeconds = 2;

export const sendLines: readonly BenchLine[] = [
  {
    name: 'send',
    product: 'claim, compose, sign, smart host, record; 10 KB, 20 connections',
    floor: "nodemailer's pool with DKIM (PEM) to the same sink",
    unit: 'messages/s',
    must: 1.7,
    aim: 3.5,
    run: (harness) => sendBeside(harness, nodemailerFloor),
  },
  {
    name: 'send_rsa',
    product: 'claim, compose, sign, smart host, record; 10 KB, 20 connections',
    floor: 'RSA-2048 signatures alone, on one core',
    unit: 'messages/s',
    must: 0.33,
    aim: 0.55,
    run: (harness) => sendBeside(harness, signatureFloor),
  },
];

interface SendFloor {
  readonly name: string;
  environment(system: System, given: { sinkPort: number; count: number }): Environment;
}

const nodemailerFloor: SendFloor = {
  name: 'nodemailer-pool',
  environment: ({ tenant: { domain } }, { sinkPort, count }) => ({
    SMTP_PORT: String(sinkPort),
    DOMAIN: domain.name,
    DKIM_KEY: domain.dkim.privateKeyPem,
    COUNT: String(count),
  }),
};

const signatureFloor: SendFloor = {
  name: 'rsa-sign',
  environment: ({ tenant: { domain } }) => ({
    DKIM_KEY: domain.dkim.privateKeyPem,
    SECONDS: String(signSeconds),
  }),
};

async function sendBeside(harness: BenchHarness, floor: SendFloor): Promise<BenchResult> {
  const sink = await startFastSink();
  harness.atEnd(() => sink.stop());
  const system = await harness.services(['api-gateway', 'send-worker'], {
    settings: { DELIVERY_ROUTES: `*=smtp://127.0.0.1:${sink.port}?final=true` },
  });
  const mine = createRoundSize(messagesFirst);
  const theirs = createRoundSize(floorMessagesFirst);
  return compare({
    product: async () => mine.saw(await sendAll(system, mine.units())),
    floor: async () => {
      const environment = floor.environment(system, { sinkPort: sink.port, count: theirs.units() });
      return theirs.saw(await runFloor(floor.name, environment));
    },
  });
}

/** The gateway is frozen while the worker works: its share of the processor belongs to another line. */
export async function sendAll(system: System, count: number): Promise<Sample> {
  const gateway = system.processes.named('api-gateway-1');
  try {
    const sample = await measureDrain({
      services: system.processes.of('send-worker'),
      units: count,
      fill: async () => {
        await acceptBatches(system, count);
        gateway.pause();
      },
      isDone: () => nothingOpen(system),
    });
    await expectAllDelivered(system);
    return sample;
  } finally {
    gateway.resume();
  }
}

async function acceptBatches(system: System, count: number): Promise<void> {
  const api = system.api(system.tenant.keys.send.token);
  const body = mailsOfTenKilobytes(system.tenant.domain.name, batchSize);
  for (let sent = 0; sent < count; sent += batchSize) {
    const { status } = await api.request('POST', '/emails/batch', { body });
    if (status !== 200) throw new Error(`the batch was answered with ${status}`);
  }
  await jobsPublished(system);
}

/** A gateway that is frozen with jobs in hand would leave them to the worker's sweep. */
async function jobsPublished(system: System): Promise<void> {
  const { healthUrl } = system.processes.named('api-gateway-1');
  const isIdle = async (): Promise<boolean> => {
    const { body } = await request(`${healthUrl}/metrics`);
    return /^messaging_publish_in_flight 0$/m.test(await body.text());
  };
  await eventually(isIdle, { what: 'all jobs published' });
}

/** Each part by a partial index that holds open mail only: a look that read all mail would take the processor from what is measured. */
export async function nothingOpen({ pool, tenant }: System): Promise<boolean> {
  const { rows } = await pool.query<{ open: boolean }>({
    name: 'bench-open',
    text: `SELECT
        EXISTS (SELECT FROM messages WHERE status = 'queued' AND organization_id = $1
          ORDER BY organization_id, ${dueQueueSql('messages')}, due_at LIMIT 1)
        OR EXISTS (SELECT FROM messages WHERE status = 'sending' AND organization_id = $1 ORDER BY lease_until LIMIT 1) AS open`,
    values: [tenant.organization.id],
  });
  return rows[0]?.open === false;
}

/** @throws when a message ended otherwise: failures are not a rate */
export async function expectAllDelivered({ pool, tenant }: System): Promise<void> {
  const { rows } = await pool.query<{ status: string; count: string }>(
    `SELECT status, count(*) FROM messages WHERE organization_id = $1 AND status <> 'delivered' GROUP BY status`,
    [tenant.organization.id],
  );
  if (rows.length > 0) throw new Error(`not delivered: ${JSON.stringify(rows)}`);
}
