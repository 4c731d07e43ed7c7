import { readFile } from 'node:fs/promises';
import { newId } from '@postrider/contracts/ids';
import type { InboundJob } from '@postrider/contracts/queues';
import { createDatabase, type Database } from '@postrider/db';
import { createReplyTokens, createReturnPathTokens } from '@postrider/mail';
import { createLogger, createMetrics, systemClock, type Clock } from '@postrider/runtime';
import {
  createDomain,
  createOrganization,
  ensureTlsFiles,
  platformHost,
  testReturnPathSecret,
  type TestContext,
} from '@postrider/testkit';
import { startInbound, type InboundListener, type InboundSettings } from '../src/inbound/start-inbound';
import { relayTimes, type RelayTimes } from '../src/times';
import { readMetric } from './read-metric';
import { openDialogue, type SmtpDialogue } from './smtp-dialogue';

export interface InboundFixture {
  readonly listener: InboundListener;
  readonly domain: { readonly name: string; readonly organizationId: string };
  readonly jobs: InboundJob[];
  /** What it has logged. */
  readonly logged: readonly string[];
  /** Sum of a metric's samples with this label. */
  metric(name: string, label?: string): Promise<number>;
  bounceAddress(): string;
  replyAddress(): string;
  /** Greeted, and with EHLO said. */
  open(from?: string): Promise<SmtpDialogue>;
  close(): Promise<void>;
}

interface FixtureOptions {
  readonly settings?: Partial<InboundSettings>;
  readonly times?: Partial<RelayTimes>;
  readonly databaseUrl?: string;
  readonly isProven?: () => boolean;
  readonly clock?: Clock;
  /** Also while it waits for a lock. */
  readonly statementTimeoutMs?: number;
}

/** It stands still, so that a minute and what is remembered for seconds do not end during a test. */
export function stoppedClock(): Clock {
  const now = systemClock.now();
  return { now: () => now };
}

const usualSettings: InboundSettings = {
  SMTP_HOST: '127.0.0.1',
  PLATFORM_HOST: platformHost,
  RETURN_PATH_SECRET: testReturnPathSecret,
  RETURN_PATH_SECRETS_PREVIOUS: [],
  INBOUND_PORT: 0,
  INBOUND_MESSAGE_BYTES_MAX: 2_000_000,
  INBOUND_MESSAGE_MEMORY_MAX: 16_000_000,
  INBOUND_CONNECTIONS_MAX: 100,
  PROXY_PROTOCOL_FROM: null,
  INBOUND_CONNECTIONS_PER_CLIENT_MAX: 50,
  INBOUND_MESSAGES_PER_MINUTE: 1_000_000,
  INBOUND_MAILBOX_MESSAGES_PER_MINUTE: 1_000_000,
};

/** An inbound listener on a free port, for one verified domain. */
export async function startInboundFixture(
  context: TestContext,
  {
    settings,
    times,
    databaseUrl = context.databaseUrl,
    isProven = () => true,
    clock = systemClock,
    statementTimeoutMs = 50_000,
  }: FixtureOptions = {},
): Promise<InboundFixture> {
  const files = await ensureTlsFiles();
  const [key, cert] = await Promise.all([readFile(files.keyFile, 'utf8'), readFile(files.certFile, 'utf8')]);
  const { id: organizationId } = await createOrganization(context.pool);
  const domain = await createDomain(context.pool, { organizationId });
  const metrics = createMetrics();
  const logged: string[] = [];
  const jobs: InboundJob[] = [];
  const database = openDatabase(databaseUrl, statementTimeoutMs);
  const listener = await startInbound({
    settings: { ...usualSettings, ...settings },
    times: { ...relayTimes, ...times },
    tls: { key, cert },
    pool: database.pool,
    isProven,
    publishJob: (job) => {
      jobs.push(job);
      return Promise.resolve(true);
    },
    clock,
    log: createLogger({
      name: 'smtp-relay',
      level: 'info',
      destination: { write: (line: string) => void logged.push(line) },
    }),
    metrics,
  });
  const close = async (): Promise<void> => {
    await listener.close();
    await database.close();
  };
  let closed: Promise<void> | undefined;
  return {
    listener,
    domain: { name: domain.name, organizationId },
    jobs,
    logged,
    metric: (name, label) => readMetric(metrics, name, label),
    bounceAddress: () =>
      `${createReturnPathTokens({ secret: testReturnPathSecret }).mint({ messageId: newId(), ordinal: 0 })}@bounce.${domain.name}`,
    replyAddress: () =>
      `${createReplyTokens({ secret: testReturnPathSecret }).mint({ messageId: newId(), ordinal: 0 })}@reply.${domain.name}`,
    open: (from) => openGreeted(listener.port, from),
    close: () => (closed ??= close()),
  };
}

function openDatabase(url: string, statementTimeoutMs: number): Database {
  return createDatabase({
    url,
    applicationName: 'inbound test',
    poolSize: 4,
    statementTimeoutMs,
    lockTimeoutMs: statementTimeoutMs,
    connectionTimeoutMs: 50_000,
    onConnectionError: () => undefined,
  });
}

async function openGreeted(port: number, from?: string): Promise<SmtpDialogue> {
  const dialogue = await openDialogue(port, from);
  expect(await dialogue.nextReply()).toBe(`220 ${platformHost} ESMTP`);
  expect(await dialogue.say('EHLO mx.remote.test\r\n')).toMatch(/^250/);
  return dialogue;
}
