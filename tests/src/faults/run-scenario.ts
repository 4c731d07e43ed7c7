import type { Engines, ServiceSettings } from '@postrider/devtools';
import {
  createTestContext,
  projectRoot,
  type ReceiverScript,
  type SinkScript,
  type TestContext,
} from '@postrider/testkit';
import { startSystem } from '../system/start-system';
import type { System } from '../system/system';
import { auditEverything } from './audit/audit-everything';
import type { FaultsSettings } from './config';
import { createBounceReporter } from './load/bounce-reporter';
import { createHttpSubmitter } from './load/http-submitter';
import { startLoad } from './load/load';
import { createMailLedger } from './load/mail-ledger';
import { createReportLedger, type ReportLedger } from './load/report-ledger';
import { createSmtpSubmitter } from './load/smtp-submitter';
import { createWebhookLedger } from './load/webhook-ledger';
import { buildLastRelease } from './versions/last-release';
import { waitForQuiescence } from './quiescence';
import type { Scenario, StrikeResult } from './scenario';
import { describeRun } from './describe-run';
import type { ScenarioResult } from './report';

const settleTimeoutMs = 150_000;
/** A strike that does not come to its end is a failure, not a reason to wait for ever. */
const strikeTimeoutMs = 300_000;

/** Short leases and timeouts: what takes minutes in operation is over in seconds here. */
const shortTimes: ServiceSettings = {
  LEASE_MS: '5000',
  SMTP_TIMEOUT_MAX_MS: '5000',
  SHUTDOWN_GRACE_MS: '20000',
};

/** Runs one scenario on a database, queues and processes of its own, and judges it. */
export async function runScenario(
  scenario: Scenario,
  engines: Engines,
  settings: FaultsSettings,
): Promise<ScenarioResult> {
  const context = await createTestContext();
  let stop: (() => Promise<void>) | undefined;
  try {
    const { system, ledgers } = await startHurtable(scenario, context);
    stop = () => system.stop();
    return await strikeAndJudge({ scenario, engines, settings, system, ledgers });
  } finally {
    await heal(engines);
    await stop?.().catch(() => undefined);
    await scenario.cleanUp?.();
    await context.close();
  }
}

function programRootOf(isOld: (replica: string) => boolean): (replica: string) => string {
  const lastRelease = buildLastRelease((line) => console.log(`  ${line}`));
  return (replica) => (isOld(replica) ? lastRelease : projectRoot());
}

interface Ledgers {
  readonly mail: ReturnType<typeof createMailLedger>;
  readonly webhooks: ReturnType<typeof createWebhookLedger>;
  readonly reports: ReportLedger;
  /** Replaces what the endpoint answers; what it answered is noted. */
  readonly webhookEndpoint: (script: ReceiverScript) => void;
}

async function startHurtable(
  scenario: Scenario,
  context: TestContext,
): Promise<{ system: System; ledgers: Ledgers }> {
  const mail = createMailLedger();
  const system = await startSystem({
    suite: `faults-${scenario.name}`,
    context,
    ...(scenario.ofLastRelease && { programRootOf: programRootOf(scenario.ofLastRelease) }),
    ...(scenario.replicas && { replicas: scenario.replicas }),
    settings: { ...shortTimes, ...scenario.settings },
    ...(scenario.settingsIn && { settingsIn: scenario.settingsIn }),
    ...(scenario.nodeArguments && { nodeArguments: scenario.nodeArguments }),
    ...(scenario.settingsOf && { settingsOf: scenario.settingsOf }),
    world: { sink: { messagesKept: 0, onMessage: mail.note }, webhooks: { remember: false } },
  });
  const webhooks = createWebhookLedger(() => system.tenant.endpoint.signingSecret);
  const webhookEndpoint = (script: ReceiverScript): void =>
    system.world.webhooks.answer((webhook, ordinal) => {
      const answer = typeof script === 'function' ? script(webhook, ordinal) : script;
      webhooks.note(webhook, answer);
      return answer;
    });
  webhookEndpoint({ kind: 'status', status: 200 });
  return { system, ledgers: { mail, webhooks, reports: createReportLedger(), webhookEndpoint } };
}

