import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames } from '@postrider/devtools';
import { createApiKey, createDomain, createOrganization, startSmtpSink } from '@postrider/testkit';
import type { Attack, Attacker } from '../attacks/attack';
import { httpAttacks } from '../attacks/http-attacks';
import { smtpAttacks } from '../attacks/smtp-attacks';
import type { BenchLine, BenchResult } from '../bench-line';
import { rawMail, messageIdLine } from '../mails';
import { createArrivals, type Arrivals } from '../measure/arrivals';
import { openSmtpClient } from '../measure/smtp-client';
import { withHarness, type BenchHarness } from '../bench-harness';
import type { System } from '../../system/system';

/** A new attack is one entry here. `ATTACKS=` picks those whose names hold a text. */
const attacks: readonly Attack[] = [...httpAttacks, ...smtpAttacks];

/** What a victim may wait at most, in milliseconds; a fifth is aimed at. */
const waitMax = 1_000;
const attackMs = 3_000;
const pauseMs = 100;

export const victimWaitLine: BenchLine = {
  name: 'victim_wait',
  product: "another organization's longest wait beside an attack, from its call to the mail at the sink",
  floor: 'what it may wait',
  unit: 'ms',
  must: 1,
  aim: 5,
  run: measureWaits,
};

async function measureWaits(harness: BenchHarness): Promise<BenchResult> {
  const arrivals = createArrivals();
  const sink = await startSmtpSink({ messagesKept: 0, onMessage: ({ to }) => arrivals.note(to[0] ?? '') });
  harness.atEnd(() => sink.close());
  const chosen = attacks.filter(({ name }) => name.includes(process.env['ATTACKS'] ?? ''));
  const waits = new Map<string, number>([['nothing', 0]]);
  for (const attack of [null, ...chosen]) {
    // Each on a system of its own: what one leaves behind is not the next one's.
    const wait = await withHarness(async (own) => {
      const settings = { DELIVERY_ROUTES: `*=${sink.url}?final=true`, SMTP_INSECURE_AUTH: 'on' };
      return longestWait(await own.services(serviceNames, { settings }), arrivals, attack);
    });
    waits.set(attack?.name ?? 'nothing', wait);
  }
  return resultOf(waits);
}

async function longestWait(system: System, arrivals: Arrivals, attack: Attack | null): Promise<number> {
  const [attacker, newcomer] = [await newAttacker(system, 'internal'), await newAttacker(system, 'client')];
  const victims = [httpVictim(system, arrivals), smtpVictim(system, arrivals)];
  // Once before: what is loaded at the first mail is not the attack's.
  for (const send of victims) await send();
  const until = AbortSignal.timeout(attackMs);
  const attacking = attack?.run({ system, attacker, newcomer, until }).catch(() => undefined);
  const waits = await Promise.all(
    victims.map(async (send) => {
      let longest = 0;
      do {
        longest = Math.max(longest, await send());
        await delay(pauseMs);
      } while (!until.aborted);
      return longest;
    }),
  );
  await attacking;
  return Math.max(...waits);
}

async function newAttacker(system: System, kind: 'internal' | 'client'): Promise<Attacker> {
  const { pool } = system;
  const { id: organizationId } = await createOrganization(pool, { kind, plan: 'scale' });
  const { name } = await createDomain(pool, { organizationId, masterKey: system.secrets.masterKey });
  const { id, token } = await createApiKey(pool, { organizationId });
  return { keyId: id, token, domain: name };
}

/** @returns milliseconds until the mail was at the sink */
type Victim = () => Promise<number>;

let number = 0;

function httpVictim(system: System, arrivals: Arrivals): Victim {
  const { tenant } = system;
  const client = system.api(tenant.keys.send.token);
  return () => {
    number += 1;
    const to = `victim-${number}@recipients.test`;
    const mail = { from: `orders@${tenant.domain.name}`, to, subject: 'Code', text: 'Your code is 4711.' };
    return arrivals.after(to, () => client.send(mail));
  };
}

/** Logs in for each mail, as most programs do. */
function smtpVictim({ tenant, smtp }: System, arrivals: Arrivals): Victim {
  const { id, token } = tenant.keys.send;
  const plain = Buffer.from(`\0${id}\0${token}`).toString('base64');
  const message = rawMail(tenant.domain.name);
  return () => {
    number += 1;
    const to = `victim-${number}@recipients.test`;
    return arrivals.after(to, async () => {
      const client = await openSmtpClient(smtp.startTlsPort);
      await client.command('EHLO victim.test\r\n', 250);
      await client.command(`AUTH PLAIN ${plain}\r\n`, 235);
      await client.command(`MAIL FROM:<orders@${tenant.domain.name}>\r\n`, 250);
      await client.command(`RCPT TO:<${to}>\r\n`, 250);
      await client.command('DATA\r\n', 354);
      await client.command([messageIdLine(), message, '.\r\n'], 250);
      await client.quit();
    });
  };
}

function resultOf(waits: ReadonlyMap<string, number>): BenchResult {
  const value = Math.max(...waits.values());
  const unknown = { own: null, engines: null };
  return {
    value,
    floor: waitMax,
    ratio: waitMax / value,
    ...{ p50Ms: null, p99Ms: null, floorP50Ms: null, floorP99Ms: null },
    ...{ cpuMicros: unknown, floorCpuMicros: unknown },
    detail: [...waits].map(([name, wait]) => `beside ${name} ${Math.round(wait)} ms`).join(', '),
  };
}
