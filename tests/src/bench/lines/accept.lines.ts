import type { BenchLine, BenchResult } from '../bench-line';
import { smallMails, type MailFields } from '../mails';
import { compare } from '../measure/compare';
import { loadHttp, type HttpTarget } from '../measure/http-load';
import type { BenchHarness } from '../bench-harness';
import type { System } from '../../system/system';
import { compareStored } from './compare-stored';

const bodiesInTurn = 200;
const batchSize = 100;

export const acceptLines: readonly BenchLine[] = [
  {
    name: 'accept_one',
    product: 'POST /emails, live key, every check',
    floor: 'Express 5 + zod + one INSERT',
    unit: 'requests/s',
    must: 1.2,
    aim: 2,
    latency: { p99RatioMax: 1.2 },
    run: (harness) => acceptBeside(harness, 'express-insert'),
  },
  {
    name: 'accept_one_bare',
    product: 'POST /emails, live key, every check',
    floor: 'node:http + zod + Redis limiter + four tables in one group commit',
    unit: 'requests/s',
    must: 0.65,
    aim: 1,
    run: (harness) => acceptBeside(harness, 'group-commit'),
  },
  {
    name: 'accept_batch',
    product: 'POST /emails/batch, 100 each',
    floor: 'Express 5 + zod + one multi-row INSERT per table',
    unit: 'messages/s',
    must: 0.45,
    aim: 0.8,
    run: acceptBatches,
  },
  {
    name: 'idempotent_replay',
    product: 'POST /emails again with a known key',
    floor: 'POST /emails of a new message',
    unit: 'requests/s',
    must: 1.4,
    aim: 2,
    run: replayBesideAccept,
  },
  {
    name: 'test_send',
    product: 'POST /emails with a test key',
    floor: 'POST /emails with a live key',
    unit: 'requests/s',
    must: 0.95,
    aim: 2,
    run: testBesideLive,
  },
];

async function acceptBeside(harness: BenchHarness, floorName: string): Promise<BenchResult> {
  const system = await harness.services(['api-gateway']);
  const floor = await harness.floor(floorName);
  const mails = smallMails(system.tenant.domain.name, bodiesInTurn);
  const peer: HttpTarget = { url: `${floor.url}/emails`, pid: floor.pid, bodies: mails.map(json) };
  return compareStored(system, {
    product: () => loadHttp(sendTarget(system, mails)),
    floor: () => loadHttp(peer),
  });
}

async function acceptBatches(harness: BenchHarness): Promise<BenchResult> {
  const system = await harness.services(['api-gateway']);
  const floor = await harness.floor('batch-insert');
  const bodies = [JSON.stringify(smallMails(system.tenant.domain.name, batchSize))];
  const product: HttpTarget = {
    ...sendTarget(system, []),
    url: `${system.apiUrl}/api/v1/emails/batch`,
    bodies,
    unitsEach: batchSize,
  };
  const peer: HttpTarget = { url: `${floor.url}/emails/batch`, pid: floor.pid, bodies, unitsEach: batchSize };
  return compareStored(system, {
    product: () => loadHttp(product),
    floor: () => loadHttp(peer),
  });
}

async function replayBesideAccept(harness: BenchHarness): Promise<BenchResult> {
  const system = await harness.services(['api-gateway']);
  const mails = smallMails(system.tenant.domain.name, bodiesInTurn);
  const withKeys = mails.map((mail, index) => ({ ...mail, idempotency_key: `order-${index}` }));
  const api = system.api(system.tenant.keys.send.token);
  for (const mail of withKeys) await api.send(mail);
  return compare({
    product: () => loadHttp(sendTarget(system, withKeys)),
    floor: () => loadHttp(sendTarget(system, mails)),
  });
}

async function testBesideLive(harness: BenchHarness): Promise<BenchResult> {
  const system = await harness.services(['api-gateway']);
  const mails = smallMails(system.tenant.domain.name, bodiesInTurn);
  return compare({
    product: () => loadHttp(sendTarget(system, mails, system.tenant.keys.test.token)),
    floor: () => loadHttp(sendTarget(system, mails)),
  });
}

export function sendTarget(
  system: System,
  mails: readonly MailFields[],
  token = system.tenant.keys.send.token,
): HttpTarget {
  return {
    url: `${system.apiUrl}/api/v1/emails`,
    pid: system.processes.named('api-gateway-1').pid(),
    headers: { authorization: `Bearer ${token}` },
    bodies: mails.map(json),
  };
}

function json(mail: MailFields): string {
  return JSON.stringify(mail);
}