async function strikeAndJudge(given: {
  scenario: Scenario;
  engines: Engines;
  settings: FaultsSettings;
  system: System;
  ledgers: Ledgers;
}): Promise<ScenarioResult> {
  const { scenario, engines, settings, system, ledgers } = given;
  const [http, smtp] = [createHttpSubmitter(system), createSmtpSubmitter(system)];
  const { messages, messagesPerSecond } = settings;
  const outageSeconds = scenario.isOutage ? settings.outageSeconds : 0;
  const loadSecondsMin = (scenario.loadSecondsMin ?? 1) + outageSeconds;
  const perSecond = Math.min(messagesPerSecond, messages / loadSecondsMin);
  const load = startLoad({ http, smtp, messages, perSecond });
  const harness = {
    system,
    engines,
    load,
    broadcastRecipients: settings.broadcastRecipients,
    automationRuns: settings.automationRuns,
    outageMs: outageSeconds * 1_000,
    mailServer: (script: SinkScript) => system.world.sink.behave(script),
    webhookEndpoint: ledgers.webhookEndpoint,
    reports: ledgers.reports,
    reportDeliveries: () => {
      const reporter = createBounceReporter(system, ledgers.reports);
      ledgers.mail.onAccepted((message) => reporter.report(message));
      return reporter;
    },
  };
  const timeoutMs = (scenario.strikeTimeoutMs ?? strikeTimeoutMs) + harness.outageMs;
  const [struck] = await Promise.all([inTime(scenario.strike(harness), timeoutMs), load.done]);
  await Promise.all([http.close(), smtp.close()]);
  const rate = load.rate();
  const quiet = await waitForQuiescence(system, settleTimeoutMs);
  const found = await auditEverything({
    system,
    amqpUrl: String(system.settings['AMQP_URL']),
    load,
    mail: ledgers.mail,
    webhooks: ledgers.webhooks,
    reports: ledgers.reports,
    webhookCopies: scenario.webhookCopies ?? 'any',
    unconfirmedMax: struck.unconfirmedMax ?? 0,
    forgotten: struck.forgotten ?? new Set(),
    failed: struck.failed ?? new Set(),
  });
  const run = { scenario, system, load, rate, quiet, found, struck };
  const problems = [...problemsOf(run), ...found.problems, ...(struck.problems ?? [])];
  return {
    scenario: scenario.name,
    promise: scenario.promise,
    held: problems.length === 0,
    accepted: load.accepted.length,
    lost: found.lost,
    duplicates: found.duplicates,
    detail: describeRun(run, problems),
  };
}

function problemsOf({ scenario, system, load, quiet }: Parameters<typeof describeRun>[0]): string[] {
  const problems: string[] = [];
  if (!quiet.reached)
    problems.push(`not at rest after ${Math.round(quiet.afterMs / 1_000)} s: ${quiet.open}`);
  if (load.lost.length > 0) problems.push(`${load.lost.length} messages never accepted (${load.lost[0]})`);
  if (scenario.clientErrors === 'none' && load.failures.size > 0) problems.push('clients met errors');
  return [...problems, ...system.processes.deaths.map((death) => death.slice(0, 1_000))];
}

async function inTime(strike: Promise<StrikeResult | undefined>, timeoutMs: number): Promise<StrikeResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`the strike took over ${timeoutMs / 1_000} s`)), timeoutMs);
  });
  try {
    return (await Promise.race([strike, late])) ?? {};
  } catch (error) {
    return { problems: [`the strike failed: ${error instanceof Error ? error.message : String(error)}`] };
  } finally {
    clearTimeout(timer);
  }
}

/** The next scenario finds every engine running, whatever this one did. */
async function heal({ postgres, redis, rabbitmq }: Engines): Promise<void> {
  for (const engine of [postgres, redis, rabbitmq]) {
    await engine.resume().catch(() => undefined);
    await engine.start();
  }
}
