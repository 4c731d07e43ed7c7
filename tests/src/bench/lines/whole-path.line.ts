import { eventually, startSmtpSink, type SmtpSink } from '@postrider/testkit';
import type { BenchLine, BenchResult } from '../bench-line';
import type { BenchHarness } from '../bench-harness';
import { mailsOfTenKilobytes, rawMail } from '../mails';
import { compareCost } from '../measure/compare';
import { secondsOf, withCpu } from '../measure/cpu-time';
import { requestAll } from '../measure/http-load';
import { createRoundSize } from '../measure/round-size';
import { sampleOf, type Sample } from '../measure/sample';
import { sendMails } from '../measure/smtp-load';
import { startOpenDkim } from '../peers/opendkim';
import { startPostfix } from '../peers/postfix';
import { startFastSink, type FastSink } from '../peers/smtp-sink';
import { signingDomains } from '../../system/received-mail';
import type { System } from '../../system/system';
import { sendTarget } from './accept.lines';
import { expectAllDelivered, nothingOpen } from './send.lines';

const messagesFirst = 1_000;
const floorMessagesFirst = 400;
const bodiesInTurn = 100;
/** Both sides hand what is addressed here to a sink that keeps it, so that its signature can be verified. */
const proofDomain = 'proof.test';
const doneMs = 40_000;
/** A look costs PostgreSQL some 1.3 ms, for it walks the entries of what was queued before: every 40 ms, 40 µs a message. */
const lookEveryMs = 200;

/** All that works for a message without webhooks; the relay has no part in it. */
const services = ['api-gateway', 'send-worker', 'webhook-dispatcher', 'metrics-aggregator'] as const;

export const wholePathLine: BenchLine = {
  name: 'whole_path',
  product: 'POST /emails until delivered and recorded, 10 KB, all services and engines',
  floor: 'Postfix with OpenDKIM relays the same mail to the same sink',
  unit: 'CPU µs',
  must: 2.2,
  aim: 4,
  run: measureWholePath,
};

interface Sinks {
  readonly fast: FastSink;
  readonly proof: SmtpSink;
}

/** Sinks and clients are no part of either side's time. */
async function measureWholePath(harness: BenchHarness): Promise<BenchResult> {
  const sinks = { fast: await startFastSink(), proof: await startSmtpSink() };
  harness.atEnd(() => Promise.all([sinks.fast.stop(), sinks.proof.close()]));
  const system = await harness.services(services, {
    settings: {
      DELIVERY_ROUTES: `${proofDomain}=${sinks.proof.url}?final=true,*=smtp://127.0.0.1:${sinks.fast.port}?final=true`,
    },
  });
  // Webhooks are a line of their own, and nothing that a mail server has.
  await system.pool.query('DELETE FROM webhook_endpoints WHERE id = $1', [system.tenant.endpoint.id]);
  const relay = await startRelay(harness, { system, sinks });
  await expectSigned(system, sinks.proof, () =>
    system.api(system.tenant.keys.send.token).send({ ...mailOf(system), to: `reader@${proofDomain}` }),
  );
  await expectSigned(system, sinks.proof, () => relay.send(`reader@${proofDomain}`, 1));
  const [mine, theirs] = [createRoundSize(messagesFirst), createRoundSize(floorMessagesFirst)];
  const shares = createShares(system);
  const result = await compareCost({
    product: async () => {
      const count = mine.units();
      return mine.saw(await shares.of(count, () => sendByApi(system, count)));
    },
    floor: async () => theirs.saw(await relay.measure(theirs.units())),
  });
  return { ...result, detail: shares.detail() };
}

/** What each service spends on a message; the last round is what counts. */
function createShares({ processes }: System) {
  let detail = '';
  const secondsEach = () =>
    services.map((name) => secondsOf(processes.of(name).flatMap((each) => each.pid() ?? [])) ?? 0);
  return {
    detail: () => detail,
    of: async (count: number, send: () => Promise<Sample>): Promise<Sample> => {
      const before = secondsEach();
      const sample = await send();
      const micros = secondsEach().map((seconds, index) => ((seconds - (before[index] ?? 0)) * 1e6) / count);
      detail = services.map((name, index) => `${name} ${Math.round(micros[index] ?? 0)} µs`).join(', ');
      return sample;
    },
  };
}

async function sendByApi(system: System, count: number): Promise<Sample> {
  const { tenant, processes } = system;
  const target = sendTarget(system, mailsOfTenKilobytes(tenant.domain.name, bodiesInTurn));
  const pids = services.flatMap((name) => processes.of(name).map((each) => each.pid()));
  const begun = performance.now();
  const { cpu } = await withCpu(pids, async () => {
    await requestAll(target, { amount: count });
    await eventually(() => nothingOpen(system), doneWithin(count));
  });
  const seconds = (performance.now() - begun) / 1_000;
  await expectAllDelivered(system);
  return sampleOf({ units: count, seconds, cpu });
}

interface Relay {
  send(to: string, count: number): Promise<void>;
  measure(count: number): Promise<Sample>;
}

async function startRelay(
  harness: BenchHarness,
  { system, sinks }: { readonly system: System; readonly sinks: Sinks },
): Promise<Relay> {
  const { name, dkim } = system.tenant.domain;
  const signer = await startOpenDkim({ domain: name, ...dkim });
  harness.atEnd(() => signer.stop());
  const postfix = await startPostfix({
    default_transport: 'smtp',
    relayhost: `[127.0.0.1]:${sinks.fast.port}`,
    transport_maps: `inline:{${proofDomain}=smtp:[127.0.0.1]:${sinks.proof.port}}`,
    smtp_tls_security_level: 'none',
    smtp_host_lookup: 'native',
    smtpd_milters: signer.milter,
    milter_protocol: '6',
    // Nothing leaves without its signature.
    milter_default_action: 'tempfail',
  });
  harness.atEnd(() => postfix.stop());
  const mail = { port: postfix.port, from: `orders@${name}`, message: rawMail(name) };
  return {
    send: (to, count) => sendMails({ ...mail, to }, count),
    measure: async (count) => {
      const begun = performance.now();
      const { cpu } = await withCpu([postfix.pid, signer.pid], async () => {
        await sendMails({ ...mail, to: 'reader@recipients.test' }, count);
        await eventually(() => postfix.isEmpty(), doneWithin(count));
      });
      const seconds = (performance.now() - begun) / 1_000;
      // The engines belong to the other side, however little they do meanwhile.
      return sampleOf({ units: count, seconds, cpu: { ...cpu, engines: 0 } });
    },
  };
}

/** @throws when what arrives has no signature of the domain that verifies */
async function expectSigned(system: System, proof: SmtpSink, send: () => Promise<unknown>): Promise<void> {
  proof.clear();
  await send();
  await eventually(() => proof.messages.length > 0, { what: 'a mail to verify' });
  const { name } = system.tenant.domain;
  const domains = await signingDomains(proof.messages[0]?.raw ?? Buffer.alloc(0), system.world.dns);
  if (!domains.includes(name)) throw new Error(`a mail arrived without a valid signature of ${name}`);
}

function mailOf({ tenant }: System) {
  const [mail] = mailsOfTenKilobytes(tenant.domain.name, 1);
  if (!mail) throw new Error('one mail was asked for');
  return mail;
}

function doneWithin(count: number) {
  return { timeoutMs: doneMs, intervalMs: lookEveryMs, what: `${count} messages delivered` };
}
