import { setTimeout as delay } from 'node:timers/promises';
import { startSmtpSink } from '@postrider/testkit';
import nodemailer from 'nodemailer';
import type { BenchLine, BenchResult } from '../bench-line';
import { smallMails } from '../mails';
import { quantile } from '../measure/median';
import type { BenchHarness } from '../bench-harness';

const mailsCounted = 250;
const mailsWarmUp = 50;
/** Long enough that nothing of one mail is still under way at the next: the system is idle. */
const pauseMs = 20;
/** Without a mail for so long, it is lost. */
const arrivalMs = 10_000;

export const latencyLine: BenchLine = {
  name: 'latency_idle',
  product: 'POST /emails until the sink has the mail, nothing else going on',
  floor: 'nodemailer sends the same mail at once',
  unit: 'ms',
  must: null,
  aim: null,
  latency: { p50MsMax: 20, p99MsMax: 60 },
  run: measureLatency,
};

async function measureLatency(harness: BenchHarness): Promise<BenchResult> {
  const arrivals = createArrivals();
  const sink = await startSmtpSink({ messagesKept: 0, onMessage: arrivals.note });
  harness.atEnd(() => sink.close());
  const system = await harness.services(
    ['api-gateway', 'smtp-relay', 'send-worker', 'webhook-dispatcher', 'metrics-aggregator'],
    { settings: { DELIVERY_ROUTES: `*=${sink.url}?final=true` } },
  );
  const { domain, keys } = system.tenant;
  const api = system.api(keys.send.token);
  const transport = nodemailer.createTransport({
    pool: true,
    host: sink.host,
    port: sink.port,
    ignoreTLS: true,
    dkim: { domainName: domain.name, keySelector: 'pr1', privateKey: domain.dkim.privateKeyPem },
  });
  harness.atEnd(() => Promise.resolve(transport.close()));
  const mine: number[] = [];
  const theirs: number[] = [];
  for (const mail of smallMails(domain.name, mailsCounted + mailsWarmUp)) {
    mine.push(await arrivals.after(() => api.send(mail)));
    await delay(pauseMs);
    theirs.push(await arrivals.after(() => transport.sendMail(mail)));
    await delay(pauseMs);
  }
  return resultOf(mine.slice(mailsWarmUp), theirs.slice(mailsWarmUp));
}

function resultOf(mine: readonly number[], theirs: readonly number[]): BenchResult {
  const [value, floor] = [quantile(mine, 0.5), quantile(theirs, 0.5)];
  return {
    value,
    floor,
    ratio: floor / value,
    p50Ms: value,
    p99Ms: quantile(mine, 0.99),
    floorP50Ms: floor,
    floorP99Ms: quantile(theirs, 0.99),
    cpuMicros: { own: null, engines: null },
    floorCpuMicros: { own: null, engines: null },
  };
}

interface Arrivals {
  note: () => void;
  /** Milliseconds from the call of `send` to the arrival of the next mail. */
  after(send: () => Promise<unknown>): Promise<number>;
}

function createArrivals(): Arrivals {
  let arrived: (() => void) | undefined;
  return {
    note: () => arrived?.(),
    after: async (send) => {
      const begun = performance.now();
      const arrival = new Promise<number>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no mail within ${arrivalMs} ms`)), arrivalMs);
        arrived = () => {
          clearTimeout(timer);
          resolve(performance.now() - begun);
        };
      });
      const [tookMs] = await Promise.all([arrival, send()]);
      return tookMs;
    },
  };
}
